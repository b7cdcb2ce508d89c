// SPDX-License-Identifier: Apache-2.0
// Whole trainings whose GPU-hours were published: what the planner says of them, and how much longer than their steps
// alone they took.
#pragma once

#include "core/planning/goals.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// One published training.
struct TrainingTotal {
  std::string id, organisation, source;
  std::string kind;         ///< of who ran it: "nvidia", "industry-frontier", "industry-lab", "public-or-academic"
  std::string accelerator;  ///< id
  double measured = 0;      ///< GPU time as published, seconds
  std::string reason;       ///< why nothing is predicted for it; empty where something is
  Scenario scenario;

  /// Whether a vendor or a frontier laboratory ran it.
  bool is_tuned() const { return kind == "nvidia" || is_frontier(); }
  bool is_frontier() const { return kind == "industry-frontier"; }
};

/// Reads the rows of a CSV: model (`model_id`, or `shape` as inputs), machine, GPUs, tokens, sequence and batch say a
/// scenario, `org_class` whose operation to expect, `gpu_hours` what it took. Throws BadInput: data, where the text is
/// no such CSV.
std::vector<TrainingTotal> read_totals(std::string_view text, const std::string& source, const Catalog& catalog);

/// What is predicted for a published training on its own GPUs, layout planned, nothing said of software.
struct PredictedTotal {
  const TrainingTotal* row;
  double peak = 0;              ///< 16-bit peak of its accelerator, FLOP/s: the same for one generation
  double ideal = 0;             ///< GPU seconds of its work at that peak
  double bare = 0;              ///< GPU seconds of steps and interruptions
  double bare_spread = 0;       ///< of that: standard deviation of its logarithm
  double length = 0, gpus = 0;  ///< seconds of its steps, and the GPUs that take them
  double grown = 0;             ///< the part of the overhead of a run of many months that a run of its length has
  double predicted = 0;         ///< GPU seconds with the operation of teams like the one that ran it
  double p10 = 0, p90 = 0;      ///< of that
  double left_out = 0, left_out_p10 = 0, left_out_p90 = 0;  ///< by a fit that has not seen its organisation
  double null = 0;                                          ///< by a constant utilisation that has not seen it

  /// How much longer than its steps and interruptions it took.
  double factor() const { return row->measured / bare; }
};

/// `progress` hears how many rows are done.
std::vector<PredictedTotal> predict_totals(
    std::vector<TrainingTotal>& rows, const Catalog& catalog, const std::function<void(std::size_t)>& progress = {});

/// What teams take beyond steps and interruptions in a run of many months, over these: the median, and how far teams
/// lie apart, the standard deviation of the logarithm. A run never takes less than its steps.
struct OperationFit {
  std::size_t rows = 0;
  double share = 0, spread = 0;

  /// Time to train over that of steps and interruptions of a run like a row, where it and the steps lie so many
  /// standard deviations above their medians together.
  double factor(const PredictedTotal& row, double deviations = 0) const;
};
struct OperationFits {
  OperationFit typical, tuned;  ///< of all, and of vendors and frontier laboratories
};
/// Organisations count by the root of their rows in the medians. The spread is one for all teams: that with which eight
/// of ten runs lie between P10 and P90, the uncertainty of their steps counted.
OperationFits fit_operation(const std::vector<const PredictedTotal*>& rows);

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// Whole trainings whose GPU-hours were published: what the planner says of them, and how much longer than their steps
// alone they took.
#pragma once

#include "core/planning/goals.hpp"

#include <functional>
#include <map>
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
  bool is_tuned() const { return kind == "nvidia" || kind == "industry-frontier"; }
};

/// Reads the rows of a CSV: model (`model_id`, or `shape` as inputs), machine, GPUs, tokens, sequence and batch say a
/// scenario, `org_class` whose operation to expect, `gpu_hours` what it took. Throws BadInput: data, where the text is
/// no such CSV.
std::vector<TrainingTotal> read_totals(std::string_view text, const std::string& source, const Catalog& catalog);

/// What is predicted for a published training on its own GPUs, layout planned, nothing said of software.
struct PredictedTotal {
  const TrainingTotal* row;
  double peak;       ///< 16-bit peak of its accelerator, FLOP/s: the same for one generation
  double ideal;      ///< GPU seconds of its work at that peak
  double bare;       ///< GPU seconds of steps and interruptions
  double predicted;  ///< GPU seconds with the operation of teams like the one that ran it, as the catalog has it
  double p10, p90;   ///< of that
  double left_out = 0,
         null = 0;  ///< the same by a fit, and by a constant utilisation, that has not seen its organisation

  /// How much longer than its steps and interruptions it took.
  double factor() const { return row->measured / bare; }
};

/// `progress` hears how many rows are done.
std::vector<PredictedTotal> predict_totals(
    std::vector<TrainingTotal>& rows, const Catalog& catalog, const std::function<void(std::size_t)>& progress = {});

/// How much longer than their steps and interruptions trainings took: the median, and how far teams lie apart, the
/// standard deviation of the logarithm.
struct OperationFit {
  std::size_t rows = 0;
  double factor = 1, spread = 0;
};
struct OperationFits {
  OperationFit typical, tuned;                 ///< of all, and of vendors and frontier laboratories
  std::map<double, OperationFit> generations;  ///< of all teams on accelerators of one 16-bit peak, FLOP/s
};
/// Organisations count by the root of their rows. A generation has a factor of its own as far as it differs from the
/// others by more than chance (random effects: DerSimonian and Laird 1986); else that of all.
OperationFits fit_operation(const std::vector<const PredictedTotal*>& rows);

}  // namespace llmsize

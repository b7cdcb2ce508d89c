// SPDX-License-Identifier: Apache-2.0
// What a plan would have promised for published runs: the best layout that is found on the same GPUs for the same work,
// beside the time that the authors of the run measured with theirs.
#pragma once

#include "core/calibration/measurement.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace llmsize {

/// What of a layout a search is tempted by.
struct LayoutTaken {
  double tensor, pipeline, interleave, micro_batch;
  double memory_share;  ///< of the fullest GPU
};

/// One configuration: model, accelerators, batch, sequence, precision and stack, and the fastest measured row of it.
struct PlannedRun {
  const Measurement* row;
  bool tuned;  ///< whether runs of its stack are: a search finds layouts as good as theirs, hardly better ones
  std::uint64_t considered;       ///< layouts that were searched
  double bare;                    ///< seconds of a step as it is summed, nothing kept back for the search
  double spread;                  ///< standard deviation of its logarithm, that of the search left out
  double planned, p90;            ///< seconds, as a plan says them
  double left_out, left_out_p90;  ///< the same with a reserve that has not seen the row's source; absent
                                  ///< where no other source tells
  LayoutTaken run, best;

  double factor() const;  ///< how much longer than its parts the step took that was measured
};

/// Plans the configuration of every usable row that has a time. Configurations for which no layout is found are told by
/// `refused`, with the reason. `progress` hears how many rows are done.
std::vector<PlannedRun> planned_runs(
    const std::vector<Measurement>& rows, const Catalog& catalog,
    const std::function<void(const Measurement&, const std::string&)>& refused = {},
    const std::function<void(std::size_t)>& progress = {});

/// How much longer than the sum of its parts the step of a searched layout takes, in the median, and how far above that
/// others lie, beyond what other inputs explain, as a standard deviation of the logarithm.
struct SearchFit {
  std::size_t rows = 0;
  double factor = 1, spread = 0;
};
struct SearchFits {
  SearchFit tuned;  ///< by runs of stacks whose published runs are tuned, for those stacks
  SearchFit all;    ///< by all runs, for every other stack
};
/// Sources count by the root of their runs.
SearchFits fit_search(const std::vector<PlannedRun>& runs);

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// How far predictions are from runs that are unlike those behind them, and whether their ranges say so.
#pragma once

#include "core/calibration/accuracy.hpp"
#include "core/tables/rows.hpp"

#include <string>
#include <vector>

namespace llmsize {

/// Rows that were left out in one way.
struct LeftOut {
  std::string what;  ///< "unmeasured accelerator"
  std::vector<Prediction> by_distance,
      near;  ///< the same times, with ranges that grow with distance, and with those of runs like the measured ones
};

/// One experiment of each kind: other models, in twice as many folds, then other sources, precisions and accelerators,
/// and releases that came later. `printed` are the predictions of the catalog's stacks for the same rows.
std::vector<LeftOut> left_out_by_distance(
    const std::vector<Measurement>& rows, const std::vector<Prediction>& printed, const Catalog& catalog,
    std::size_t folds, std::uint32_t seed);

/// Errors and coverage by what was left out, and by the age of what predicts.
std::vector<TitledTable> distance_tables(const std::vector<LeftOut>& experiments);

/// Marks of an SVG that is so high.
struct Drawing {
  std::string marks;
  double height = 0;
};
/// Coverage by distance and by age, so wide: bars with ranges that grow, marks for those that do not, a band where four
/// fifths belong.
Drawing distance_drawing(const std::vector<LeftOut>& experiments, double width);

}  // namespace llmsize

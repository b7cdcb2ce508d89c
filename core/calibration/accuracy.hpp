// SPDX-License-Identifier: Apache-2.0
// How far predictions are from measurements: one number per row, summaries of many, with rows left out of the fit that
// predicts them.
#pragma once

#include "core/calibration/fit.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace llmsize {

/// A measured number and what is predicted for it, base units.
struct Prediction {
  const Measurement* row;
  std::string metric;  ///< id of the result
  double measured, predicted;
  std::optional<double> p10, p90;

  double error() const { return predicted / measured - 1; }
};

/// What the catalog's stacks predict for every usable row: time and memory, with ranges. `progress` hears how many rows
/// are done.
std::vector<Prediction> predictions(
    const std::vector<Measurement>& rows, const std::function<void(std::size_t)>& progress = {});

/// Errors of a group of predictions, as fractions.
struct ErrorSummary {
  std::size_t rows = 0;
  double mean = 0, median = 0, p90 = 0, max = 0;  ///< of absolute errors
  double bias = 0;                                ///< mean of errors
  double coverage = 0;  ///< share inside P10 to P90, of those that have a range; NaN where none has
};
ErrorSummary summary(const std::vector<Prediction>& predictions);

/// Times predicted by fits that have not seen the row's series: series are dealt into `folds` groups at random, each
/// predicted from the others.
std::vector<Prediction> left_out_times(
    const std::vector<Measurement>& rows, const Catalog& catalog, std::size_t folds, std::uint32_t seed,
    const std::function<void(std::size_t)>& progress = {});

/// Gives predictions the relative ranges that other predictions of the same rows have: how many left-out rows lie
/// inside what is printed.
void borrow_ranges(std::vector<Prediction>& predictions, const std::vector<Prediction>& printed);

/// Times from a constant utilisation: the median of rows of the same stack, accelerator and precision in other groups;
/// of the same accelerator and precision where there are none; of all else.
std::vector<Prediction> null_times(const std::vector<Measurement>& rows, std::size_t folds, std::uint32_t seed);

/// Times from the one set of values that serves all rows of other families best: what to expect for software that
/// nobody measured.
std::vector<Prediction> generic_times(const std::vector<Measurement>& rows, const Catalog& catalog);

}  // namespace llmsize

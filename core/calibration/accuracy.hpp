// SPDX-License-Identifier: Apache-2.0
// How far predictions are from measurements: one number per row, summaries of many, with rows left out of the fit that
// predicts them.
#pragma once

#include "core/calibration/errors.hpp"
#include "core/calibration/fit.hpp"
#include "core/scenario/distance.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace llmsize {

/// What is predicted for a number of a measured row.
struct Prediction : Compared {
  const Measurement* row;
  std::string metric;  ///< id of the result
  Distance far{};      ///< from the rows that a fit saw; of rows that were left out
};

/// What the catalog's stacks predict for every usable row: time and memory, with ranges. `progress` hears how many rows
/// are done.
std::vector<Prediction> predictions(
    const std::vector<Measurement>& rows, const std::function<void(std::size_t)>& progress = {});

ErrorSummary summary(const std::vector<Prediction>& predictions);

/// Errors of series in two parts, as fractions; NaN where there is none of that kind.
struct LevelAndShape {
  double level;  ///< mean over rows of the absolute error that all rows of their series have in common
  double shape;  ///< mean of the absolute errors that a factor per series leaves, of series with two rows or more
};
LevelAndShape level_and_shape(const std::vector<Prediction>& predictions);

/// Of those, the times alone.
std::vector<Prediction> step_times(const std::vector<Measurement>& rows);

/// Rows that are left out of a fit together: an unseen case is another model, or another size or precision of it;
/// somebody else's measurement altogether; or a stack on an accelerator, or in a precision, that it was not measured
/// on.
enum class Together { model_and_precision, source, accelerator, precision };

/// Times predicted by fits that have not seen the row's likes: their groups are dealt into `folds` at random, each
/// predicted from the others.
std::vector<Prediction> left_out_times(
    const std::vector<Measurement>& rows, const Catalog& catalog, Together together, std::size_t folds,
    std::uint32_t seed, const std::function<void(std::size_t)>& progress = {});

/// The same for runs whose stack is not told: `hidden` are the rows as they are read then, in the same order; the stack
/// that the catalog takes for each predicts it, as fitted without its likes.
std::vector<Prediction> left_out_hidden_times(
    const std::vector<Measurement>& rows, const std::vector<Measurement>& hidden, const Catalog& catalog,
    std::size_t folds, std::uint32_t seed);

/// Times of the runs of every release, predicted by fits that have seen no release as new: what an answer is worth
/// after the software has moved on. The newest release that was seen stands for the run's own.
std::vector<Prediction> aged_times(const std::vector<Measurement>& rows, const Catalog& catalog);

/// Times of the runs whose input is more than `most`, predicted by fits that have seen only the others.
std::vector<Prediction> beyond_times(
    const std::vector<Measurement>& rows, const Catalog& catalog, InputKey input, double most);

/// What rows of a stack are of.
FittedTo fitted_to(const std::vector<const Measurement*>& rows);

/// Gives predictions the relative ranges that other predictions of the same rows have, wider by their distance from
/// the rows that their fit saw unless `far` is false: how many left-out rows lie inside what is printed.
void borrow_ranges(std::vector<Prediction>& predictions, const std::vector<Prediction>& printed, bool far = true);

/// Times from a constant utilisation: the median of rows of the same stack, accelerator and precision, the row's model
/// and precision left out with its fold; of the same accelerator and precision where there are none; of all else.
std::vector<Prediction> null_times(const std::vector<Measurement>& rows, std::size_t folds, std::uint32_t seed);

/// Times from the one set of values that serves all rows of other families best: what to expect for software that
/// nobody measured.
std::vector<Prediction> generic_times(const std::vector<Measurement>& rows, const Catalog& catalog);

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// Fits the constants of engines to measured numbers of served models.
#pragma once

#include "core/calibration/calibration.hpp"
#include "core/calibration/served_rows.hpp"

#include <map>
#include <string>

namespace llmsize {

/// The engine whose constants are the defaults of the inputs, on GPUs whose factors are 1: others deviate from it, and
/// where none is named it is the one that serves.
inline constexpr std::string_view base_engine = "tensorrt-llm";

/// Numbers from which constants can be told apart instead of one factor on everything.
inline constexpr std::size_t many_served_rows = 30;

/// What engines and generations of GPUs are judged by: constants that are fitted.
const std::vector<InputKey>& engine_constants();

/// What one's own server tells, from times per token, latencies and throughput: one factor on the time of a step,
/// `engine.model_error`, the middle of what rows ask for. At a request rate batch and queue follow the step time: the
/// factor is solved for, and none is taken at which a row is overloaded. What rows differ by is the factor's spread, a
/// twentieth at least where there are one or two. First tokens tell `engine.prompt_error` then, in the same way, and
/// nothing alone. P99 is heard where nothing else is. From many rows the constants of the engine are fitted, too, each
/// four times as far from the catalog's value as its spread; from few they stay, known as well as rows tell. The
/// release of the rows goes with it. What `catalog` knows of an earlier calibration of an engine is not used. Throws
/// BadInput: data, where no row tells a step time.
Calibration calibrate_serving(
    const std::vector<PredictedServing>& rows, const Catalog& catalog, const std::string& source);
/// The same of rows as they are read: also of those that are overloaded until the factor is found, whose `before` is
/// absent.
Calibration calibrate_serving(std::vector<ServedRow>& rows, const Catalog& catalog, const std::string& source);

/// Predictions of every row by constants that have not seen its series: series are dealt into `folds` at random, and
/// each is predicted from the others. Constants are those of TensorRT-LLM on Hopper, other engines deviate from them,
/// and other generations of GPUs do; they start from the defaults of the inputs in one digit, without what the catalog
/// knows of engine or GPU.
std::vector<PredictedServing> left_out_serving(
    const std::vector<PredictedServing>& rows, const Catalog& catalog, std::size_t folds, std::uint32_t seed,
    const std::function<void(std::size_t)>& progress = {});

/// Values of constants by key: those of TensorRT-LLM on Hopper, which are the defaults of inputs; of other engines by
/// id; factors of GPUs by id, one of each generation or more.
struct ServedConstants {
  std::map<std::string, double> common;
  std::map<std::string, std::map<std::string, double>> engines, chips;
};

/// What all rows tell together: the constants that the catalog should have.
ServedConstants refit_serving(const std::vector<PredictedServing>& rows, const Catalog& catalog);

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// What a calibration may set: inputs that a probe measures or that are fitted to step times. What a model is, how many
// nodes there are or what a GPU is built of, nobody measures.
#pragma once

#include "core/calibration/fit.hpp"
#include "core/record/plausible.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

struct Measurable {
  InputKey key;
  Plausible value;  ///< within the bounds of the input, and above 0
};

/// All of them: those of probes, those that are fitted, and the error that a fit leaves.
const std::vector<Measurable>& measurable_inputs();
/// The one of a key, or nullptr.
const Measurable* find_measurable(std::string_view key);
/// The one of a key that a probe sets.
const Measurable& measurable_input(std::string_view key);

/// P90 over P10 at most: what spreads further tells nothing.
inline constexpr double widest_range = 1e4;

/// Why a measured value with its range cannot be one of this input, in a clause such as "0 B/s is no sensible value";
/// empty where it can.
std::string implausible(const Measurable& input, double median, double p10, double p90);

}  // namespace llmsize

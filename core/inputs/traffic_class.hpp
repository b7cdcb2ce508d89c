// SPDX-License-Identifier: Apache-2.0
// A class of traffic that shares replicas with others: what its requests have of their own.
#pragma once

#include "core/formula/id.hpp"

#include <array>
#include <iterator>
#include <string>
#include <vector>

namespace llmsize {

/// Inputs of which a class has a value of its own, in base units.
inline constexpr InputKey own_of_class[] = {
    "serving.input_cv2",  "serving.output_cv2",      "serving.shared_tokens", "traffic.turns",
    "traffic.think_time", "traffic.think_cv",        "traffic.turn_tokens",   "traffic.kept_output",
    "traffic.prompts",    "traffic.volatile_tokens", "traffic.reuse_most",
};
/// Inputs of which a class has so many times what all requests have: mean lengths, SLOs and what is found of a prompt
/// in the prefix cache. They follow those of all where these move.
inline constexpr InputKey scaled_of_class[] = {
    "serving.input_tokens",  "serving.output_tokens", "serving.ttft_limit",     "serving.tpot_limit",
    "serving.latency_limit", "serving.prefix_hit",    "serving.prefix_hit_gpu",
};

/// The place of an input in one of these lists, known at compile time; their size where it is not among them.
template <std::size_t Size>
constexpr std::size_t place_in(const InputKey (&list)[Size], std::string_view key) {
  std::size_t place = 0;
  while (place < Size && list[place].text() != key) ++place;
  return place;
}

struct TrafficClass {
  std::string id;    ///< of the catalog: "chat"
  std::string name;  ///< "Chat"
  double share = 1;  ///< of all requests
  std::array<double, std::size(own_of_class)> own{};
  std::array<double, std::size(scaled_of_class)> scaled{};  ///< NaN of an SLO that the class does not have

  double& own_of(InputKey key) { return own[place_in(own_of_class, key.text())]; }
  double& scale_of(InputKey key) { return scaled[place_in(scaled_of_class, key.text())]; }
  double scale_of(InputKey key) const { return scaled[place_in(scaled_of_class, key.text())]; }
};
using TrafficClasses = std::vector<TrafficClass>;

}  // namespace llmsize

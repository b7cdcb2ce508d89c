// SPDX-License-Identifier: Apache-2.0
// Which version saved a scenario, and what it answered then.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace llmsize {

struct Saved {
  std::string version;                                   ///< "0.1.0"
  std::vector<std::pair<std::string, double>> answer{};  ///< ids of results and their values, base units
  bool operator==(const Saved&) const = default;
};

/// Notes with a last line that says it: "Saved by llmsize 0.1.0: planning.nodes=48 training.calendar_time=2479680". The
/// notes of a file are text to every version, so that older ones read such a file as any other.
std::string with_saved(const std::string& notes, const Saved& saved);
/// Takes that line off the notes; nothing where there is none.
std::optional<Saved> take_saved(std::string& notes);

}  // namespace llmsize

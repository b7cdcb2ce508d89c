// SPDX-License-Identifier: Apache-2.0
// The sizes around a plan as pages show them: each with its own layout.
#pragma once

#include "core/view/state.hpp"

#include <optional>
#include <string>
#include <vector>

namespace llmsize {

/// A number of nodes with what was planned on it.
struct PlannedSize {
  /// What answers speak of it for: nothing, as one of those between; as the fewest at a certainty, or for a deadline.
  enum class Kind { between, of_certainty, of_deadline };

  double nodes;  ///< spares included
  Kind kind = Kind::between;
  std::string name{};               ///< what answers call it: "P80", "for 60.0 days"; empty: it is one of those between
  std::optional<Around> planned{};  ///< nothing where no layout fits
  Changes use{};                    ///< what a user says to have it; nothing of the scenario's own
  bool chosen = false;
};

/// The scenario's own size and those around it, fewest nodes first; nothing where none were planned.
std::vector<PlannedSize> planned_sizes(const Subject& subject, const Around& around);

/// A result over those that fit as a line with its band: every size is a mark, the chosen one is called out, and those
/// that answers speak of carry their names.
Plot::Series planned_line(const std::vector<PlannedSize>& sizes, ResultKey id, Hue hue);

/// Where they end, what lies between, and what decides, a row each, which can be taken.
Chart ladder_chart(const Subject& subject, const Around& around, const std::vector<PlannedSize>& sizes);

/// What a reader asks that this answers: "Why 49 nodes?".
std::string ladder_question(const Subject& subject, const Around& around);

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// A study: scenarios that differ in a few inputs. What a *.llmsize file holds when it gives lists, and what sweeps run
// over.
#pragma once

#include "core/scenario/scenario.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// An input and the values it takes one after the other.
struct Axis {
  std::string key;
  std::vector<Scenario::Said> values;
};

struct Study {
  std::string name;                  ///< a title for people; may be empty
  std::string notes;                 ///< what the question is and where it comes from; may be empty
  std::vector<std::string> results;  ///< ids of the results that answer it; may be empty
  Scenario base;
  std::vector<Axis> axes;

  /// How many combinations there are, 1 without axes. Throws BadInput: usage, beyond `most_points`.
  std::size_t points() const;
  /// Every combination, the last axis changing fastest; the base alone without axes. Throws as `points` does.
  std::vector<Scenario> scenarios() const;
};

/// More combinations are refused.
inline constexpr std::size_t most_points = 100000;

/// Whether a text gives several values for a key.
bool is_several(std::string_view key, std::string_view text);

/// The values of a list or range: "1,2,4", "1..8" (whole numbers), "8..64+8" (steps), "1..1024x2" (factors). Ends are
/// included, and units are allowed: "10GB/s..90GB/s+10GB/s". Throws BadInput as `value_of` does.
Axis read_axis(std::string_view key, std::string_view text, const Giver& giver);

/// A study from the text of a *.llmsize file; a list there is an axis. Throws BadInput: data.
Study read_study(std::string_view text, const std::string& source);

}  // namespace llmsize

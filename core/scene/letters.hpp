// SPDX-License-Identifier: Apache-2.0
// The letters of a scene and how wide they are.
#pragma once

#include "core/scene/shapes.hpp"

#include <string>
#include <vector>

namespace llmsize::scene {

/// What letters are for.
enum class Role { title, label, label_strong, header, series, tick };

struct Font {
  double size;  ///< in pixels
  bool bold;
};
/// At letters of usual size.
Font font(Role role);

/// The end of the word that begins at a place: lines are broken at spaces, but not before a dot between parts.
std::size_t end_of_word(const std::string& text, std::size_t from);

/// Measures the letters that a scene is painted with. All lengths are pixels.
class Letters {
 public:
  Letters() = default;
  virtual ~Letters() = default;
  Letters(const Letters&) = delete;
  Letters& operator=(const Letters&) = delete;

  /// 1 for letters of usual size; lengths grow with them.
  virtual double scale() const = 0;
  virtual double width(const std::string& text, Role role) const = 0;
  /// Of a line, whatever it says.
  virtual double height(Role role) const = 0;

  double px(double length) const { return scale() * length; }
  Size size(const std::string& text, Role role) const { return {width(text, role), height(role)}; }
  /// The text, or as much of its beginning as fits before an ellipsis.
  std::string elided(const std::string& text, Role role, double width) const;
  /// The text in lines of at most that width, broken between words; the last of `most` lines is elided.
  std::vector<std::string> wrapped(const std::string& text, Role role, double width, std::size_t most) const;
};

}  // namespace llmsize::scene

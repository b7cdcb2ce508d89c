// SPDX-License-Identifier: Apache-2.0
// The letters of pictures and how wide they are.
#pragma once

#include "core/pictures/shapes.hpp"

#include <string>
#include <vector>

namespace llmsize::pictures {

/// What letters are for.
enum class Role { title, label, label_strong, series, tick };

/// What is asked for in this order. Liberation Sans is as wide as Arial and Helvetica letter by letter, so that a
/// picture that was measured with it keeps its layout where only those are.
inline constexpr const char* font_family = "Liberation Sans, Arial, Helvetica, sans-serif";

struct Font {
  double size;  ///< in pixels
  bool bold;
};
/// At letters of usual size.
Font font(Role role);

/// The letters of one picture; `scale` is 1 for letters of usual size.
class Letters {
 public:
  explicit Letters(double scale) : scale_(scale) {}

  double scale() const { return scale_; }
  double width(const std::string& text, Role role) const;
  /// Of a line, whatever it says.
  double height(Role role) const;
  Size size(const std::string& text, Role role) const { return {width(text, role), height(role)}; }
  /// The text, or as much of its beginning as fits before an ellipsis.
  std::string elided(const std::string& text, Role role, double width) const;
  /// The text in lines of at most that width, broken between words; the last of `most` lines is elided.
  std::vector<std::string> wrapped(const std::string& text, Role role, double width, std::size_t most) const;

 private:
  double scale_;
};

}  // namespace llmsize::pictures

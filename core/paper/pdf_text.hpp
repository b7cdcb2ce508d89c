// SPDX-License-Identifier: Apache-2.0
// Letters on paper. Lengths are points, 1/72 inch.
#pragma once

#include <cairo.h>
#include <pango/pango.h>

#include <cstdint>
#include <memory>
#include <string>

namespace llmsize::pdf {

/// Colours on white, 0xRRGGBB.
namespace ink {
inline constexpr std::uint32_t dark = 0x18202B, grey = 0x475467, faint = 0x667085, border = 0xDDE2E9,
                               strong_border = 0x8A94A6, good = 0x1A7F4E, just = 0xB26A00, bad = 0x930013;
}  // namespace ink

enum class Family { sans, serif, mono };

/// How letters look.
struct Type {
  double size = 9;
  bool bold = false;
  std::uint32_t colour = ink::dark;
  Family family = Family::sans;
};

/// A text in lines that are at most so wide.
class Text {
 public:
  /// `markup` is that of Pango: i, b, sub, sup; what is no markup is escaped by `in_html`. Without a width it is one
  /// line.
  Text(const std::string& markup, const Type& type, double width = 0, bool to_right = false);

  double width() const { return width_; }
  double height() const { return height_; }
  /// From its top to the line that letters stand on, of the first line.
  double baseline() const { return baseline_; }
  void draw(cairo_t* paper, double left, double top) const;

 private:
  std::shared_ptr<PangoLayout> layout_;
  std::uint32_t colour_;
  double width_ = 0, height_ = 0, baseline_ = 0;
};

void set_colour(cairo_t* paper, std::uint32_t colour);

}  // namespace llmsize::pdf

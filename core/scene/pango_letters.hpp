// SPDX-License-Identifier: Apache-2.0
// The letters of pictures, measured with Pango, the same that turns them into PNG and PDF.
#pragma once

#include "core/scene/letters.hpp"

namespace llmsize::scene {

/// What is asked for in this order. Liberation Sans is as wide as Arial and Helvetica letter by letter, so that a
/// picture that was measured with it keeps its layout where only those are.
inline constexpr const char* font_family = "Liberation Sans, Arial, Helvetica, sans-serif";

class PangoLetters final : public Letters {
 public:
  explicit PangoLetters(double scale) : scale_(scale) {}

  double scale() const override { return scale_; }
  double width(const std::string& text, Role role) const override;
  double height(Role role) const override;

 private:
  double scale_;
};

}  // namespace llmsize::scene

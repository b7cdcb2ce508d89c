// SPDX-License-Identifier: Apache-2.0
#include "core/scene/pango_letters.hpp"

#include "core/scene/pango_context.hpp"

#include <array>
#include <cmath>
#include <memory>
#include <unordered_map>

namespace llmsize::scene {
namespace {

/// A layout for the letters of one role at their usual size.
class Measure {
 public:
  explicit Measure(Font font) {
    const SharedContext context = pango_context();
    layout_.reset(pango_layout_new(context.get()));
    PangoFontDescription* description = pango_font_description_new();
    pango_font_description_set_family(description, font_family);
    pango_font_description_set_weight(description, font.bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_font_description_set_absolute_size(description, font.size * PANGO_SCALE);
    pango_layout_set_font_description(layout_.get(), description);
    pango_font_description_free(description);
  }

  double width(const std::string& text) {
    const auto [known, is_new] = widths_.try_emplace(text, 0);
    if (!is_new) return known->second;
    pango_layout_set_text(layout_.get(), text.data(), static_cast<int>(text.size()));
    PangoRectangle taken{};
    pango_layout_get_extents(layout_.get(), nullptr, &taken);
    return known->second = static_cast<double>(taken.width) / PANGO_SCALE;
  }

 private:
  std::unique_ptr<PangoLayout, Unref> layout_;
  std::unordered_map<std::string, double> widths_;
};

constexpr auto role_count = static_cast<std::size_t>(Role::tick) + 1;

/// Pango's font maps belong to their thread.
Measure& measure(Role role) {
  thread_local std::array<std::unique_ptr<Measure>, role_count> all;
  auto& wanted = all[static_cast<std::size_t>(role)];
  if (!wanted) wanted = std::make_unique<Measure>(font(role));
  return *wanted;
}

}  // namespace

double PangoLetters::width(const std::string& text, Role role) const { return scale_ * measure(role).width(text); }

double PangoLetters::height(Role role) const { return scale_ * std::ceil(font(role).size * 1.25); }

}  // namespace llmsize::scene

// SPDX-License-Identifier: Apache-2.0
// Measures letters with Pango, the same that turns pictures into PNG and PDF.
#include "core/pictures/letters.hpp"

#include <pango/pangocairo.h>

#include <array>
#include <memory>
#include <unordered_map>

namespace llmsize::pictures {
namespace {

struct Unref {
  void operator()(void* object) const { g_object_unref(object); }
};

/// A layout for the letters of one role at their usual size: widths are not rounded to whole pixels, so that they grow
/// with the letters.
class Measure {
 public:
  explicit Measure(Font font) {
    const std::unique_ptr<PangoContext, Unref> context(
        pango_font_map_create_context(pango_cairo_font_map_get_default()));
    cairo_font_options_t* options = cairo_font_options_create();
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    pango_cairo_context_set_font_options(context.get(), options);
    cairo_font_options_destroy(options);
    pango_context_set_round_glyph_positions(context.get(), FALSE);
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

constexpr std::array roles{Role::title, Role::label, Role::label_strong, Role::series, Role::tick};

/// Pango's font maps belong to their thread.
Measure& measure(Role role) {
  thread_local std::array<std::unique_ptr<Measure>, roles.size()> all;
  auto& wanted = all[static_cast<std::size_t>(role)];
  if (!wanted) wanted = std::make_unique<Measure>(font(role));
  return *wanted;
}

/// Where the letter that begins before `end` begins.
std::size_t letter_before(const std::string& text, std::size_t end) {
  do --end;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80);
  return end;
}

}  // namespace

Font font(Role role) {
  switch (role) {
    case Role::title: return {15, true};
    case Role::label: return {12, false};
    case Role::label_strong:
    case Role::series: return {12, true};
    case Role::tick: return {11, false};
  }
  return {12, false};
}

double Letters::width(const std::string& text, Role role) const { return scale_ * measure(role).width(text); }

double Letters::height(Role role) const { return scale_ * std::ceil(font(role).size * 1.25); }

std::string Letters::elided(const std::string& text, Role role, double width) const {
  if (this->width(text, role) <= width + 0.5) return text;
  for (std::size_t end = text.size(); end > 0;) {
    end = letter_before(text, end);
    std::string shown = text.substr(0, text.find_last_not_of(' ', end == 0 ? 0 : end - 1) + 1) + "…";
    if (end > 0 && this->width(shown, role) <= width + 0.5) return shown;
  }
  return {};
}

std::vector<std::string> Letters::wrapped(const std::string& text, Role role, double width, std::size_t most) const {
  std::vector<std::string> lines;
  std::string line;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    std::string longer = line;
    if (!line.empty()) longer += ' ';
    longer += word;
    if (!line.empty() && this->width(longer, role) > width + 0.5) {
      if (lines.size() + 1 == most) {
        lines.push_back(elided(line + ' ' + text.substr(at), role, width));
        return lines;
      }
      lines.push_back(std::exchange(line, word));
    } else {
      line = longer;
    }
    at = end + 1;
  }
  if (!line.empty()) lines.push_back(elided(line, role, width));
  return lines;
}

}  // namespace llmsize::pictures

// SPDX-License-Identifier: Apache-2.0
// Sets letters with Pango.
#include "core/paper/pdf_text.hpp"

#include "core/scene/pango_context.hpp"
#include "core/scene/pango_letters.hpp"

namespace llmsize::pdf {
namespace {

const char* names_of(Family family) {
  switch (family) {
    case Family::sans: return scene::font_family;
    case Family::serif: return "Liberation Serif, Times New Roman, Times, serif";
    case Family::mono: return "Liberation Mono, Courier New, monospace";
  }
  return scene::font_family;
}

PangoContext* context() {
  thread_local const scene::SharedContext shared = scene::pango_context();
  return shared.get();
}

}  // namespace

Text::Text(const std::string& markup, const Type& type, double width, bool to_right)
    : layout_(pango_layout_new(context()), scene::Unref{}), colour_(type.colour) {
  PangoFontDescription* font = pango_font_description_new();
  pango_font_description_set_family(font, names_of(type.family));
  pango_font_description_set_weight(font, type.bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_font_description_set_absolute_size(font, type.size * PANGO_SCALE);
  pango_layout_set_font_description(layout_.get(), font);
  pango_font_description_free(font);
  if (width > 0) {
    pango_layout_set_width(layout_.get(), static_cast<int>(width * PANGO_SCALE));
    pango_layout_set_wrap(layout_.get(), PANGO_WRAP_WORD_CHAR);
  }
  if (to_right) pango_layout_set_alignment(layout_.get(), PANGO_ALIGN_RIGHT);
  constexpr float line_distance = 1.25F;
  pango_layout_set_line_spacing(layout_.get(), line_distance);
  pango_layout_set_markup(layout_.get(), markup.data(), static_cast<int>(markup.size()));
  PangoRectangle taken{};
  pango_layout_get_extents(layout_.get(), nullptr, &taken);
  width_ = static_cast<double>(taken.width) / PANGO_SCALE;
  height_ = static_cast<double>(taken.height) / PANGO_SCALE;
  baseline_ = static_cast<double>(pango_layout_get_baseline(layout_.get())) / PANGO_SCALE;
}

void Text::draw(cairo_t* paper, double left, double top) const {
  set_colour(paper, colour_);
  cairo_move_to(paper, left, top);
  pango_cairo_show_layout(paper, layout_.get());
}

void set_colour(cairo_t* paper, std::uint32_t colour) {
  const auto part = [&](int shift) { return static_cast<double>((colour >> shift) & 0xFF) / 255; };
  cairo_set_source_rgb(paper, part(16), part(8), part(0));
}

}  // namespace llmsize::pdf

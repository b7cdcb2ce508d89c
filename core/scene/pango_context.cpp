// SPDX-License-Identifier: Apache-2.0
#include "core/scene/pango_context.hpp"

#include "core/files/bad_input.hpp"

namespace llmsize::scene {
namespace {

/// Without any, Pango ends the program. The families that it lists have fonts or not.
void require_fonts(PangoFontMap* fonts, PangoContext* context) {
  PangoFontDescription* any = pango_font_description_from_string("sans-serif 10");
  const std::unique_ptr<PangoFont, Unref> font(pango_font_map_load_font(fonts, context, any));
  pango_font_description_free(any);
  if (!font)
    throw BadInput(
        BadInput::Kind::file, "no font is found for text in pictures and PDF",
        "install fonts such as Liberation, or unset FONTCONFIG_FILE and FONTCONFIG_PATH");
}

}  // namespace

SharedContext pango_context() {
  PangoFontMap* fonts = pango_cairo_font_map_get_default();
  SharedContext context(pango_font_map_create_context(fonts));
  require_fonts(fonts, context.get());
  cairo_font_options_t* options = cairo_font_options_create();
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  pango_cairo_context_set_font_options(context.get(), options);
  cairo_font_options_destroy(options);
  pango_context_set_round_glyph_positions(context.get(), FALSE);
  return context;
}

}  // namespace llmsize::scene

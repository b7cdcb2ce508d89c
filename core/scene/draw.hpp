// SPDX-License-Identifier: Apache-2.0
// Pictures as parts of what cairo draws.
#pragma once

#include <cairo.h>

#include <string_view>

namespace llmsize {

/// Draws a picture on something of cairo with its upper left corner there, `scale` units per pixel. Throws BadInput:
/// data for what is no SVG, or has no size.
void draw_svg(cairo_t* drawing, std::string_view svg, double left, double top, double scale);

}  // namespace llmsize

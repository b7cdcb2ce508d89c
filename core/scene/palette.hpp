// SPDX-License-Identifier: Apache-2.0
// The colours of pictures, those of the app, by theme.
#pragma once

#include "core/charts/chart.hpp"

#include <cstdint>
#include <string>

namespace llmsize {

/// The ground a picture stands on. `page` leaves the choice to the HTML page it becomes a part of: colours are CSS
/// variables, light where the page says nothing.
enum class PictureTheme { light, dark, page };

/// What a page declares to switch its pictures of `PictureTheme::page`: "--llmsize-text:#18202b;…".
std::string theme_variables(PictureTheme theme);

}  // namespace llmsize

namespace llmsize::scene {

struct Colour {
  std::uint32_t light, dark;  ///< 0xRRGGBB
  std::string name;           ///< of the CSS variable: "gpu"
};

namespace colours {
inline const Colour surface{0xFFFFFF, 0x1A2029, "surface"};
inline const Colour border{0xDDE2E9, 0x2C3542, "border"};
inline const Colour control{0x8A94A6, 0x6B7787, "control"};
inline const Colour grid{0xE9ECF1, 0x262E39, "grid"};
inline const Colour text{0x18202B, 0xE8ECF2, "text"};
inline const Colour text2{0x475467, 0xB3BCCA, "text2"};
inline const Colour text3{0x667085, 0x8D98A9, "text3"};
inline const Colour accent{0x0B62B0, 0x6CB6F0, "accent"};
inline const Colour accent_soft{0xE6F0FA, 0x1D3144, "accent-soft"};
inline const Colour error{0x930013, 0xF28B82, "error"};
}  // namespace colours

/// Of marks and filled areas.
Colour colour(Hue hue);
/// Of a second part of the same hue.
Colour tint(Hue hue);
/// Of letters; grey and amber marks are too light for letters.
Colour ink(Hue hue);
/// Of letters on a filled area: dark or white, whichever is read better.
Colour text_on(const Colour& ground);

/// As an attribute of SVG says it: "#0072b2", "var(--llmsize-gpu,#0072b2)".
std::string css(const Colour& colour, PictureTheme theme);
/// How much of an area between two lines covers what is below.
std::string band_opacity(PictureTheme theme);

}  // namespace llmsize::scene

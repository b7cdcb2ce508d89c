// SPDX-License-Identifier: Apache-2.0
// SVG turned into files for those who cannot use it: pixels and paper.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// PNG of a picture of `PictureTheme::light` or `PictureTheme::dark`; `scale` pixels per pixel of the picture. Throws
/// BadInput: data for what is no SVG, or has no size.
std::string as_png(std::string_view svg, double scale = 2);

/// One page per picture, each as large as its picture, 96 pixels to the inch. Fonts are embedded and text can be
/// selected. Throws as `as_png` does.
std::string as_pdf(const std::vector<std::string>& svgs, const std::string& title = {});

}  // namespace llmsize

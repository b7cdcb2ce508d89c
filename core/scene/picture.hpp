// SPDX-License-Identifier: Apache-2.0
// Charts as pictures: SVG 1.1 that stands alone, in the quality and colours of the app.
#pragma once

#include "core/charts/chart.hpp"
#include "core/scene/palette.hpp"

#include <string>

namespace llmsize {

struct PictureLook {
  double width = 720, height = 460;  ///< in pixels, with title and footer
  PictureTheme theme = PictureTheme::light;
  bool titles = true;       ///< the chart's title and subtitle are drawn; its <title> has them either way
  std::string footer{};     ///< "llmsize 0.1.0 · GPT-3 on DGX H100"; empty: none
  std::size_t columns = 0;  ///< of several charts beside each other; 0: as many as make them look best
  double letters = 1;       ///< size of letters and lines: 1 is 12 pixels, as on a screen; more for slides
};

/// The picture of a chart. Nothing in it refers to an id or to anything outside, so that many can stand in one page.
/// Texts that do not fit are broken into lines or left out, never painted over each other.
std::string as_svg(const Chart& chart, const PictureLook& look = {});

/// Several charts beside and below each other; the footer stands once.
std::string as_svg(const std::vector<Chart>& charts, const PictureLook& look = {});

/// The look with letters as large as its size asks for (1 at 800 × 450), and as small as its charts need to be legible
/// whole; never smaller than 0.6.
PictureLook with_fitting_letters(const std::vector<Chart>& charts, PictureLook look);

/// The height at which everything of a chart is legible, for the look's width, titles, footer and letters. Plots take
/// any height; tables and bars need as much as they have rows.
double wished_height(const Chart& chart, const PictureLook& look = {});

}  // namespace llmsize

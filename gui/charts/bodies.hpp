// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of body. Each makes its own picture; `body_of` chooses.
#pragma once

#include "gui/charts/body.hpp"

namespace llmsize::gui {

std::unique_ptr<Body> make_plot(const Plot& plot);
/// One bar with a list of its parts.
std::unique_ptr<Body> make_parts(const Stack& stack);
/// Several bars with a legend below.
std::unique_ptr<Body> make_stacks(const Stack& stack);
std::unique_ptr<Body> make_bars(const Bars& bars);
std::unique_ptr<Body> make_dots(const Dots& dots);
std::unique_ptr<Body> make_heat(const Heat& heat);
std::unique_ptr<Body> make_timeline(const Timeline& timeline);
std::unique_ptr<Body> make_grid(const Grid& grid);

/// A point in words: "GPU memory, nodes 48: 24.6 days, range 22.9 days to 26.5 days".
QString words_of(const Plot& plot, const Plot::Series& series, const Plot::Point& point);
/// A cell in words: "tensor parallel 4, pipeline parallel 8: 43.7 GB".
QString words_of(const Heat& heat, std::size_t cell);

}  // namespace llmsize::gui

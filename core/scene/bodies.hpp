// SPDX-License-Identifier: Apache-2.0
// The kinds of body. Each is one file: how it is laid out, how high it wants to be, and what is said of its numbers.
#pragma once

#include "core/scene/canvas.hpp"

namespace llmsize::scene {

/// Lays a body out in an area, with a sample for every number in view.
void lay_out(Canvas& canvas, const Plot& plot, const Box& area, const View& view);
/// One bar and the list of its parts, or several with a legend below.
void lay_out(Canvas& canvas, const Stack& stack, const Box& area, const View& view);
void lay_out(Canvas& canvas, const Bars& bars, const Box& area, const View& view);
void lay_out(Canvas& canvas, const Dots& dots, const Box& area, const View& view);
void lay_out(Canvas& canvas, const Heat& heat, const Box& area, const View& view);
void lay_out(Canvas& canvas, const Timeline& timeline, const Box& area, const View& view);
void lay_out(Canvas& canvas, const Elevation& elevation, const Box& area, const View& view);
void lay_out(Canvas& canvas, const Networks& networks, const Box& area, const View& view);
void lay_out(Canvas& canvas, const Grid& grid, const Box& area, const View& view);

/// The height at which everything is legible in a width.
double wished_height(const Letters& letters, const Plot& plot, double width);
double wished_height(const Letters& letters, const Stack& stack, double width);
double wished_height(const Letters& letters, const Bars& bars, double width);
double wished_height(const Letters& letters, const Dots& dots, double width);
double wished_height(const Letters& letters, const Heat& heat, double width);
double wished_height(const Letters& letters, const Timeline& timeline, double width);
double wished_height(const Letters& letters, const Elevation& elevation, double width);
double wished_height(const Letters& letters, const Networks& networks, double width);
double wished_height(const Letters& letters, const Grid& grid, double width);

/// What each mark of each row stands for; absent where there is nothing.
using Values = std::vector<std::vector<double>>;
Values values_of(const Plot& plot);
Values values_of(const Stack& stack);
Values values_of(const Bars& bars);
Values values_of(const Dots& dots);
Values values_of(const Heat& heat);
Values values_of(const Timeline& timeline);
Values values_of(const Elevation& elevation);
Values values_of(const Networks& networks);
Values values_of(const Grid& grid);

/// What is said of a mark.
std::string words_of(const Plot& plot, std::size_t row, std::size_t mark);
std::string words_of(const Stack& stack, std::size_t row, std::size_t mark);
std::string words_of(const Bars& bars, std::size_t row, std::size_t mark);
std::string words_of(const Dots& dots, std::size_t row, std::size_t mark);
std::string words_of(const Heat& heat, std::size_t row, std::size_t mark);
std::string words_of(const Timeline& timeline, std::size_t row, std::size_t mark);
std::string words_of(const Elevation& elevation, std::size_t row, std::size_t mark);
std::string words_of(const Networks& networks, std::size_t row, std::size_t mark);
std::string words_of(const Grid& grid, std::size_t row, std::size_t mark);

}  // namespace llmsize::scene

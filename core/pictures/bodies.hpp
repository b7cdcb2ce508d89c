// SPDX-License-Identifier: Apache-2.0
// The kinds of body: each paints itself into an area.
#pragma once

#include "core/pictures/ink.hpp"

namespace llmsize::pictures {

void paint(Ink& ink, const Plot& plot, const Box& area);
/// One bar and the list of its parts, or several with a legend below.
void paint(Ink& ink, const Stack& stack, const Box& area);
void paint(Ink& ink, const Bars& bars, const Box& area);
void paint(Ink& ink, const Dots& dots, const Box& area);
void paint(Ink& ink, const Heat& heat, const Box& area);
void paint(Ink& ink, const Timeline& timeline, const Box& area);
void paint(Ink& ink, const Grid& grid, const Box& area);

/// The height at which everything is legible in a width.
double wished_height(const Ink& ink, const Plot& plot, double width);
double wished_height(const Ink& ink, const Stack& stack, double width);
double wished_height(const Ink& ink, const Bars& bars, double width);
double wished_height(const Ink& ink, const Dots& dots, double width);
double wished_height(const Ink& ink, const Heat& heat, double width);
double wished_height(const Ink& ink, const Timeline& timeline, double width);
double wished_height(const Ink& ink, const Grid& grid, double width);

}  // namespace llmsize::pictures

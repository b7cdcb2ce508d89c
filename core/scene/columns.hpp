// SPDX-License-Identifier: Apache-2.0
// How a table shares its width out to its columns.
#pragma once

#include <functional>
#include <vector>

namespace llmsize::scene {

/// Into how many lines the texts of a column break at a width, in all; never more at a greater width.
using LinesAt = std::function<std::size_t(std::size_t column, double width)>;

/// Columns between the widths `least` and `natural`, at which no text is broken, and at most `room` wide in all unless
/// `least` is wider: the column with the most broken lines gets what it needs for fewer, for as long as there is
/// room. What is left is shared in proportion to what is lacking.
std::vector<double> few_lines(
    const std::vector<double>& least, const std::vector<double>& natural, double room, const LinesAt& lines);

}  // namespace llmsize::scene

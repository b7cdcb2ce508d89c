// SPDX-License-Identifier: Apache-2.0
// Any study as charts: answered rows drawn by the shape of what tells them apart.
#pragma once

#include "core/charts/chart.hpp"
#include "core/study/marks.hpp"
#include "core/tables/rows.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace llmsize {

/// How a study is drawn:
///   lines  a result over an input that is a number, one line per value of what else differs
///   bars   a bar per row, in groups where two words tell rows apart
///   dots   the same on a logarithmic axis
///   heat   a result over two inputs that are numbers
///   front  two results against each other, and the rows that no other beats in both
enum class StudyKind { lines, bars, dots, heat, front };

/// Their words in this order.
std::span<const std::string_view> study_kinds();
/// Throws BadInput: usage, for any other word, with `option` as who gave it.
StudyKind study_kind(std::string_view word, std::string_view option);

/// Refuses a kind before scenarios are answered where their inputs tell that they cannot be drawn that way: a heat map
/// and lines run over numbers. Throws BadInput as `study_charts` does.
void require_drawable(StudyKind kind, const std::vector<std::pair<std::string, Scenario>>& scenarios);

/// A chart per result where there are few, else one of what people ask first; of a front one. Without a kind each is
/// drawn as the shape of the study suggests. Rows that do not hold are crosses, P10 and P90 are bands where rows have
/// them. Throws BadInput: usage, where the rows cannot be drawn that way: what was expected, and what differs.
std::vector<Chart> study_charts(
    const AnsweredRows& table, std::optional<StudyKind> kind = {}, const StudyMarks& marks = {});

}  // namespace llmsize

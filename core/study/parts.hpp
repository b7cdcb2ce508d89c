// SPDX-License-Identifier: Apache-2.0
// The kinds of charts that a study is drawn as; `study_charts` chooses.
#pragma once

#include "core/study/marks.hpp"
#include "core/study/shape.hpp"

#include <functional>
#include <optional>

namespace llmsize {

/// Over `x`; every combination of what else differs is a line. Marks stand where their inputs say.
Chart study_lines(
    const AnsweredRows& table, const StudyShape& shape, const Amount& x, const Amount& result, const StudyMarks& marks);
/// Lines of several results on one panel: of one unit and size as they are, over years as multiples of the first year.
/// Nothing where they cannot be compared.
std::optional<Chart> study_together(
    const AnsweredRows& table, const StudyShape& shape, const Amount& x, const std::vector<Amount>& results,
    const StudyMarks& marks);
/// A bar per row, or a dot on a logarithmic axis; marks are told beside the rows whose inputs they have.
Chart study_bars(
    const AnsweredRows& table, const StudyShape& shape, const Amount& result, bool dots, const StudyMarks& marks);
/// The first of two numbers goes down, the second across.
Chart study_heat(const AnsweredRows& table, const StudyShape& shape, const Amount& result);
/// All rows as dots, and those that no other row beats in both as a line.
Chart study_front(const AnsweredRows& table, const StudyShape& shape, const Amount& x, const Amount& y);

/// What rows are called in a title.
using RowNames = std::function<std::string(const AnsweredRow&)>;

/// What a study says of a limit that all its rows state for the result: "Deadline 30.0 days met in 3 of 4 rows, first
/// 28.7 days (48 nodes)". Empty where none does.
std::string goal_sentence(const AnsweredRows& table, const Amount& result, const RowNames& called);
/// The title of a study: of its goal, else all of a few rows, else the smallest and the largest of the rows that hold:
/// "Time to train from 12.3 days (NVIDIA DGX B200) to 60.1 days (NVIDIA DGX A100)".
std::string study_title(const AnsweredRows& table, const Amount& result, const RowNames& called);
/// Whether what a mark says of inputs is what the row has.
bool is_of(const StudyMark& mark, const AnsweredRow& row);

/// Results that are known of any row: all of a few, else the one that people ask first and that differs.
std::vector<Amount> drawn_results(const AnsweredRows& table);
/// The number of a row, where somebody looks at it and formulas tell it.
Source source_in(const AnsweredRow& row, const Amount& amount);
inline bool is_pinned(const AnsweredRow& row) { return row.seen && row.seen->pinned; }

/// "Calendar time against nodes · GPT-3 175B · …": what is plotted, what the marks mean, what all rows share.
std::string study_subtitle(const AnsweredRows& table, const std::string& plotted);

/// Told apart by hue first, then by tint; the strokes of an app's lines.
Plot::Series study_series(std::string title, std::size_t index);

}  // namespace llmsize

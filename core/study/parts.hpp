// SPDX-License-Identifier: Apache-2.0
// The kinds of charts that a study is drawn as; `study_charts` chooses.
#pragma once

#include "core/study/marks.hpp"
#include "core/study/shape.hpp"

#include <functional>

namespace llmsize {

/// Over `x`; every combination of what else differs is a line. Marks stand where their inputs say.
Chart study_lines(
    const AnsweredRows& table, const StudyShape& shape, const Amount& x, const Amount& result, const StudyMarks& marks);
/// A bar per row, or a dot on a logarithmic axis; marks are told beside the rows whose inputs they have.
Chart study_bars(
    const AnsweredRows& table, const StudyShape& shape, const Amount& result, bool dots, const StudyMarks& marks);
/// The first of two numbers goes down, the second across.
Chart study_heat(const AnsweredRows& table, const StudyShape& shape, const Amount& result);
/// All rows as dots, and those that no other row beats in both as a line.
Chart study_front(const AnsweredRows& table, const StudyShape& shape, const Amount& x, const Amount& y);

/// "Calendar time from 12.3 days (NVIDIA DGX B200) to 60.1 days (NVIDIA DGX A100)": the smallest and the largest of the
/// rows that hold, each with what its row is called.
std::string span_sentence(
    const AnsweredRows& table, const Amount& result, const std::function<std::string(const AnsweredRow&)>& called);
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

// SPDX-License-Identifier: Apache-2.0
// A study with a bar or a dot per row.
#include "core/study/parts.hpp"
#include "core/tables/row_values.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace llmsize {
namespace {

constexpr std::size_t most_rows = 40;
constexpr std::array group_hues{Hue::gpu, Hue::cpu, Hue::nvme, Hue::shared};

/// Where two words tell rows apart: the first names a group, the second a bar in it.
struct BarGroups {
  std::vector<std::string> members{};
  bool are_there = false;
};

BarGroups bar_groups(const AnsweredRows& table, const StudyShape& shape) {
  BarGroups groups;
  if (!shape.one_row_each || shape.words.size() != 2 || !shape.numbers.empty()) return groups;
  for (const AnsweredRow& row : table.rows)
    if (const std::string word = word_in(row, shape.words[1]);
        std::find(groups.members.begin(), groups.members.end(), word) == groups.members.end())
      groups.members.push_back(word);
  groups.are_there = groups.members.size() <= group_hues.size();
  return groups;
}

std::string why_not(const AnsweredRow& row) {
  return row.status == AnsweredRow::Status::ok ? std::string() : std::string(state_words(row));
}

std::string shown_with_range(const AnsweredRow& row, const Amount& result) {
  const std::string value = result.shown(result.of(row));
  const Result* range = result.range_in(row);
  return range && holds(row) ? fmt::format("{} ({})", value, range_text(*range->p10, *range->p90, result.unit()))
                             : value;
}

}  // namespace

bool is_of(const StudyMark& mark, const AnsweredRow& row) {
  const auto& said = mark.scenario.all();
  return std::all_of(said.begin(), said.end(), [&](const auto& each) {
    const auto& [key, own] = each;
    return own.value.number ? *own.value.number == input_value(row, key) : own.value.word == input_word(row, key);
  });
}

Chart study_bars(
    const AnsweredRows& table, const StudyShape& shape, const Amount& result, bool dots, const StudyMarks& marks) {
  Bars bars{.scale = result.scale(table, dots ? 0 : 1e9), .rows = {}, .dots = dots};
  if (!dots) bars.scale.low = std::min(0.0, bars.scale.low);
  const BarGroups groups = bar_groups(table, shape);
  const StudyShape telling = telling_part(table, shape);
  std::string group;
  for (std::size_t i = 0; i < std::min(table.rows.size(), most_rows); ++i) {
    const AnsweredRow& row = table.rows[i];
    Bars::Row bar{
        .title = row_name(row, telling, !groups.are_there),
        .note = why_not(row),
        .to = result.of(row),
        .shown = shown_with_range(row, result),
        .hue = holds(row) ? Hue::gpu : Hue::error,
        .strong = is_pinned(row),
        .source = source_in(row, result)};
    if (bar.title.empty()) bar.title = fmt::format("row {}", i + 1);
    if (groups.are_there) {
      const std::string word = word_in(row, shape.words[1]), of = word_in(row, shape.words[0]);
      const auto place = std::find(groups.members.begin(), groups.members.end(), word) - groups.members.begin();
      bar.title = of == group ? std::string{} : of;
      bar.note = bar.note.empty() ? word : fmt::format("{}, {}", word, bar.note);
      if (holds(row)) bar.hue = group_hues[static_cast<std::size_t>(place)];
      group = of;
    }
    for (const StudyMark& mark : marks.marks)
      if (const auto value = mark.value_of(result.id()); value && is_of(mark, row))
        bar.note += fmt::format("{}{} {}", bar.note.empty() ? "" : ", ", marks.name, result.shown(*value));
    bars.rows.push_back(std::move(bar));
  }
  std::string plotted = result.title();
  if (groups.are_there)
    plotted +=
        fmt::format(" by {} and {}", lower_first(key_label(shape.words[0])), lower_first(key_label(shape.words[1])));
  if (std::any_of(table.rows.begin(), table.rows.end(), [&](const AnsweredRow& row) { return result.range_in(row); }))
    plotted += ", P10–P90 in brackets";
  if (table.rows.size() > most_rows) plotted += fmt::format("; the first {} of {} rows", most_rows, table.rows.size());
  return {
      .id = fmt::format("study.{}", result.id()),
      .title = study_title(table, result, [&](const AnsweredRow& row) { return row_name(row, telling, true); }),
      .subtitle = study_subtitle(table, plotted),
      .body = std::move(bars)};
}

}  // namespace llmsize

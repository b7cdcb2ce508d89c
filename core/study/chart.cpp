// SPDX-License-Identifier: Apache-2.0
// Chooses how a study is drawn.
#include "core/study/chart.hpp"

#include "core/files/bad_input.hpp"
#include "core/study/parts.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace llmsize {
namespace {

constexpr std::array<std::string_view, 5> kinds{"lines", "bars", "dots", "heat", "front"};
constexpr std::size_t fewest_points = 3, most_lines = 8;

bool differs(const AnsweredRows& table, const Amount& amount) { return values_of(amount, table.rows).size() > 1; }

/// The number that lines run over: with the most values.
const Amount& longest(const AnsweredRows& table, const StudyShape& shape) {
  return *std::max_element(shape.numbers.begin(), shape.numbers.end(), [&](const Amount& one, const Amount& other) {
    return values_of(one, table.rows).size() < values_of(other, table.rows).size();
  });
}

bool spans_decades(const AnsweredRows& table, const Amount& result) {
  constexpr double decades = 2;
  return result.scale(table, decades).logarithmic;
}

StudyKind kind_of(const AnsweredRows& table, const StudyShape& shape, const Amount& result) {
  const StudyKind per_row = spans_decades(table, result) ? StudyKind::dots : StudyKind::bars;
  if (shape.numbers.empty() || !shape.one_row_each) return per_row;
  const std::size_t along = values_of(longest(table, shape), table.rows).size();
  if (shape.numbers.size() == 2 && shape.words.empty() && shape.full) {
    const std::size_t lines = table.rows.size() / along;
    return lines >= fewest_points && along >= fewest_points ? StudyKind::heat : StudyKind::lines;
  }
  const bool few_lines = shape.full ? table.rows.size() / along <= most_lines : shape.numbers.size() == 1;
  return along >= fewest_points && shape.numbers.size() + shape.words.size() <= 2 && few_lines ? StudyKind::lines
                                                                                               : per_row;
}

/// "nodes", "nodes and tensor parallel", "nothing".
std::string what_differs(const StudyShape& shape) {
  std::vector<std::string> names;
  names.reserve(shape.numbers.size());
  for (const Amount& amount : shape.numbers) names.push_back(amount.name());
  for (const std::string& key : shape.words) names.push_back(lower_first(key_label(key)));
  return names.empty() ? "nothing" : listed(names);
}

[[noreturn]] void refuse(std::string_view kind, std::string_view expected, const StudyShape& shape) {
  throw BadInput(
      BadInput::Kind::usage,
      fmt::format("cannot draw {}: expected {}; these rows differ in {}", kind, expected, what_differs(shape)));
}

Chart chart_of(
    const AnsweredRows& table, const StudyShape& shape, const Amount& result, StudyKind kind, const StudyMarks& marks) {
  switch (kind) {
    case StudyKind::lines:
      if (shape.numbers.empty()) refuse("lines", "a numeric input that differs", shape);
      return study_lines(table, shape, longest(table, shape), result, marks);
    case StudyKind::heat:
      if (shape.numbers.size() != 2 || !shape.words.empty() || !shape.one_row_each)
        refuse("heat", "exactly two numeric inputs that differ", shape);
      return study_heat(table, shape, result);
    case StudyKind::dots: return study_bars(table, shape, result, true, marks);
    default: return study_bars(table, shape, result, false, marks);
  }
}

/// Two results, or the number that lines would run over and a result.
std::pair<Amount, Amount> sides_of(const AnsweredRows& table, const StudyShape& shape) {
  const std::vector<Amount> results = drawn_results(table);
  if (results.size() >= 2) return {results[0], results[1]};
  if (!results.empty() && !shape.numbers.empty()) return {longest(table, shape), results.front()};
  refuse("front", "two results, e.g. --results economics.power,training.calendar_time", shape);
}

}  // namespace

std::span<const std::string_view> study_kinds() { return kinds; }

StudyKind study_kind(std::string_view word, std::string_view option) {
  const auto found = std::find(kinds.begin(), kinds.end(), word);
  if (found == kinds.end())
    throw BadInput(
        BadInput::Kind::usage, fmt::format(
                                   "{}: invalid value {}: expected one of {}{}", option, in_quotes(word),
                                   fmt::join(kinds, ", "), did_you_mean(word, {kinds.begin(), kinds.end()})));
  return static_cast<StudyKind>(found - kinds.begin());
}

std::vector<Amount> drawn_results(const AnsweredRows& table) {
  constexpr std::size_t few = 6;
  std::vector<Amount> known;
  for (const ResultRow* row : table.results)
    if (const Amount amount(*row, table.rows); !values_of(amount, table.rows).empty()) known.push_back(amount);
  if (known.size() <= few) return known;
  for (const bool must_differ : {true, false})
    for (const ResultRow* first : view(asked_of(table.rows.front().scenario), {Use::drawn}))
      for (const Amount& each : known)
        if (each.id() == first->about->id && (!must_differ || differs(table, each))) return {each};
  return {known.front()};
}

std::string span_sentence(
    const AnsweredRows& table, const Amount& result, const std::function<std::string(const AnsweredRow&)>& called) {
  const AnsweredRow *least = nullptr, *most = nullptr;
  for (const AnsweredRow& row : table.rows) {
    if (!holds(row) || !std::isfinite(result.of(row))) continue;
    if (!least || result.of(row) < result.of(*least)) least = &row;
    if (!most || result.of(row) > result.of(*most)) most = &row;
  }
  if (!least) return fmt::format("{}: none of {} rows fits", result.title(), table.rows.size());
  const auto told = [&](const AnsweredRow& row) {
    const std::string name = called(row);
    return result.shown(result.of(row)) + (name.empty() ? "" : fmt::format(" ({})", name));
  };
  if (result.shown(result.of(*least)) == result.shown(result.of(*most)))
    return fmt::format("{}: {} in every row", result.title(), result.shown(result.of(*least)));
  return fmt::format("{} from {} to {}", result.title(), told(*least), told(*most));
}

Source source_in(const AnsweredRow& row, const Amount& amount) {
  if (!row.seen || !row.inputs || amount.is_told() || !std::isfinite(amount.of(row))) return {};
  return {std::string(amount.id()), row.seen->way};
}

std::string study_subtitle(const AnsweredRows& table, const std::string& plotted) {
  // Beside an open scenario the page says it.
  const std::string shared = table.rows.front().seen ? std::string{} : shared_words(table);
  return shared.empty() ? plotted : fmt::format("{} · {}", plotted, shared);
}

std::vector<Chart> study_charts(const AnsweredRows& table, std::optional<StudyKind> kind, const StudyMarks& marks) {
  const StudyShape shape = shape_of(table);
  if (table.rows.size() < 2)
    throw BadInput(BadInput::Kind::usage, "cannot draw the study: expected two rows or more, e.g. --nodes 16..128x2");
  if (kind == StudyKind::front) {
    const auto [x, y] = sides_of(table, shape);
    return {study_front(table, shape, x, y)};
  }
  std::vector<Chart> charts;
  for (const Amount& result : drawn_results(table))
    charts.push_back(chart_of(table, shape, result, kind.value_or(kind_of(table, shape, result)), marks));
  if (charts.empty()) throw BadInput(BadInput::Kind::usage, "cannot draw the study: no row has a known result");
  return charts;
}

}  // namespace llmsize

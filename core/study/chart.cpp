// SPDX-License-Identifier: Apache-2.0
// Chooses how a study is drawn.
#include "core/study/chart.hpp"

#include "core/files/bad_input.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"
#include "core/study/parts.hpp"
#include "core/tables/row_values.hpp"
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

/// A heat map and lines run over numbers.
void require_axes(StudyKind kind, const StudyShape& shape) {
  if (kind == StudyKind::lines && shape.numbers.empty()) refuse("lines", "a numeric input that differs", shape);
  if (kind == StudyKind::heat && (shape.numbers.size() != 2 || !shape.words.empty() || !shape.one_row_each))
    refuse("heat", "exactly two numeric inputs that differ", shape);
}

Chart chart_of(
    const AnsweredRows& table, const StudyShape& shape, const Amount& result, StudyKind kind, const StudyMarks& marks) {
  require_axes(kind, shape);
  switch (kind) {
    case StudyKind::lines: return study_lines(table, shape, longest(table, shape), result, marks);
    case StudyKind::heat: return study_heat(table, shape, result);
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
  if (found == kinds.end()) refuse_word(option, word, {kinds.begin(), kinds.end()});
  return static_cast<StudyKind>(found - kinds.begin());
}

void require_drawable(StudyKind kind, const std::vector<std::pair<std::string, Scenario>>& scenarios) {
  AnsweredRows table;
  table.rows.reserve(scenarios.size());
  for (const auto& [name, scenario] : scenarios) table.rows.push_back({name, scenario});
  table.keys = said_keys(table.rows);
  // What only some of them say, the others take from elsewhere once they are answered.
  const bool said_by_all = std::all_of(table.keys.begin(), table.keys.end(), [&](const std::string& key) {
    return std::all_of(
        scenarios.begin(), scenarios.end(), [&](const auto& named) { return named.second.find(key) != nullptr; });
  });
  if (said_by_all) require_axes(kind, shape_of(table));
}

std::vector<Amount> drawn_results(const AnsweredRows& table) {
  constexpr std::size_t few = 6;
  std::vector<Amount> known;
  for (const ResultRow* row : table.results)
    if (const Amount amount(*row, table.rows); !values_of(amount, table.rows).empty()) known.push_back(amount);
  if (known.size() <= few) return known;
  const StudyShape shape = shape_of(table);
  const auto tells = [&](const Amount& each) { return differs(table, each) && !repeats(each, shape, table); };
  for (const bool must_differ : {true, false})
    for (const ResultRow* first : view(asked_of(table.rows.front().scenario), {Use::drawn}))
      for (const Amount& each : known)
        if (each.id() == first->about->id && (!must_differ || tells(each))) return {each};
  return {known.front()};
}

namespace {

/// A limit that somebody states, and the result that is held against it.
struct Goal {
  std::string_view result;
  InputKey limit;
  bool at_least = false;
  std::string_view choice{};  ///< an input that has to be what the limit is about
  double chosen = 0;
};
constexpr Goal goals[] = {
    {"training.calendar_time", "goal.deadline"},
    {"training.tokens_per_second", "goal.tokens_per_second", true},
    {"economics.power", "goal.power", false, "goal.power_level", 0},
    {"power.it", "goal.power", false, "goal.power_level", 1},
    {"power.facility", "goal.power", false, "goal.power_level", 2},
    {"bom.racks", "goal.racks"},
    {"economics.capex", "goal.budget"},
    {"serving.rate_at_limit", "goal.request_rate", true},
    {"serving.ttft", "serving.ttft_limit"},
    {"serving.tpot", "serving.tpot_limit"},
    {"serving.request_latency", "serving.latency_limit"}};

/// The limit that all rows state for a result.
const Goal* goal_of(const AnsweredRows& table, const Amount& result) {
  const auto goal =
      std::find_if(std::begin(goals), std::end(goals), [&](const Goal& each) { return each.result == result.id(); });
  if (goal == std::end(goals)) return nullptr;
  const double limit = input_value(table.rows.front(), goal->limit.text());
  const bool shared = std::all_of(table.rows.begin(), table.rows.end(), [&](const AnsweredRow& row) {
    return row.scenario.find(goal->limit) && input_value(row, goal->limit.text()) == limit &&
           (goal->choice.empty() || input_value(row, goal->choice) == goal->chosen);
  });
  return shared ? goal : nullptr;
}

/// "28.7 days (48 nodes)"
std::string value_and_name(const AnsweredRow& row, const Amount& result, const RowNames& called) {
  const std::string name = called(row);
  return result.shown(result.of(row)) + (name.empty() ? "" : fmt::format(" ({})", name));
}

std::string span_sentence(const AnsweredRows& table, const Amount& result, const RowNames& called) {
  const AnsweredRow *least = nullptr, *most = nullptr;
  for (const AnsweredRow& row : table.rows) {
    if (!holds(row) || !std::isfinite(result.of(row))) continue;
    if (!least || result.of(row) < result.of(*least)) least = &row;
    if (!most || result.of(row) > result.of(*most)) most = &row;
  }
  if (!least) return fmt::format("{}: none of {} rows fits", result.title(), table.rows.size());
  if (result.shown(result.of(*least)) == result.shown(result.of(*most)))
    return fmt::format("{}: {} in every row", result.title(), result.shown(result.of(*least)));
  return fmt::format(
      "{} from {} to {}", result.title(), value_and_name(*least, result, called),
      value_and_name(*most, result, called));
}

/// "Model states (total): 352 GB (BLOOM (176B)), 2.43 TB (BLOOM-mod-1)"; empty of more than a few rows.
std::string few_rows(const AnsweredRows& table, const Amount& result, const RowNames& called) {
  constexpr std::size_t few = 3;
  if (table.rows.size() > few) return {};
  std::vector<std::string> values;
  for (const AnsweredRow& row : table.rows)
    if (holds(row) && std::isfinite(result.of(row))) values.push_back(value_and_name(row, result, called));
  return values.size() < table.rows.size() ? std::string{}
                                           : fmt::format("{}: {}", result.title(), fmt::join(values, ", "));
}

}  // namespace

std::string goal_sentence(const AnsweredRows& table, const Amount& result, const RowNames& called) {
  const Goal* goal = goal_of(table, result);
  if (!goal) return {};
  const double limit = input_value(table.rows.front(), goal->limit.text());
  const auto less = [&](double a, double b) { return goal->at_least ? a > b : a < b; };
  const AnsweredRow *first = nullptr, *nearest = nullptr;
  std::size_t kept = 0;
  for (const AnsweredRow& row : table.rows) {
    const double value = result.of(row);
    if (!std::isfinite(value) || row.verdict.state == State::does_not_fit) continue;
    if (!nearest || less(value, result.of(*nearest))) nearest = &row;
    if (!holds(row) || less(limit, value)) continue;
    if (!first) first = &row;
    ++kept;
  }
  const std::string asked =
      fmt::format("{} {}", about_of(goal->limit).label, pretty(limit, about_of(goal->limit).unit));
  const std::size_t all = table.rows.size();
  if (first)
    return fmt::format("{} met in {} of {} rows, first {}", asked, kept, all, value_and_name(*first, result, called));
  if (!nearest) return fmt::format("{}: none of {} rows fits", asked, all);
  return fmt::format("{} missed in all {} rows; nearest {}", asked, all, value_and_name(*nearest, result, called));
}

std::string study_title(const AnsweredRows& table, const Amount& result, const RowNames& called) {
  for (const auto& sentence : {goal_sentence, few_rows})
    if (std::string title = sentence(table, result, called); !title.empty()) return title;
  return span_sentence(table, result, called);
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
  const std::vector<Amount> drawn = drawn_results(table);
  const auto kind_for = [&](const Amount& result) { return kind.value_or(kind_of(table, shape, result)); };
  const auto is_line = [&](const Amount& result) { return kind_for(result) == StudyKind::lines; };
  if (!shape.numbers.empty() && std::all_of(drawn.begin(), drawn.end(), is_line))
    if (auto together = study_together(table, shape, longest(table, shape), drawn, marks)) return {*together};
  std::vector<Chart> charts;
  charts.reserve(drawn.size());
  for (const Amount& result : drawn) charts.push_back(chart_of(table, shape, result, kind_for(result), marks));
  if (charts.empty()) throw BadInput(BadInput::Kind::usage, "cannot draw the study: no row has a known result");
  return charts;
}

}  // namespace llmsize

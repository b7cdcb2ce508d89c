// SPDX-License-Identifier: Apache-2.0
// The Study page: what happens over any inputs, and which rows are worth another look.
#include "core/pages/study_page.hpp"

#include "core/files/bad_input.hpp"
#include "core/pages/pages.hpp"
#include "core/study/parts.hpp"
#include "core/view/around.hpp"
#include "core/view/numbers.hpp"
#include "core/view/plan_rows.hpp"
#include "core/view/title.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace llmsize {
namespace {

constexpr std::size_t most_listed = 100, most_columns = 7, fewest_bought = 3;
constexpr std::string_view nothing_varied =
    "Choose an input and its values, e.g. nodes 16..128x2, or open a scenario sheet.";

/// What is drawn: of several the first.
std::optional<Amount> drawn_first(const AnsweredRows& table, const StudyLook& look) {
  if (look.result) return Amount(result_row(*look.result), table.rows);
  const std::vector<Amount> drawn = drawn_results(table);
  return drawn.empty() ? std::nullopt : std::optional(drawn.front());
}

/// Results that a table has room for: the one that is drawn, then those that are known and differ; of what has to be
/// bought (power, racks, energy) some in any case.
std::vector<Amount> columns_of(const AnsweredRows& table, const StudyShape& shape, const StudyLook& look) {
  std::vector<Amount> told, bought;
  const std::optional<Amount> drawn = drawn_first(table, look);
  if (drawn) told.push_back(*drawn);
  const std::vector<const ResultRow*> buyers = view(asked_of(table.rows.front().scenario), {Use::bought});
  for (const ResultRow* row : table.results) {
    const Amount amount(*row, table.rows);
    if (drawn && amount.id() == drawn->id()) continue;
    if (values_of(amount, table.rows).size() < 2 || repeats(amount, shape, table)) continue;
    (std::find(buyers.begin(), buyers.end(), row) == buyers.end() ? told : bought).push_back(amount);
  }
  const std::size_t kept = most_columns - std::min(bought.size(), fewest_bought);
  told.erase(told.begin() + static_cast<std::ptrdiff_t>(std::min(told.size(), kept)), told.end());
  for (const Amount& each : bought)
    if (told.size() < most_columns) told.push_back(each);
  return told;
}

std::vector<std::size_t> listed_rows(const AnsweredRows& table) {
  std::vector<std::size_t> rows;
  for (const bool pinned : {true, false})
    for (std::size_t i = 0; i < table.rows.size() && rows.size() < most_listed; ++i)
      if (is_pinned(table.rows[i]) == pinned) rows.push_back(i);
  return rows;
}

std::string_view verdict_of(const AnsweredRow& row) {
  if (is_pinned(row)) return "pinned";
  return state_words(row);
}

/// A line per row. `places` are those of the rows in the whole study.
Chart rows_chart(const AnsweredRows& table, const StudyLook& look, const std::vector<std::size_t>& places) {
  const StudyShape shape = shape_of(table);
  const std::vector<Amount> columns = columns_of(table, shape, look);
  Grid grid{.header = {"#"}, .rows = {}, .enter = "Enter pins or unpins the row"};
  const bool named =
      std::any_of(table.rows.begin(), table.rows.end(), [](const AnsweredRow& row) { return !row.name.empty(); });
  if (named) grid.header.emplace_back("Name");
  for (const std::string& key : shape.words) grid.header.push_back(key_label(key));
  for (const Amount& number : shape.numbers) grid.header.push_back(number.title());
  grid.header.emplace_back("Verdict");
  for (const Amount& column : columns) grid.header.push_back(column.title());
  const bool any_fails = !std::all_of(table.rows.begin(), table.rows.end(), [](const auto& row) { return holds(row); });
  if (any_fails) grid.header.emplace_back("Why");
  for (const std::size_t i : listed_rows(table)) {
    const AnsweredRow& row = table.rows[i];
    Grid::Row line{.cells = {}, .strong = is_pinned(row), .dull = !holds(row)};
    line.cells.push_back({std::to_string(places[i] + 1), true, {}});
    if (named) line.cells.push_back({row.name, false, {}});
    for (const std::string& key : shape.words) line.cells.push_back({word_in(row, key), false, {}});
    for (const Amount& number : shape.numbers) line.cells.push_back({number.shown(number.of(row)), true, {}});
    line.cells.push_back({std::string(verdict_of(row)), false, {}});
    for (const Amount& column : columns)
      line.cells.push_back(sourced_cell(
          std::isfinite(column.of(row)) ? column.shown(column.of(row)) : "–", source_in(row, column), column.of(row)));
    if (any_fails) line.cells.push_back({row.sentence, false, {}});
    line.apply = {{}, {{std::string(pin_row_key), std::to_string(places[i])}}};
    grid.rows.push_back(std::move(line));
  }
  const std::size_t all = table.rows.size();
  const std::string title = all > most_listed ? fmt::format("The first {} of {} rows", most_listed, all)
                                              : counted_text(static_cast<double>(all), "row");
  return {
      .id = "study.rows",
      .title = title,
      .subtitle = "Inputs that differ, and results",
      .body = std::move(grid),
      .wide = true};
}

/// The charts of what is looked at, or one that says why there is none.
std::vector<Chart> drawn_charts(AnsweredRows table, const StudyLook& look) {
  if (look.result) table.results = {&result_row(*look.result)};
  std::vector<Chart> charts;
  try {
    charts = study_charts(table, look.kind);
  } catch (const BadInput& refused) {
    charts = {
        {.id = "study.chart", .title = "Nothing to draw", .subtitle = {}, .body = Plot{}, .empty = refused.what()}};
  }
  for (Chart& chart : charts) chart.brushes = true;
  return charts;
}

/// The rows with the least and the most of what is drawn first.
void add_span(const AnsweredRows& table, const StudyLook& look, Page& page) {
  const std::optional<Amount> first = drawn_first(table, look);
  if (!first) return;
  const Amount& drawn = *first;
  const StudyShape telling = telling_part(table, shape_of(table));
  const AnsweredRow *least = nullptr, *most = nullptr;
  for (const AnsweredRow& row : table.rows) {
    if (!holds(row) || !std::isfinite(drawn.of(row))) continue;
    if (!least || drawn.of(row) < drawn.of(*least)) least = &row;
    if (!most || drawn.of(row) > drawn.of(*most)) most = &row;
  }
  page.sentence = study_title(table, drawn, [&](const AnsweredRow& row) { return row_name(row, telling, true); }) + ".";
  if (!least) return;
  for (const auto& [word, row] : {std::pair{"Lowest", least}, std::pair{"Highest", most}}) {
    auto [value, unit] = value_and_unit(drawn.of(*row), drawn.unit());
    if (unit == "%") value += std::exchange(unit, {});
    page.figures.push_back(
        {fmt::format("{} {}", word, drawn.name()), value, unit, row_name(*row, telling, true), source_in(*row, drawn)});
    if (!page.figures.back().source.name.empty()) page.figures.back().number = drawn.of(*row);
  }
}

void say_what_is_missing(Page& page) {
  page.verdict = Page::Verdict::incomplete;
  page.verdict_label = "No input varied";
  page.sentence = nothing_varied;
  page.figures = {unknown_figure("Rows", "no input varied")};
  page.charts = {
      {.id = "study.chart",
       .title = "Nothing to draw",
       .subtitle = {},
       .body = Plot{},
       .empty = std::string(nothing_varied)}};
}

}  // namespace

Query query_of(const Study& study) {
  std::vector<const ResultRow*> rows = view(asked_of(study.base), {Use::headline, Use::bought});
  for (const std::string& id : study.results)
    if (const ResultRow* row = find_result(id); row && std::find(rows.begin(), rows.end(), row) == rows.end())
      rows.push_back(row);
  return {.rows = std::move(rows), .ranges = true};
}

AnsweredRows answered_study(
    const Study& study, const Query& query, const Catalog& catalog, const std::function<void(std::size_t)>& progress,
    const Stopped& stopped) {
  AnsweredRows table{{}, query.rows, {}};
  for (const Axis& axis : study.axes) table.keys.push_back(axis.key);
  std::vector<std::pair<std::string, Scenario>> named;
  for (Scenario& scenario : study.scenarios()) named.emplace_back("", std::move(scenario));
  table.rows = planned_rows(named, catalog, query, progress, stopped);
  return table;
}

std::string called(const AnsweredRows& table, std::size_t row) {
  return row_name(table.rows[row], telling_part(table, shape_of(table)), true);
}

void look_from(AnsweredRows& table, const Scenario& scenario, const StudyLook& look) {
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    AnsweredRow& row = table.rows[i];
    const bool pinned = std::find(look.pinned.begin(), look.pinned.end(), i) != look.pinned.end();
    row.seen = {changes_to(scenario, row.chosen.value_or(row.scenario)), pinned};
  }
}

Page study_page(const std::string& title, const AnsweredRows& table, const StudyLook& look) {
  Page page;
  page.id = "study";
  page.title = title;
  if (table.rows.empty()) {
    say_what_is_missing(page);
    return page;
  }
  AnsweredRows part{table.keys, table.results, {}};
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const bool kept = look.kept.empty() || std::find(look.kept.begin(), look.kept.end(), i) != look.kept.end();
    if (!kept && !is_pinned(table.rows[i])) continue;
    part.rows.push_back(table.rows[i]);
    places.push_back(i);
  }
  page.subtitle = shared_words(part);
  const std::size_t all = part.rows.size(), pinned = look.pinned.size();
  page.verdict = Page::Verdict::neutral;
  page.verdict_label = holding_words(part.rows);
  page.sentence = "No row has a known result.";
  std::string of = all < table.rows.size() ? fmt::format("of {}, filtered", table.rows.size()) : "all shown";
  if (look.asked > 0) of = fmt::format("of {}, stopped", look.asked);
  if (pinned > 0) of += fmt::format("; {} pinned", pinned);
  page.figures.push_back({"Rows", std::to_string(all), {}, std::move(of)});
  add_span(part, look, page);
  page.summary = fmt::format("{} · {}", title, page.sentence);
  page.charts = drawn_charts(part, look);
  page.charts.push_back(rows_chart(part, look, places));
  return page;
}

namespace {

/// Without a window: what nobody chose is chosen as in one.
Page usual_page(const Subject& subject, const Catalog& catalog) {
  const Study study = usual_study(subject, catalog);
  if (study.axes.empty()) return study_page("Study", {}, {});
  AnsweredRows table = answered_study(study, query_of(study), catalog);
  look_from(table, subject.scenario, {});
  return study_page(title(case_of(subject, catalog)), table, {});
}

}  // namespace

const PageKind study_page_kind{
    .id = "study",
    .title = "Study",
    .group = "Evidence",
    .summary = "Results over a range of inputs",
    .place = 85,
    .make = of_first<usual_page>,
    .icon = R"(<path d="M3 3v14h14M6 13.500h.01M8.500 10.500h.01M10 14h.01M12.500 8.500h.01M15 11h.01M15.500 5.500h.01"
            stroke-width="2"/>)"};

}  // namespace llmsize

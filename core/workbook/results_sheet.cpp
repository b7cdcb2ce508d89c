// SPDX-License-Identifier: Apache-2.0
// The sheets Results and Intermediate values: the results asked for, and the values between them and the inputs.
#include "core/formula/render.hpp"
#include "core/view/words.hpp"
#include "core/workbook/contents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace llmsize {
namespace {

struct ResultCol {
  enum : std::uint16_t { title, value, unit, p10, p90, in_base, base, id, formula };
};

/// The formula of a result in its own symbols.
std::string symbols_of(const Contents& contents, ResultKey key) {
  const NodePtr& node = result_row(key).derivation(contents.numbers.tracing());
  return fmt::format("{} = {}", node->about->symbol, render(*node->parts.front(), Leaves::symbols));
}

const ResultNumber& number_of(const Contents& contents, std::string_view name) {
  const auto& all = contents.numbers.results();
  return *std::find_if(all.begin(), all.end(), [&](const ResultNumber& each) { return each.cell.name == name; });
}

/// A result that rests on what was searched for has no number where an input of that has changed, and says so. One that
/// names such a number on a branch that is not taken goes on.
std::string or_replan(const Contents& contents, ResultKey key, const std::string& name, const std::string& formula) {
  std::string stale;
  for (const std::string& each : contents.numbers.searched_behind(key)) stale += (stale.empty() ? "" : "+") + each;
  return stale.empty() ? formula : fmt::format("IF(AND({}>0,NOT(ISNUMBER({}))),\"re-plan\",{})", stale, name, formula);
}

void write_result(Book& book, Sheet& sheet, const Contents& contents, const ResultRow& row, std::uint32_t at) {
  const About& about = *row.about;
  const ResultNumber& number = number_of(contents, about.id);
  const ReadUnit read = reading(number.cell.value, about);
  const std::string name(about.id);
  sheet.text({at, ResultCol::title}, std::string(about.title));
  sheet.formula(
      {at, ResultCol::value}, or_replan(contents, row.key, name, read.of(name)), read.of(number.cell.value),
      read.format, Look::strong);
  read.write(sheet, {at, ResultCol::unit}, name, number.cell.value);
  if (const RangedResult* ranged = contents.range_of(row.key)) {
    sheet.formula(
        {at, ResultCol::p10}, range_end(*ranged, ranged->p10, read), read.of(ranged->p10), read.format, Look::note);
    sheet.formula(
        {at, ResultCol::p90}, range_end(*ranged, ranged->p90, read), read.of(ranged->p90), read.format, Look::note);
  }
  sheet.formula({at, ResultCol::in_base}, number.cell.formula, number.cell.value, "General", Look::note);
  book.name(name, sheet, {at, ResultCol::in_base});
  sheet.text({at, ResultCol::base}, symbol(about.unit) == "1" ? "" : std::string(symbol(about.unit)), Look::note);
  sheet.text({at, ResultCol::id}, name, Look::note);
  sheet.text({at, ResultCol::formula}, symbols_of(contents, row.key), Look::note);
}

/// Ids of the results that the sheet Results shows.
std::set<std::string_view> shown_ids(const Contents& contents) {
  std::set<std::string_view> ids;
  for (const ResultGroup& group : contents.groups)
    for (const ResultRow* row : group.rows) ids.insert(row->about->id);
  return ids;
}

void write_step(Book& book, Sheet& sheet, const Contents& contents, const ResultNumber& number, std::uint32_t row) {
  const NamedFormula& cell = number.cell;
  const std::string_view base = symbol(number.about ? number.about->unit : cell.unit);
  sheet.text({row, 0}, cell.name);
  sheet.formula({row, 2}, cell.formula, cell.value, "General");
  book.name(cell.name, sheet, {row, 2});
  sheet.text({row, 3}, base == "1" ? "" : std::string(base), Look::note);
  if (!number.about) return;
  sheet.text({row, 1}, std::string(number.about->title));
  sheet.text({row, 4}, symbols_of(contents, ResultKey::find(number.about->id).value()), Look::note);
}

constexpr std::uint32_t results_header = 3;

}  // namespace

CellPlace place_on_results(const Contents& contents, ResultKey key) {
  std::uint32_t row = results_header;
  for (const ResultGroup& group : contents.groups) {
    ++row;
    for (const ResultRow* result : group.rows)
      if (++row; result->key == key) return {row, ResultCol::value};
  }
  return {0, 0};
}

void add_results_sheet(Book& book, const Contents& contents) {
  Sheet sheet = book.sheet("Results", true);
  sheet.widths({38, 15, 12, 13, 13, 17, 9, 34, 70});
  sheet.heading(
      "Results",
      "Every value is a formula over the named cells of Inputs and Intermediate values. P10 and P90 follow the value "
      "and the spreads on Assumptions, linearized at the plan.");
  sheet.header(
      {results_header, ResultCol::title},
      {"Result", "Value", "Unit", "P10", "P90", "Base value", "Base unit", "Result ID", "Formula"}, {1, 3, 4, 5});
  sheet.freeze(results_header + 1, 1);
  std::uint32_t row = results_header + 1;
  for (const ResultGroup& group : contents.groups) {
    sheet.row({row++, ResultCol::title}, {std::string(group.title), "", "", "", "", "", "", "", ""}, Look::section);
    for (const ResultRow* result : group.rows) {
      write_result(book, sheet, contents, *result, place_on_results(contents, result->key).row);
      ++row;
    }
  }
  sheet.print_to({row, ResultCol::formula});
}

void add_steps_sheet(Book& book, const Contents& contents) {
  Sheet sheet = book.sheet("Intermediate values", true);
  sheet.widths({44, 44, 20, 9, 90});
  sheet.hide();
  sheet.heading("Intermediate values", "Values between inputs and results, in calculation order and base units.");
  constexpr std::uint32_t header = 3;
  sheet.header({header, 0}, {"Name", "Title", "Value", "Base unit", "Formula"}, {2});
  sheet.freeze(header + 1, 1);
  const std::set<std::string_view> shown = shown_ids(contents);
  std::uint32_t row = header + 1;
  for (const ResultNumber& number : contents.numbers.results())
    if (!shown.contains(number.cell.name)) write_step(book, sheet, contents, number, row++);
  for (const auto& variant : contents.variants)
    for (const ResultNumber& number : variant->numbers.results()) write_step(book, sheet, contents, number, row++);
  sheet.print_to({row, 4});
}

}  // namespace llmsize

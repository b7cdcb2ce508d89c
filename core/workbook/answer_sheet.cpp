// SPDX-License-Identifier: Apache-2.0
// The sheet Answer: the question, key results, whether inputs match the plan, checks.
#include "core/answer/sentence.hpp"
#include "core/view/words.hpp"
#include "core/workbook/contents.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

/// Results that come alive once there is a price.
bool waits_for_prices(const About& about) { return about.unit == Unit::money; }

/// What the question is asked for; all results where somebody named them or none of these is known.
std::vector<const Result*> headlines_of(const Contents& contents) {
  std::vector<const Result*> shown;
  for (const ResultRow* row : view(contents.asked, {Use::answer}))
    if (const Result* result = contents.answer.find(row->about->id);
        result && (!is_absent(result->value) || waits_for_prices(*row->about)))
      shown.push_back(result);
  if (!shown.empty() && !contents.named) return shown;
  shown.clear();
  for (const Result& result : contents.answer.results) shown.push_back(&result);
  return shown;
}

void write_headline(Sheet& sheet, const Contents& contents, const Result& result, std::uint32_t row) {
  const About& about = *result.row->about;
  ReadUnit read = reading(result.value, about);
  if (about.unit == Unit::money) read.unit = contents.plan.currency;
  sheet.text({row, 0}, std::string(about.title));
  sheet.formula({row, 1}, read.of(std::string(about.id)), read.of(result.value), read.format, Look::strong);
  if (waits_for_prices(about) && is_absent(result.value))
    sheet.formula(
        {row, 2}, fmt::format("IF(ISNUMBER({}),\"{}\",\"enter prices\")", about.id, read.unit), "enter prices",
        Look::unit);
  else
    read.write(sheet, {row, 2}, std::string(about.id), result.value);
  if (const RangedResult* ranged = contents.range_of(result.row->key))
    for (const auto& [column, end] :
         {std::pair{std::uint16_t{3}, ranged->p10}, std::pair{std::uint16_t{4}, ranged->p90}})
      sheet.formula({row, column}, range_end(*ranged, end, read), read.of(end), read.format);
  sheet.link(
      {row, 5}, fmt::format("'Results'!{}", Sheet::here(place_on_results(contents, result.row->key))),
      std::string(about.id));
}

/// Sentences over the whole width, as high as they need.
void write_lines(Sheet& sheet, const std::vector<std::string>& lines, std::uint32_t row) {
  constexpr std::size_t characters = 105;
  for (const std::string& line : lines) {
    if (!line.empty()) sheet.merge({row, 0}, {row, 5}, line, Look::subtitle);
    sheet.height(
        row++, 15.0 * static_cast<double>(std::max<std::size_t>(1, (line.size() + characters - 1) / characters)));
  }
}

/// Whether inputs match the plan; below it the command that plans again.
std::uint32_t write_status(Sheet& sheet, const Contents& contents, std::uint32_t row) {
  const auto& inputs = contents.numbers.inputs();
  const bool planned =
      !is_unplanned(contents.subject) && std::any_of(inputs.begin(), inputs.end(), [&](const InputNumber& input) {
        return contents.plan.origin(input.key).kind == Origin::Kind::planned;
      });
  const std::string as_planned = planned ? "Inputs match the plan." : "Inputs are unchanged.";
  const std::string_view changed = planned ? " inputs changed since planning. Results follow, but nodes and layout are "
                                             "still the planned ones. Re-plan with:"
                                           : " inputs changed. Results follow. Command for the same inputs:";
  sheet.merge_formula(
      {row, 0}, {row, 5}, fmt::format("IF({0}=0,\"{1}\",{0}&\"{2}\")", changed_cell, as_planned, changed), as_planned,
      Look::statement);
  sheet.height(row, 32);
  sheet.merge_formula(
      {row + 1, 0}, {row + 1, 5}, fmt::format("IF({}=0,\"\",{})", changed_cell, command_cell), {}, Look::wrapped);
  sheet.height(row + 1, 32);
  sheet.warn({row, 0}, {row + 1, 5}, fmt::format("{}>0", changed_cell));
  return row + 2;
}

/// Nodes for P80, and for P90 where that is asked for, which only a search finds.
std::uint32_t write_certainty(Sheet& sheet, const Contents& contents, std::uint32_t row) {
  const Scenario::Said* asked = contents.subject.said.find("goal.certainty");
  for (const CertainNodes::Sized& each : contents.subject.certain().leading(asked ? asked->value.word : "p50")) {
    if (each.certainty == "p50" || is_absent(each.nodes)) continue;
    sheet.text({row, 0}, fmt::format("Nodes for P{}", each.certainty.substr(1)));
    sheet.number({row, 1}, each.nodes, "#,##0", Look::chosen);
    sheet.text({row++, 2}, "planned", Look::unit);
  }
  return row;
}

/// The scenario that all sheets show: low and high are the likeliest inputs with which a result is at its P10 or P90.
std::uint32_t write_scenario(Book& book, Sheet& sheet, const Contents& contents, std::uint32_t row) {
  const RangedResult* leading = contents.leading();
  if (!leading) return row;
  sheet.text({row, 0}, "Scenario");
  sheet.text({row, 1}, "typical", Look::given);
  sheet.choice({row, 1}, {"low", "typical", "high"});
  sheet.text(
      {row, 2},
      fmt::format("low, typical or high: P10, P50 or P90 of {}", lower_first(std::string(leading->row->about->title))),
      Look::note);
  sheet.formula(
      {row, 5}, fmt::format("IF({0}=\"low\",-1,IF({0}=\"high\",1,0))", Sheet::here({row, 1})), 0, "0", Look::note);
  book.name(std::string(level_cell), sheet, {row, 5});
  return row + 1;
}

/// How many checks hold.
void write_checks(Sheet& sheet, const Contents& contents, std::uint32_t row) {
  const auto [all, broken] = checks_at_plan(contents);
  constexpr std::string_view where = "fail or warn, see sheet Checks";
  sheet.text({row, 0}, "Checks", Look::strong);
  const std::string failed = fmt::format("COUNTIF({0},\"FAIL\")+COUNTIF({0},\"WARN\")", checks_range);
  sheet.formula(
      {row, 1}, fmt::format("IF({0}=0,\"OK\",({0})&\" of \"&ROWS({1}))", failed, checks_range),
      broken == 0 ? std::string("OK") : fmt::format("{} of {}", broken, all), Look::strong);
  sheet.formula(
      {row, 2}, fmt::format("IF({}=0,\"\",\"{}\")", failed, where), std::string(broken == 0 ? "" : where), Look::note);
}

}  // namespace

void add_answer_sheet(Book& book, const Contents& contents) {
  Sheet sheet = book.sheet("Answer");
  sheet.widths({36, 13, 11, 11, 11, 34});
  sheet.merge({0, 0}, {0, 5}, contents.title, Look::title);
  sheet.height(0, contents.title.size() > 80 ? 62 : 24);
  write_lines(sheet, {contents.subtitle, contents.sentence}, 1);
  std::uint32_t row = write_scenario(book, sheet, contents, write_status(sheet, contents, 4) + 1);
  write_checks(sheet, contents, row++);
  ++row;
  sheet.header({row++, 0}, {"Result", "Value", "Unit", "P10", "P90", "Result ID"}, {1, 3, 4});
  for (const Result* result : headlines_of(contents)) {
    write_headline(sheet, contents, *result, row++);
    if (result->row->key == ResultKey("planning.nodes")) row = write_certainty(sheet, contents, row);
  }
  ++row;
  sheet.row({row++, 0}, {"Sheets", "", "", "", "", ""}, Look::section);
  std::vector<std::pair<const char*, const char*>> sheets{
      {"Inputs", "All inputs with origin. Blue cells are editable."},
      {"Assumptions", "Uncertain inputs and their effect"},
      {"Results", "Formulas, P10–P90 and result IDs"},
      {"Breakdown", "Memory and step-time breakdown"},
      {"Bill of materials", "Quantities. Enter prices in yellow cells."},
      {"Checks", "Limits and totals: what holds, what fails, and the fix"}};
  if (contents.sizes.size() > 1) sheets.insert(sheets.begin() + 4, {"Sizes", "Days and CapEx vs. nodes"});
  if (!contents.variants.empty()) sheets.insert(sheets.begin() + 3, {"Compare", "Variants side by side"});
  for (const auto& [name, what] : sheets) {
    sheet.link({row, 0}, fmt::format("'{}'!A1", name), name);
    sheet.text({row++, 1}, what);
  }
  sheet.text({row, 0}, "Hidden: Sources, Intermediate values (right-click a tab, Unhide)", Look::note);
  sheet.protect();
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// The sheet Compare: variants of the scenario side by side, over the same inputs but for those in which they differ.
#include "core/workbook/contents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace llmsize {
namespace {

constexpr std::uint16_t first_case = 2;

/// The numbers of every case, the workbook's own first.
std::vector<const LiveNumbers*> cases_of(const Contents& contents) {
  std::vector<const LiveNumbers*> all{&contents.numbers};
  for (const auto& variant : contents.variants) all.push_back(&variant->numbers);
  return all;
}

std::uint16_t column_of(std::size_t place) { return static_cast<std::uint16_t>(first_case + place); }

/// A result of all cases in one unit, that of the largest.
void write_row(Sheet& sheet, const Contents& contents, const ResultRow& result, std::uint32_t row) {
  const auto cases = cases_of(contents);
  double largest = absent;
  for (const LiveNumbers* each : cases)
    if (const double value = result.derivation(each->tracing())->value; std::isfinite(value) && !(value <= largest))
      largest = value;
  const ReadUnit read = reading(largest, *result.about);
  sheet.text({row, 0}, std::string(result.about->title));
  sheet.text({row, 1}, read.unit, Look::unit);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const NodePtr& node = result.derivation(cases[i]->tracing());
    const std::string name = cases[i]->name_of(*node);
    if (read.words.empty())
      sheet.formula({row, column_of(i)}, read.of(name), read.of(node->value), read.format, Look::strong);
    else
      read.write(sheet, {row, column_of(i)}, name, node->value);
  }
  sheet.text({row, column_of(cases.size())}, std::string(result.about->id), Look::unit);
}

/// Inputs that are others in some variant, by key.
std::map<std::string_view, InputKey> differing(const Contents& contents) {
  std::map<std::string_view, InputKey> keys;
  for (const auto& variant : contents.variants)
    for (const InputNumber& input : variant->numbers.inputs()) keys.emplace(input.about->key, input.key);
  return keys;
}

void write_input_of_cases(Book& book, Sheet& sheet, const Contents& contents, InputKey key, std::uint32_t row) {
  const NodePtr& base = contents.numbers.tracing().input(key);
  const InputAbout& about = *base->input;
  sheet.text({row, 0}, std::string(about.label));
  sheet.text({row, 1}, symbol(about.unit) == "1" ? "" : std::string(symbol(about.unit)), Look::unit);
  if (contents.numbers.holds(key)) sheet.formula({row, first_case}, cell_name(*base), base->value, "General");
  for (std::size_t i = 0; i < contents.variants.size(); ++i) {
    const LiveNumbers& numbers = contents.variants[i]->numbers;
    const auto& inputs = numbers.inputs();
    const auto own =
        std::find_if(inputs.begin(), inputs.end(), [&](const InputNumber& each) { return each.key == key; });
    const CellPlace place{row, column_of(i + 1)};
    const std::string name = numbers.name_of(*numbers.tracing().input(key));
    if (own == inputs.end()) {
      if (contents.numbers.holds(key)) sheet.formula(place, cell_name(*base), base->value, "General");
      continue;
    }
    if (own->derived)
      sheet.formula(place, own->formula, own->value, "General");
    else
      sheet.formula(place, is_absent(own->value) ? "\"\"" : constant(own->value), own->value, "General", Look::chosen);
    book.name(name, sheet, place);
  }
  sheet.text({row, column_of(contents.variants.size() + 1)}, std::string(about.key), Look::unit);
}

void write_section(Sheet& sheet, const std::string& title, std::size_t columns, std::uint32_t row) {
  std::vector<std::string> texts(columns);
  texts.front() = title;
  sheet.row({row, 0}, texts, Look::section);
}

/// Whether a result is a number of every case, and not the same in all.
bool tells_apart(const Contents& contents, const ResultRow& result) {
  const auto cases = cases_of(contents);
  const auto value = [&](const LiveNumbers* each) { return result.derivation(each->tracing())->value; };
  const bool known =
      std::all_of(cases.begin(), cases.end(), [&](const LiveNumbers* each) { return std::isfinite(value(each)); });
  return known && result.about->words.empty() && std::any_of(cases.begin(), cases.end(), [&](const LiveNumbers* each) {
           return value(each) != value(cases.front());
         });
}

/// Columns of the first result that tells the cases apart.
void chart_first(Sheet& sheet, const Contents& contents, std::uint32_t header, std::uint32_t below) {
  std::uint32_t row = header;
  for (const ResultGroup& group : contents.groups) {
    ++row;
    for (const ResultRow* result : group.rows) {
      ++row;
      if (!tells_apart(contents, *result)) continue;
      const std::uint16_t last = column_of(contents.variants.size());
      const std::string title(result->about->title);
      return sheet.columns(
          {below, 0}, title, {header, first_case}, {header, last}, {title, {row, first_case}, {row, last}, 0x2F6FDE});
    }
  }
}

}  // namespace

void add_compare_sheet(Book& book, const Contents& contents) {
  if (contents.variants.empty()) return;
  Sheet sheet = book.sheet("Compare", true);
  std::vector<double> widths{44, 12};
  widths.insert(widths.end(), contents.variants.size() + 1, 18);
  widths.push_back(34);
  sheet.widths(widths);
  sheet.heading(
      "Compare",
      "All columns use the Inputs sheet, except for the inputs below, in which the variants differ. Those are "
      "constants.");
  constexpr std::uint32_t header = 3;
  std::vector<std::string> heads{"Result", "Unit", contents.label.empty() ? "Inputs" : contents.label};
  for (const auto& variant : contents.variants) heads.push_back(variant->label);
  heads.emplace_back("Result ID");
  std::vector<std::size_t> numbers;
  for (std::size_t column = first_case; column + 1 < heads.size(); ++column) numbers.push_back(column);
  sheet.header({header, 0}, heads, numbers);
  sheet.freeze(header + 1, 1);
  std::uint32_t row = header + 1;
  for (const ResultGroup& group : contents.groups) {
    write_section(sheet, std::string(group.title), heads.size(), row++);
    for (const ResultRow* result : group.rows) write_row(sheet, contents, *result, row++);
  }
  ++row;
  write_section(sheet, "Inputs that differ, in base units", heads.size(), row++);
  for (const auto& [text, key] : differing(contents)) write_input_of_cases(book, sheet, contents, key, row++);
  chart_first(sheet, contents, header, row + 1);
  sheet.print_to({row + 18, column_of(contents.variants.size() + 1)});
}

}  // namespace llmsize

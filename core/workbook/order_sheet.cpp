// SPDX-License-Identifier: Apache-2.0
// The sheet Bill of materials: the order of the machine as formulas, with room for prices.
#include "core/answer/sentence.hpp"
#include "core/inputs/list.hpp"
#include "core/workbook/contents.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>

namespace llmsize {
namespace {

struct OrderCol {
  enum : std::uint16_t { item, count, unit, spare, power, rack_units, unit_price, price, note };
};

double value_of(const Contents& contents, NumberId number) {
  const Tracing& tracing = contents.numbers.tracing();
  const double value = number.result() ? result_row(*number.result()).derivation(tracing)->value
                                       : input_row(*number.input()).derivation(tracing)->value;
  return std::isfinite(value) ? value : absent;
}

ReadUnit reading_of(const Contents& contents, NumberId number) {
  const double value = value_of(contents, number);
  return number.result() ? reading(value, *result_row(*number.result()).about)
                         : reading(value, about_of(*number.input()));
}

/// A named number in the unit in which people read it; empty where it is not known.
void write_number(
    Sheet& sheet, const Contents& contents, CellPlace place, const std::optional<NumberId>& number,
    const ReadUnit& read, Look look = Look::plain) {
  if (!number) return;
  const double value = value_of(contents, *number);
  sheet.formula(
      place, fmt::format("IFERROR({}/{},\"\")", number->text(), constant(read.size)), read.of(value), read.format,
      look);
}

/// What a note says with its numbers as they stand: nothing where one is not known.
struct LiveNote {
  std::string formula, text;
};

LiveNote live_note(const Contents& contents, std::string_view note) {
  std::string parts, known;
  LiveNote live;
  bool all_known = true;
  read_sentence(
      note,
      [&](std::string_view id) {
        const NumberId number = NumberId::find(id).value();
        const ReadUnit read = reading_of(contents, number);
        const double value = value_of(contents, number);
        const std::string unit = read.unit.empty() ? "" : " " + read.unit;
        parts += fmt::format("&ROUND({}/{},2)&\"{}\"", id, constant(read.size), unit);
        known += fmt::format("{}ISNUMBER({})", known.empty() ? "" : ",", id);
        all_known = all_known && !is_absent(value);
        live.text += fmt::format("{:.12g}{}", std::round(100 * read.of(value)) / 100, unit);
      },
      [&](std::string_view text) {
        parts += fmt::format("&\"{}\"", in_formula(text));
        live.text += text;
      });
  live.formula =
      known.empty() ? fmt::format("\", \"{}", parts) : fmt::format("IF(AND({}),\", \"{},\"\")", known, parts);
  live.text = all_known ? ", " + live.text : std::string{};
  return live;
}

/// The notes of a row, one after the other, and whether it needs more than is ordered.
void write_notes(Sheet& sheet, const Contents& contents, const OrderRow& row, CellPlace place) {
  std::string formula, text;
  const auto add = [&](const LiveNote& note) {
    formula += (formula.empty() ? "" : "&") + note.formula;
    text += note.text;
  };
  if (row.held) {
    const std::string_view said = against_order(row, [&](NumberId number) { return value_of(contents, number); });
    add(
        {fmt::format(
             "IF(AND(ISNUMBER({0}),ISNUMBER({1})),IF({0}>{1},\", {2}\",\", {3}\"),\"\")", row.count->text(),
             row.held->text(), more_than_ordered, as_ordered),
         said.empty() ? std::string{} : fmt::format(", {}", said)});
  }
  for (const std::string_view note : row.notes) add(live_note(contents, note));
  constexpr std::size_t comma = 2;
  if (!formula.empty())
    sheet.formula(
        place, fmt::format("MID({},{},500)", formula, comma + 1), text.size() > comma ? text.substr(comma) : text,
        Look::note);
}

/// The cell where the reader types a price: in the first row that has it, the others follow.
void write_unit_price(
    Book& book, Sheet& sheet, const Contents& contents, const OrderRow& row, CellPlace place,
    std::set<InputKey>& typed) {
  if (!row.unit_price) return;
  if (!typed.insert(*row.unit_price).second)
    return sheet.formula(
        place, fmt::format("IF(ISNUMBER({0}),{0},\"\")", price_cell(contents.order, *row.unit_price)),
        contents.plan[*row.unit_price], "#,##0.00");
  sheet.number(place, contents.plan[*row.unit_price], "#,##0.00", Look::price);
  book.name(price_cell(contents.order, *row.unit_price), sheet, place);
}

void write_price(Sheet& sheet, const Contents& contents, const OrderRow& row, CellPlace place) {
  const double price = price_of(row, [&](NumberId number) { return value_of(contents, number); });
  if (row.price)
    sheet.formula(place, fmt::format("IFERROR({}+0,\"\")", row.price->text()), price, "#,##0.00", Look::strong);
  else if (row.unit_price)
    sheet.formula(
        place,
        fmt::format(
            "IF(AND(ISNUMBER({0}),ISNUMBER({1})),{0}*{1},\"\")", row.count->text(),
            price_cell(contents.order, *row.unit_price)),
        price, "#,##0.00");
}

void write_row(
    Book& book, Sheet& sheet, const Contents& contents, const OrderRow& row, std::uint32_t at,
    std::set<InputKey>& typed) {
  const ReadUnit kilowatts{"kW", 1000, "#,##0.0"}, plain{{}, 1, "#,##0"};
  sheet.text({at, OrderCol::item}, row.item);
  if (row.count) {
    const ReadUnit read = reading_of(contents, *row.count);
    write_number(sheet, contents, {at, OrderCol::count}, row.count, read, Look::strong);
    sheet.text({at, OrderCol::unit}, row.unit.empty() ? read.unit : fmt::format("{}s", row.unit), Look::unit);
  }
  write_number(sheet, contents, {at, OrderCol::spare}, row.spare, plain);
  write_number(sheet, contents, {at, OrderCol::power}, row.power, kilowatts);
  write_number(sheet, contents, {at, OrderCol::rack_units}, row.rack_units, plain);
  write_unit_price(book, sheet, contents, row, {at, OrderCol::unit_price}, typed);
  write_price(sheet, contents, row, {at, OrderCol::price});
  write_notes(sheet, contents, row, {at, OrderCol::note});
}

/// The sum of the priced rows, which has to be the price of the bill of materials.
void write_sum(Book& book, Sheet& sheet, const Contents& contents, std::uint32_t first, std::uint32_t end) {
  double sum = 0;
  const auto number = [&](NumberId id) { return value_of(contents, id); };
  for (const OrderRow& row : contents.order)
    if (const double price = row.unit_price ? price_of(row, number) : absent; !is_absent(price)) sum += price;
  const std::string prices =
      fmt::format("{}:{}", Sheet::here({first, OrderCol::price}), Sheet::here({end - 1, OrderCol::price}));
  const std::string units =
      fmt::format("{}:{}", Sheet::here({first, OrderCol::unit_price}), Sheet::here({end - 1, OrderCol::unit_price}));
  sheet.text({end, OrderCol::item}, "Sum of the rows with a price each", Look::note);
  sheet.formula(
      {end, OrderCol::price}, fmt::format("SUMIF({},\">=0\",{})", units, prices), sum, "#,##0.00", Look::note);
  book.name(std::string(order_sum_cell), sheet, {end, OrderCol::price});
}

}  // namespace

void add_order_sheet(Book& book, const Contents& contents) {
  Sheet sheet = book.sheet("Bill of materials", true);
  sheet.widths({40, 12, 12, 10, 12, 12, 14, 18, 64});
  sheet.heading(
      "Bill of materials",
      "Enter prices in yellow cells, all in one currency. They are inputs of CapEx and of the cost results.");
  std::uint32_t row = 3;
  sheet.header(
      {row++, OrderCol::item}, {"Item", "Count", "", "Spares", "kW each", "Rack units each", "Price each", "Price", ""},
      {OrderCol::count, OrderCol::spare, OrderCol::power, OrderCol::rack_units, OrderCol::unit_price, OrderCol::price});
  const std::uint32_t first = row;
  std::optional<OrderRole> role;
  std::set<InputKey> typed;
  for (const OrderRow& each : contents.order) {
    if (role != each.role)
      sheet.row(
          {row++, OrderCol::item}, {std::string(title(each.role)), "", "", "", "", "", "", "", ""}, Look::section);
    role = each.role;
    write_row(book, sheet, contents, each, row++, typed);
  }
  write_sum(book, sheet, contents, first, row);
  sheet.print_to({row, OrderCol::note});
}

}  // namespace llmsize

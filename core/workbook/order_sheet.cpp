// SPDX-License-Identifier: Apache-2.0
// The sheet To order: what a machine takes, with room for prices.
#include "core/workbook/contents.hpp"

#include <fmt/format.h>

#include <cmath>

namespace llmsize {
namespace {

struct OrderCol {
  enum : std::uint16_t { item, quantity, unit, price, total, note };
};

struct OrderLine {
  std::string item;
  std::string quantity;  ///< a formula
  double value;          ///< of the quantity
  std::string unit;
  std::string note;
  std::optional<InputKey> priced{};  ///< the input that the price is
  bool priced_above = false;         ///< a line before it takes the price
};

double value_of_result(const Contents& contents, ResultKey key) {
  const double value = result_row(key).derivation(contents.numbers.tracing())->value;
  return std::isfinite(value) ? value : absent;
}

double value_of_input(const Contents& contents, InputKey key) {
  return input_row(key).derivation(contents.numbers.tracing())->value;
}

std::string name_or(const Contents& contents, WordKey key, const std::string& otherwise) {
  const std::string name = contents.plan.name(key);
  return name.empty() ? otherwise : name;
}

std::vector<OrderLine> bought_lines(const Contents& contents) {
  const double nodes = value_of_result(contents, "planning.nodes");
  const std::string system = name_or(contents, "cluster.system", "Node"),
                    storage = name_or(contents, "storage.id", "Storage appliance");
  return {
      {system, "planning.nodes_used", value_of_result(contents, "planning.nodes_used"), "nodes", "nodes of the job",
       InputKey("economics.node_price")},
      {system + ", spare", "planning.spares", value_of_result(contents, "planning.spares"), "nodes",
       "at the same price", InputKey("economics.node_price"), true},
      {"Network of a node: switches and cables", "planning.nodes", nodes, "nodes", "their share of a node",
       InputKey("economics.network_price")},
      {"Compute NICs", "economics.compute_nics", value_of_result(contents, "economics.compute_nics"), "ports",
       "only where they are not in the price of a node"},
      {"Storage NICs", "economics.storage_nics", value_of_result(contents, "economics.storage_nics"), "ports",
       "only where they are not in the price of a node"},
      {storage, "storage.count", value_of_input(contents, "storage.count"), "appliances",
       "as sized; what is needed stands below", InputKey("economics.storage_price")},
      {"Racks", "economics.racks", value_of_result(contents, "economics.racks"), "racks", "of nodes and of appliances"},
      {"Power connection", "economics.power/1000", value_of_result(contents, "economics.power") / 1000, "kW",
       "largest power, without cooling"},
  };
}

/// The cell of a price: the reader's, or that of a line that costs the same.
void write_price(Book& book, Sheet& sheet, const Contents& contents, const OrderLine& line, std::uint32_t row) {
  const double known = line.priced ? contents.plan[*line.priced] : absent;
  if (line.priced_above)
    return sheet.formula(
        {row, OrderCol::price}, fmt::format("IF(ISNUMBER({0}),{0},\"\")", price_cell(*line.priced)), known, "#,##0.00");
  sheet.number({row, OrderCol::price}, known, "#,##0.00", Look::price);
  if (line.priced) book.name(std::string(price_cell(*line.priced)), sheet, {row, OrderCol::price});
}

std::uint32_t write_lines(Book& book, Sheet& sheet, const Contents& contents, std::uint32_t row) {
  sheet.header({row++, OrderCol::item}, {"Item", "Quantity", "", "Price each", "Total", ""}, {1, 3, 4});
  const std::uint32_t first = row;
  double sum = 0;
  for (const OrderLine& line : bought_lines(contents)) {
    const double cost = line.value * (line.priced ? contents.plan[*line.priced] : absent);
    sheet.text({row, OrderCol::item}, line.item);
    sheet.formula(
        {row, OrderCol::quantity}, fmt::format("IFERROR({}+0,\"\")", line.quantity), line.value, "#,##0.##",
        Look::strong);
    sheet.text({row, OrderCol::unit}, line.unit);
    write_price(book, sheet, contents, line, row);
    sheet.formula(
        {row, OrderCol::total},
        fmt::format(
            "IF(AND(ISNUMBER({0}),ISNUMBER({1})),{0}*{1},\"\")", Sheet::here({row, OrderCol::quantity}),
            Sheet::here({row, OrderCol::price})),
        cost, "#,##0.00");
    sheet.text({row, OrderCol::note}, line.note, Look::note);
    if (std::isfinite(cost)) sum += cost;
    ++row;
  }
  sheet.text({row, OrderCol::item}, "Sum of what is priced", Look::strong);
  sheet.formula(
      {row, OrderCol::total},
      fmt::format(
          "IF(COUNT({0}:{1})=0,\"\",SUM({0}:{1}))", Sheet::here({first, OrderCol::total}),
          Sheet::here({row - 1, OrderCol::total})),
      sum > 0 ? sum : absent, "#,##0.00", Look::strong);
  return row + 2;
}

/// Appliances by each thing they have to do; the most counts.
std::uint32_t write_appliances(Sheet& sheet, const Contents& contents, std::uint32_t row) {
  sheet.header({row++, OrderCol::item}, {"Appliances needed", "Quantity", "", "", "", ""}, {1});
  const std::uint32_t first = row;
  double most = 0;
  const auto line = [&](const char* what, const std::string& formula, double value, const char* why) {
    sheet.text({row, OrderCol::item}, what);
    sheet.formula({row, OrderCol::quantity}, formula, value, "#,##0");
    sheet.text({row, OrderCol::note}, why, Look::note);
    if (std::isfinite(value)) most = std::max(most, value);
    ++row;
  };
  const auto result = [&](const char* what, ResultKey key, const char* why) {
    line(what, std::string(key.text()), value_of_result(contents, key), why);
  };
  result(
      "By rate, for checkpoints", "checkpoint.appliances",
      "The write bandwidth needed over what one appliance takes in.");
  result(
      "By rate, for reading data", "ingest.appliances", "The read bandwidth needed over what one appliance delivers.");
  result(
      "By rate, for offloaded states", "offload.appliances", "For the wanted efficiency, or to hold what lives there.");
  result(
      "By capacity, for kept checkpoints", "checkpoint.appliances_by_capacity",
      "Capacity to buy for checkpoints over that of one appliance.");
  sheet.text({row, OrderCol::item}, "Most of these", Look::strong);
  const std::string range =
      fmt::format("{}:{}", Sheet::here({first, OrderCol::quantity}), Sheet::here({row - 1, OrderCol::quantity}));
  sheet.formula(
      {row, OrderCol::quantity}, fmt::format("IF(COUNT({0})=0,\"\",MAX({0}))", range), most > 0 ? most : absent,
      "#,##0", Look::strong);
  const std::string enough = fmt::format(
      "IF(AND(ISNUMBER({0}),ISNUMBER(storage.count)),IF(storage.count<{0},\"more than are sized\",\"enough are "
      "sized\"),\"\")",
      Sheet::here({row, OrderCol::quantity}));
  const double sized = value_of_input(contents, "storage.count");
  sheet.formula(
      {row, OrderCol::note}, enough,
      most > 0 && !is_absent(sized) ? sized < most ? "more than are sized" : "enough are sized" : "", Look::strong);
  return row + 2;
}

}  // namespace

void add_order_sheet(Book& book, const Contents& contents) {
  Sheet sheet = book.sheet("To order", true);
  sheet.widths({46, 14, 12, 16, 18, 70});
  sheet.heading(
      "To order",
      "Yellow cells wait for prices, all in one currency; those of nodes, network and appliances are inputs of the "
      "cost results.");
  const std::uint32_t row = write_lines(book, sheet, contents, 3);
  sheet.print_to({write_appliances(sheet, contents, row), OrderCol::note});
}

}  // namespace llmsize

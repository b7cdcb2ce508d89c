// SPDX-License-Identifier: Apache-2.0
// The sheet Sizes: time and price of the training against nodes.
#include "core/workbook/contents.hpp"

#include <algorithm>

namespace llmsize {
namespace {

constexpr std::uint32_t blue = 0x2F6FDE, green = 0x1B9E77;

}  // namespace

void add_sizes_sheet(Book& book, const Contents& contents) {
  if (contents.sizes.size() < 2) return;
  Sheet sheet = book.sheet("Sizes", true);
  sheet.widths({14, 16, 20, 3, 14});
  sheet.heading(
      "Sizes", "Same parallelism on more and fewer nodes, as planned: these numbers do not follow the inputs.");
  constexpr std::uint32_t header = 3, chart_rows = 16;
  const bool priced = std::any_of(
      contents.sizes.begin(), contents.sizes.end(), [](const SizeRow& row) { return !is_absent(row.capex); });
  sheet.header({header, 0}, {"Nodes", "Days", priced ? "CapEx" : ""}, {0, 1, 2});
  std::uint32_t row = header + 1;
  for (const SizeRow& each : contents.sizes) {
    sheet.number({row, 0}, each.nodes, "#,##0", Look::chosen);
    sheet.number({row, 1}, each.time / 86400, "#,##0.0", Look::chosen);
    if (priced) sheet.number({row, 2}, each.capex, "#,##0", Look::chosen);
    ++row;
  }
  const CellPlace first{header + 1, 0}, last{row - 1, 0};
  sheet.columns({header, 4}, "Days vs. nodes", first, last, {"Days", {header + 1, 1}, {row - 1, 1}, blue});
  if (priced)
    sheet.columns(
        {header + chart_rows, 4}, "CapEx vs. nodes", first, last, {"CapEx", {header + 1, 2}, {row - 1, 2}, green});
}

}  // namespace llmsize

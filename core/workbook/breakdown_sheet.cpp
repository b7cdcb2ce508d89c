// SPDX-License-Identifier: Apache-2.0
// The sheet Breakdown: wholes and their parts, with charts of the cells.
#include "core/view/words.hpp"
#include "core/workbook/contents.hpp"

#include <fmt/format.h>

#include <cmath>

namespace llmsize {
namespace {

/// Colours of parts, as the app paints them: a hue, then its tint.
std::uint32_t colour_of(const Stack::Part& part) {
  constexpr std::uint32_t solid[] = {0x2F6FDE, 0x7A4FD0, 0x1B9E77, 0xE08A1E, 0xC2417C, 0x8A94A6, 0x444444, 0xC0392B};
  constexpr std::uint32_t tint[] = {0x9CBDF2, 0xC4B0EE, 0x9AD8C3, 0xF3CC98, 0xE6A6C5, 0xC9CFD9, 0x999999, 0xE5A39B};
  const auto hue = static_cast<std::size_t>(part.hue);
  return part.fill == Fill::solid ? solid[hue] : tint[hue];
}

/// Cells of a bar's parts in one unit, and the chart of them; gives the row below.
std::uint32_t write_parts(Sheet& sheet, const std::string& title, const Stack::Bar& bar, std::uint32_t row) {
  double whole = 0;
  for (const Stack::Part& part : bar.parts) whole += part.value;
  const auto unit = ResultKey::find(bar.parts.front().source.name);
  const ReadUnit read = unit ? reading(whole, *result_row(*unit).about) : ReadUnit{{}, 1, number_format(whole, false)};
  const std::uint32_t heading = row;
  sheet.text({row++, 0}, title, Look::section);
  sheet.header({row++, 0}, {"Part", read.unit.empty() ? "Value" : read.unit, "Share", "Result ID"}, {1, 2});
  const std::uint32_t first = row, last = row + static_cast<std::uint32_t>(bar.parts.size()) - 1;
  const std::string sum = fmt::format("SUM({}:{})", Sheet::here({first, 1}), Sheet::here({last, 1}));
  std::vector<Sheet::Series> series;
  for (const Stack::Part& part : bar.parts) {
    sheet.text({row, 0}, part.title);
    const std::string& name = part.source.name;
    sheet.formula({row, 1}, read.of(name), read.of(part.value), number_format(read.of(whole), false));
    sheet.formula({row, 2}, fmt::format("IFERROR({}/{},\"\")", Sheet::here({row, 1}), sum), part.value / whole, "0.0%");
    sheet.text({row, 3}, name, Look::note);
    series.push_back({part.title, {row, 1}, {row, 1}, colour_of(part)});
    ++row;
  }
  sheet.text({row, 0}, "Sum", Look::strong);
  sheet.formula({row, 1}, sum, read.of(whole), number_format(read.of(whole), false), Look::strong);
  ++row;
  const CellPlace category{heading + 1, 1};
  sheet.stacked_bars({heading, 5}, title, category, category, series);
  constexpr std::uint32_t height_of_chart = 16;
  return std::max(row, heading + height_of_chart) + 1;
}

/// The parts of a bar that the workbook computes.
Stack::Bar live_part(const Contents& contents, const Stack::Bar& bar) {
  Stack::Bar live = bar;
  std::erase_if(live.parts, [&](const Stack::Part& part) {
    const auto id = ResultKey::find(part.source.name);
    if (!id) return true;
    const double value = result_row(*id).derivation(contents.numbers.tracing())->value;
    return !(std::abs(value - part.value) <= 1e-9 * std::abs(value));
  });
  return live;
}

}  // namespace

void add_breakdown_sheet(Book& book, const Contents& contents) {
  Sheet sheet = book.sheet("Breakdown", true);
  sheet.widths({34, 16, 10, 30, 3, 14});
  sheet.heading("Breakdown");
  std::uint32_t row = 2;
  for (const auto& [title, bar] : contents.parts)
    if (const Stack::Bar live = live_part(contents, bar); !live.parts.empty())
      row = write_parts(sheet, title, live, row);
  if (row == 2) sheet.text({row, 0}, "No breakdown: model, system or layout is not known.");
}

}  // namespace llmsize

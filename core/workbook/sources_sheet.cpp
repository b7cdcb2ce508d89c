// SPDX-License-Identifier: Apache-2.0
// The sheet Sources: where formulas and values come from.
#include "core/files/version.hpp"
#include "core/inputs/list.hpp"
#include "core/workbook/contents.hpp"

#include <fmt/format.h>

#include <set>

namespace llmsize {
namespace {

std::uint32_t write_entries(Sheet& sheet, const Contents& contents, std::uint32_t row) {
  sheet.row({row++, 0}, {"Catalog entries", "", "", ""}, Look::section);
  for (const auto& [key, name] : contents.plan.names) {
    sheet.text({row, 0}, name);
    sheet.text(
        {row, 1}, contents.plan.words.contains(key) ? contents.plan.words.find(key)->second.word : "", Look::note);
    sheet.text({row++, 3}, key, Look::note);
  }
  return row + 1;
}

std::uint32_t write_values(Sheet& sheet, const Contents& contents, std::uint32_t row) {
  sheet.row({row++, 0}, {"Values", "Origin", "Source", "Key"}, Look::section);
  for (const InputNumber& input : contents.numbers.inputs()) {
    const Origin& origin = contents.plan.origin(input.key);
    const std::string source = origin.source.empty() ? std::string(input.about->source) : origin.source;
    if (is_absent(input.value) || input.derived || source.empty()) continue;
    sheet.text({row, 0}, std::string(input.about->label));
    sheet.text({row, 1}, text(origin));
    sheet.text({row, 2}, source, Look::note);
    sheet.text({row++, 3}, std::string(input.about->key), Look::note);
  }
  return row + 1;
}

std::uint32_t write_formulas(Sheet& sheet, const Contents& contents, std::uint32_t row) {
  sheet.row({row++, 0}, {"Formulas", "Title", "Source", "Result ID"}, Look::section);
  for (const ResultNumber& number : contents.numbers.results()) {
    if (!number.about) continue;
    sheet.text({row, 0}, std::string(number.about->title));
    sheet.text({row, 1}, std::string(number.about->why), Look::note);
    sheet.text({row, 2}, std::string(number.about->source), Look::note);
    sheet.text({row++, 3}, std::string(number.about->id), Look::note);
  }
  return row;
}

}  // namespace

void add_sources_sheet(Book& book, const Contents& contents) {
  Sheet sheet = book.sheet("Sources", true);
  sheet.widths({44, 60, 80, 34});
  sheet.hide();
  sheet.heading("Sources", fmt::format("Written by llmsize {}. Formulas and data: Apache-2.0.", version()));
  std::uint32_t row = write_entries(sheet, contents, 3);
  row = write_values(sheet, contents, row);
  sheet.print_to({write_formulas(sheet, contents, row), 3});
}

}  // namespace llmsize

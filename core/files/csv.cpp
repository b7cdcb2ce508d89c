// SPDX-License-Identifier: Apache-2.0
// Reads CSV with libcsv.
#include "core/files/csv.hpp"

#include "core/files/bad_input.hpp"

#include <csv.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace llmsize {
namespace {

using Cells = std::vector<std::string>;

bool is_number(std::string_view cell) {
  if (cell.starts_with('+')) cell.remove_prefix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
  // "-inf" and "-nan" are names to spreadsheets.
  return error == std::errc() && end == cell.data() + cell.size() &&
         cell.find_first_not_of("0123456789.eE+-") == std::string_view::npos;
}

/// Whether spreadsheets would calculate a cell once apostrophes in front of it are gone.
bool is_formula(std::string_view cell) {
  cell.remove_prefix(std::min(cell.find_first_not_of('\''), cell.size()));
  return cell.find_first_of("=+-@\t\r") == 0;
}

struct Parsed {
  std::vector<CsvRow> rows{};
  Cells cells{};
  std::size_t ended = 0;
  int last_end = 0;
};

/// Ends a row; CR and LF together end one.
void end_row(int character, Parsed& parsed) {
  const bool second_half = character == '\n' && parsed.last_end == '\r' && parsed.cells.empty();
  parsed.last_end = character;
  if (second_half) return;
  ++parsed.ended;
  if (!parsed.cells.empty()) parsed.rows.push_back({parsed.ended, std::move(parsed.cells)});
  parsed.cells.clear();
}

std::vector<CsvRow> parse_with(std::string_view text, char separator, const std::string& source) {
  csv_parser parser;
  csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI | CSV_REPALL_NL);
  csv_set_delim(&parser, static_cast<unsigned char>(separator));
  Parsed parsed;
  const auto cell = [](void* bytes, std::size_t size, void* data) {
    auto& so_far = *static_cast<Parsed*>(data);
    so_far.cells.emplace_back(unguarded({static_cast<const char*>(bytes), size}));
    so_far.last_end = 0;
  };
  const auto end = [](int character, void* data) { end_row(character, *static_cast<Parsed*>(data)); };
  const bool read = csv_parse(&parser, text.data(), text.size(), cell, end, &parsed) == text.size();
  const bool ended = read && csv_fini(&parser, cell, end, &parsed) == 0;
  csv_free(&parser);
  if (!ended)
    refuse_contents(source, fmt::format("row {}: a quote is not closed or stands inside a cell", parsed.ended + 1));
  return std::move(parsed.rows);
}

}  // namespace

std::string_view unguarded(std::string_view cell) {
  if (cell.starts_with('\'') && is_formula(cell)) cell.remove_prefix(1);
  return cell;
}

std::string guarded(const std::string& cell) { return is_formula(cell) && !is_number(cell) ? "'" + cell : cell; }

Csv parse_csv(std::string_view text, const std::string& source) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.substr(0, byte_order_mark.size()) == byte_order_mark) text.remove_prefix(byte_order_mark.size());
  const std::string_view first = text.substr(0, text.find('\n'));
  const char separator =
      first.find(';') != std::string_view::npos && first.find(',') == std::string_view::npos ? ';' : ',';
  return {separator, parse_with(text, separator, source)};
}

std::string with_point(const std::string& cell, const std::string& place) {
  const auto comma = cell.find(',');
  if (comma == std::string::npos) return cell;
  const auto after = cell.find_first_not_of("0123456789", comma + 1);
  if (std::min(after, cell.size()) - comma - 1 == 3)
    refuse_contents(place, fmt::format("{} is ambiguous: thousands or a decimal comma", in_quotes(cell)));
  std::string text = cell;
  text[comma] = '.';
  return text;
}

}  // namespace llmsize

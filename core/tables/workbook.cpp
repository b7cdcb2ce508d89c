// SPDX-License-Identifier: Apache-2.0
// Writes workbooks with libxlsxwriter.
#include "core/tables/workbook.hpp"

#include "core/files/bad_input.hpp"
#include "core/files/csv.hpp"
#include "core/files/temporary_file.hpp"
#include "core/files/utf8.hpp"
#include "core/tables/width.hpp"

#include <fmt/format.h>
#include <xlsxwriter.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace llmsize {
namespace {

constexpr std::size_t most_rows = LXW_ROW_MAX, most_columns = LXW_COL_MAX;
constexpr std::size_t longest_text = 32767, widest = 48;

/// The number that a cell is, where nothing is lost by writing it as one.
std::optional<double> number_in(std::string_view cell) {
  constexpr std::size_t told_apart = 15;  // digits that spreadsheets keep
  const std::string_view digits = cell.substr(cell.starts_with('-') ? 1 : 0);
  if (digits.size() > 1 && digits[0] == '0' && digits[1] != '.') return {};
  if (digits.find_first_not_of("0123456789") == std::string_view::npos && digits.size() > told_apart) return {};
  double number = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
  const bool plain = cell.find_first_not_of("0123456789.eE+-") == std::string_view::npos;
  return error == std::errc() && end == cell.data() + cell.size() && plain ? std::optional(number) : std::nullopt;
}

}  // namespace

std::string as_xlsx(const Table& table) {
  if (table.rows.size() + 1 > most_rows || table.header.size() > most_columns)
    throw BadInput(
        BadInput::Kind::usage, fmt::format(
                                   "{} rows and {} columns do not fit a sheet of {} and {}; CSV has no limit",
                                   table.rows.size(), table.header.size(), most_rows, most_columns));
  const TemporaryFile file;
  lxw_workbook_options options{};
  options.constant_memory = LXW_TRUE;
  lxw_workbook* book = workbook_new_opt(file.path().c_str(), &options);
  lxw_worksheet* sheet = workbook_add_worksheet(book, "Answers");
  lxw_format* strong = workbook_add_format(book);
  format_set_bold(strong);
  format_set_bottom(strong, LXW_BORDER_THIN);
  const auto columns = static_cast<lxw_col_t>(table.header.size());
  for (lxw_col_t i = 0; i < columns; ++i) {
    std::size_t wide = width(table.header[i]);
    for (std::size_t row = 0; row < std::min<std::size_t>(table.rows.size(), 100); ++row)
      if (i < table.rows[row].size()) wide = std::max(wide, width(table.rows[row][i]));
    worksheet_set_column(sheet, i, i, static_cast<double>(std::min(wide, widest) + 2), nullptr);
  }
  const auto write = [&](lxw_row_t row, const std::vector<std::string>& cells, lxw_format* format, bool numbers) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto column = static_cast<lxw_col_t>(i);
      const auto number = numbers ? number_in(cells[i]) : std::nullopt;
      if (number)
        worksheet_write_number(sheet, row, column, *number, format);
      else if (!cells[i].empty())
        worksheet_write_string(sheet, row, column, guarded(cleaned(cells[i])).substr(0, longest_text).c_str(), format);
    }
  };
  write(0, table.header, strong, false);
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    write(static_cast<lxw_row_t>(i + 1), table.rows[i], nullptr, true);
  worksheet_freeze_panes(sheet, 1, 0);
  if (columns > 0 && !table.rows.empty())
    worksheet_autofilter(sheet, 0, 0, static_cast<lxw_row_t>(table.rows.size()), static_cast<lxw_col_t>(columns - 1));
  const lxw_error closed = workbook_close(book);
  if (closed != LXW_NO_ERROR)
    throw BadInput(BadInput::Kind::file, fmt::format("the workbook cannot be made: {}", lxw_strerror(closed)));
  return file.contents();
}

}  // namespace llmsize

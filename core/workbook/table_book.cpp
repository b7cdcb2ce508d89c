// SPDX-License-Identifier: Apache-2.0
// Writes workbooks with libxlsxwriter.
#include "core/workbook/table_book.hpp"

#include "core/files/bad_input.hpp"
#include "core/files/csv.hpp"
#include "core/files/temporary_file.hpp"
#include "core/files/utf8.hpp"
#include "core/quantity/print.hpp"
#include "core/tables/width.hpp"
#include "core/workbook/close.hpp"

#include <fmt/format.h>
#include <xlsxwriter.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <optional>
#include <utility>

namespace llmsize {
namespace {

constexpr std::size_t most_rows = LXW_ROW_MAX, most_columns = LXW_COL_MAX;
constexpr std::size_t longest_text = 32767, widest = 48;

/// The number that a cell looks like.
std::optional<double> number_in(std::string_view cell) {
  double number = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
  const bool plain = cell.find_first_not_of("0123456789.eE+-") == std::string_view::npos;
  return error == std::errc() && end == cell.data() + cell.size() && plain ? std::optional(number) : std::nullopt;
}

/// Whether a cell comes back as it is when it is written as a number: "007", "1.10" and the part "12E3" do not.
bool is_kept_by(double number, const std::string& cell) {
  constexpr std::size_t told_apart = 15;  // digits that spreadsheets keep
  const std::string digits = cell.substr(cell.starts_with('-') ? 1 : 0);
  const bool is_long = digits.size() > told_apart && digits.find_first_not_of("0123456789") == std::string::npos;
  return exact(number) == cell && !is_long;
}

}  // namespace

class WorkbookWriter::Book {
 public:
  explicit Book(std::vector<std::string> header) : header_(std::move(header)) {
    if (header_.size() > most_columns) refuse();
    lxw_workbook_options options{};
    options.constant_memory = LXW_TRUE;
    book_ = workbook_new_opt(file_.path().c_str(), &options);
    sheet_ = workbook_add_worksheet(book_, "Answers");
  }
  ~Book() {
    if (book_) drop_workbook(book_);
  }
  Book(const Book&) = delete;
  Book& operator=(const Book&) = delete;

  void add(std::vector<std::string> cells) {
    if (rows_ + first_.size() + 1 >= most_rows) refuse();
    if (widths_set_) return write(cells);
    first_.push_back(std::move(cells));
    if (first_.size() == told_apart_by) begin();
  }

  std::string finish() {
    if (!widths_set_) begin();
    worksheet_freeze_panes(sheet_, 1, 0);
    if (!header_.empty() && rows_ > 0)
      worksheet_autofilter(sheet_, 0, 0, static_cast<lxw_row_t>(rows_), static_cast<lxw_col_t>(header_.size() - 1));
    std::fflush(sheet_->optimize_tmpfile);
    require_rows_written();
    close_workbook(std::exchange(book_, nullptr));
    return file_.contents();
  }

 private:
  static constexpr std::size_t told_apart_by =
      100;  ///< rows that tell how wide a column is, and whether it holds numbers

  [[noreturn]] static void refuse() {
    throw BadInput(
        BadInput::Kind::usage,
        fmt::format("a sheet holds at most {} rows and {} columns; CSV has no limit", most_rows, most_columns));
  }

  /// Rows lie in a file of the library's, which does not say where it could not write them.
  void require_rows_written() const {
    if (std::ferror(sheet_->optimize_tmpfile) != 0)
      throw BadInput(BadInput::Kind::file, "cannot write workbook: its rows could not be written");
  }

  void begin() {
    widths_set_ = true;
    as_text_.resize(header_.size());
    for (std::size_t i = 0; i < header_.size(); ++i) {
      std::size_t wide = width(header_[i]);
      for (const auto& row : first_) {
        if (i >= row.size()) continue;
        wide = std::max(wide, width(row[i]));
        const auto number = number_in(row[i]);
        as_text_[i] = as_text_[i] || (number && !is_kept_by(*number, row[i]));
      }
      const auto column = static_cast<lxw_col_t>(i);
      worksheet_set_column(sheet_, column, column, static_cast<double>(std::min(wide, widest) + 2), nullptr);
    }
    lxw_format* strong = workbook_add_format(book_);
    format_set_bold(strong);
    format_set_bottom(strong, LXW_BORDER_THIN);
    for (std::size_t i = 0; i < header_.size(); ++i) write_text(0, i, header_[i], strong);
    for (const auto& row : first_) write(row);
    first_.clear();
  }

  void write(const std::vector<std::string>& cells) {
    const auto row = static_cast<lxw_row_t>(++rows_);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto number = i < as_text_.size() && as_text_[i] ? std::nullopt : number_in(cells[i]);
      if (number && is_kept_by(*number, cells[i]))
        worksheet_write_number(sheet_, row, static_cast<lxw_col_t>(i), *number, nullptr);
      else
        write_text(row, i, cells[i], nullptr);
    }
    require_rows_written();
  }

  void write_text(lxw_row_t row, std::size_t column, const std::string& cell, lxw_format* format) {
    if (cell.empty()) return;
    const std::string text(beginning(guarded(cleaned(cell)), longest_text));
    worksheet_write_string(sheet_, row, static_cast<lxw_col_t>(column), text.c_str(), format);
  }

  TemporaryFile file_{};
  std::vector<std::string> header_;
  lxw_workbook* book_ = nullptr;
  lxw_worksheet* sheet_ = nullptr;
  std::vector<std::vector<std::string>> first_{};  ///< rows that are not written yet
  std::size_t rows_ = 0;
  std::vector<bool> as_text_{};  ///< columns in which some cell is no number although it looks like one
  bool widths_set_ = false;
};

WorkbookWriter::WorkbookWriter(std::vector<std::string> header) : book_(std::make_unique<Book>(std::move(header))) {}
WorkbookWriter::~WorkbookWriter() = default;
void WorkbookWriter::add(std::vector<std::string> cells) { book_->add(std::move(cells)); }
std::string WorkbookWriter::finish() { return book_->finish(); }

std::string as_xlsx(const Table& table) {
  WorkbookWriter book(table.header);
  for (const auto& row : table.rows) book.add(row);
  return book.finish();
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
#include "core/files/sheet_file.hpp"

#include "core/files/bad_input.hpp"
#include "core/files/lowered.hpp"
#include "core/files/memory_limit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <utility>

namespace llmsize {

/// The row that heads a table, with those below it that were read.
struct SheetFile::Header {
  std::size_t headings = 0;  ///< columns that the reader knows
  std::size_t above = 0;     ///< rows that are no part of the table
  std::deque<CsvRow> rows{};
};

namespace {

/// Titles and cover sheets may name an input by chance.
constexpr std::size_t headings_of_a_table = 2;

std::size_t bytes_in(const CsvRow& row) {
  std::size_t bytes = 0;
  for (const std::string& cell : row.cells) bytes += cell.size();
  return bytes;
}

std::string listed(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += fmt::format("{}{}", list.empty() ? "" : ", ", in_quotes(name));
  return list;
}

/// The place of a worksheet that is named, or counted from 1 among those that are shown.
std::size_t place_of(const std::vector<Worksheet>& all, const std::string& wanted) {
  std::size_t number = 0, shown = 0;
  const auto [end, error] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), number);
  const bool is_number = error == std::errc() && end == wanted.data() + wanted.size();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].name == wanted) return i;
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].shown) continue;
    if (++shown == number && is_number) return i;
    names.push_back(all[i].name);
  }
  refuse_word("--worksheet", wanted, names);
}

}  // namespace

bool is_named_as_sheet(const std::string& file) {
  const std::string ending = lowered(std::filesystem::path(file).extension().string());
  constexpr std::string_view known[] = {".csv", ".tsv", ".xlsx", ".xlsm"};
  return std::find(std::begin(known), std::end(known), ending) != std::end(known);
}

SheetFile::SheetFile(const std::string& path, const std::string& source, TableSearch search)
    : SheetFile(source, std::move(search)) {
  file_ = std::make_unique<TextFile>(path, Encoding::of_spreadsheets);
  if (file_->holds_workbook())
    workbook_.emplace(file_->bytes(), source);
  else
    text_.emplace([file = file_.get()] { return file->next(); }, source, search_.is_heading);
  begin();
}

SheetFile SheetFile::of(std::string contents, const std::string& source, TableSearch search) {
  SheetFile sheet(source, std::move(search));
  if (is_workbook(contents)) {
    sheet.workbook_.emplace(std::move(contents), source);
  } else {
    sheet.contents_ = std::make_unique<std::string>(std::move(contents));
    sheet.text_.emplace(
        [rest = std::string_view(*sheet.contents_)]() mutable { return std::exchange(rest, {}); }, source,
        sheet.search_.is_heading);
  }
  sheet.begin();
  return sheet;
}

std::optional<CsvRow> SheetFile::read() { return text_ ? text_->next() : workbook_->next(); }

void SheetFile::begin() {
  if (text_ && !search_.worksheet.empty())
    throw BadInput(
        BadInput::Kind::usage, fmt::format("--worksheet: expected a workbook (*.xlsx), {} is a text", source_));
  if (text_) separator_ = text_->separator();
  if (workbook_)
    open_worksheet();
  else if (search_.is_heading)
    take(find_header());
}

void SheetFile::open_worksheet() {
  const std::vector<Worksheet>& all = workbook_->worksheets();
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].shown) shown.push_back(i);
  const bool is_named = !search_.worksheet.empty();
  std::size_t chosen = is_named ? place_of(all, search_.worksheet) : shown.front(), open = shown.front();
  const auto header_of = [&](std::size_t place) {
    if (place != open) workbook_->open(open = place);
    return find_header();
  };
  Header found;
  if (!search_.is_heading) {
    if (chosen != open) workbook_->open(chosen);
  } else {
    found = header_of(chosen);
    for (const std::size_t place : shown) {
      if (is_named || found.headings >= headings_of_a_table) break;
      if (place == shown.front()) continue;
      if (Header other = header_of(place); other.headings > found.headings) found = std::move(other), chosen = place;
    }
    if (chosen != open) found = header_of(chosen);
    if (found.headings == 0 && shown.size() > 1 && !is_named) refuse_without_table(shown);
  }
  tell_worksheet(chosen, shown);
  if (search_.is_heading) take(std::move(found));
}

void SheetFile::refuse_without_table(const std::vector<std::size_t>& shown) const {
  std::vector<std::string> names;
  names.reserve(shown.size());
  for (const std::size_t place : shown) names.push_back(workbook_->worksheets()[place].name);
  refuse_contents(source_, fmt::format("expected a sheet with a header of inputs, found {}", listed(names)));
}

void SheetFile::tell_worksheet(std::size_t chosen, const std::vector<std::size_t>& shown) {
  const std::vector<Worksheet>& all = workbook_->worksheets();
  std::vector<std::string> others;
  for (const std::size_t place : shown)
    if (place != chosen) others.push_back(all[place].name);
  if (!others.empty() && search_.worksheet.empty())
    notes_.push_back(fmt::format(
        "{}: sheet {} is read, others are not: {}; --worksheet chooses one", source_, in_quotes(all[chosen].name),
        listed(others)));
  if (chosen != shown.front()) source_ = fmt::format("{}, sheet {}", source_, in_quotes(all[chosen].name));
}

SheetFile::Header SheetFile::find_header() {
  constexpr std::size_t most_rows = 50, most_bytes = 16 << 20;
  std::vector<CsvRow> rows;
  std::size_t header = 0, most = 0, bytes = 0;
  while (rows.size() < most_rows && bytes < most_bytes) {
    auto row = read();
    if (!row) break;
    const auto headings =
        static_cast<std::size_t>(std::count_if(row->cells.begin(), row->cells.end(), search_.is_heading));
    bytes += bytes_in(*row);
    rows.push_back(std::move(*row));
    if (headings > most)
      header = rows.size() - 1, most = headings;
    else if (most >= headings_of_a_table)
      break;  // groups of columns may have a row of their own above the header
  }
  const auto first = rows.begin() + static_cast<std::ptrdiff_t>(header);
  return {most, header, {std::make_move_iterator(first), std::make_move_iterator(rows.end())}};
}

void SheetFile::take(Header header) {
  ahead_ = std::move(header.rows);
  if (header.above > 0)
    notes_.push_back(fmt::format(
        "{}: header in row {}; {} row{} above it {} left out", source_, ahead_.front().number, header.above,
        header.above == 1 ? "" : "s", header.above == 1 ? "is" : "are"));
  if (!ahead_.empty()) fit_header();
}

/// Spreadsheets write columns without a name and without a cell behind the last one in CSV, and leave out the empty
/// ends of rows in workbooks: the rows below tell which columns there are. In CSV a cell beyond the header is a slip.
void SheetFile::fit_header() {
  std::size_t named = ahead_.front().cells.size();
  while (named > 0 && ahead_.front().cells[named - 1].empty()) --named;
  std::size_t all = ahead_.front().cells.size();
  if (named == all && text_) return;
  constexpr std::size_t most_rows = 50;
  while (ahead_.size() < most_rows) {
    auto row = read();
    if (!row) break;
    ahead_.push_back(std::move(*row));
  }
  constexpr std::size_t most_unnamed = 100;  // a cell far off is a slip, too
  if (workbook_)
    for (const CsvRow& row : ahead_)
      if (row.cells.size() <= named + most_unnamed) all = std::max(all, row.cells.size());
  std::size_t filled = named;
  for (const CsvRow& row : ahead_)
    for (std::size_t i = filled; i < std::min(all, row.cells.size()); ++i)
      if (!row.cells[i].empty()) filled = i + 1;
  ahead_.front().cells.resize(filled);
  if (const std::size_t left = all - filled; left > 0 && text_)
    notes_.push_back(fmt::format(
        "{}: {} column{} without a name {} left out: no cell is filled", source_, left, left == 1 ? "" : "s",
        left == 1 ? "is" : "are"));
}

std::optional<CsvRow> SheetFile::next() {
  auto row = take_next();
  for (; row && is_blank(*row); row = take_next()) ++blank_rows_;
  return row;
}

std::optional<CsvRow> SheetFile::take_next() {
  if (ahead_.empty()) return read();
  std::optional<CsvRow> row = std::move(ahead_.front());
  ahead_.pop_front();
  return row;
}

std::optional<double> SheetFile::share_read() const {
  if (workbook_) return workbook_->share_read();
  const auto size = file_ ? file_->size() : std::nullopt;
  if (!size || *size == 0) return {};
  return static_cast<double>(file_->read()) / static_cast<double>(*size);
}

std::vector<std::string> SheetFile::late_notes() const {
  std::vector<std::string> notes;
  if (blank_rows_ > 0)
    notes.push_back(
        fmt::format("{}: {} blank row{} left out", source_, blank_rows_, blank_rows_ == 1 ? " is" : "s are"));
  if (file_ && file_->is_windows_1252())
    notes.push_back(fmt::format("{}: read as Windows-1252, as it is not UTF-8", source_));
  return notes;
}

namespace {

/// Bytes of a row that is kept, with what the allocator adds to each block.
std::size_t memory_of(const CsvRow& row) {
  constexpr std::size_t block = 16, inside = 15;  // a text of so many characters needs no block of its own
  std::size_t bytes = sizeof row + block + row.cells.capacity() * sizeof(std::string);
  for (const std::string& cell : row.cells)
    if (cell.capacity() > inside) bytes += cell.capacity() + block;
  return bytes;
}

}  // namespace

WholeSheet whole(SheetFile file) {
  WholeSheet sheet{file.source(), file.separator(), {}, file.notes()};
  std::size_t bytes = 0;
  constexpr std::size_t often = 1024;
  while (auto row = file.next()) {
    bytes += memory_of(*row);
    sheet.rows.push_back(std::move(*row));
    if (sheet.rows.size() % often != 0) continue;
    // The rows so far tell what all of them take.
    const double share = file.share_read().value_or(1);
    require_memory(sheet.source, static_cast<double>(bytes) / std::max(share, 1e-6));
  }
  for (std::string& note : file.late_notes()) sheet.notes.push_back(std::move(note));
  return sheet;
}

}  // namespace llmsize

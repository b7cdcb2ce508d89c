// SPDX-License-Identifier: Apache-2.0
// Reads CSV with libcsv.
#include "core/files/csv.hpp"

#include "core/files/bad_input.hpp"

#include <csv.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <deque>
#include <utility>

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

}  // namespace

std::string_view unguarded(std::string_view cell) {
  if (cell.starts_with('\'') && is_formula(cell)) cell.remove_prefix(1);
  return cell;
}

std::string guarded(const std::string& cell) { return is_formula(cell) && !is_number(cell) ? "'" + cell : cell; }

namespace {

constexpr std::size_t longest_row = 16 << 20;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// The first of comma, semicolon and tab that the first line has.
char separator_of(std::string_view text) {
  const std::string_view first = text.substr(0, text.find('\n'));
  for (const char separator : {',', ';', '\t'})
    if (first.find(separator) != std::string_view::npos) return separator;
  return ',';
}

}  // namespace

class CsvRows::Parser {
 public:
  Parser(Pieces pieces, std::string source) : pieces_(std::move(pieces)), source_(std::move(source)) { begin(); }

  char separator() const { return separator_; }

  std::optional<CsvRow> next() {
    while (ready_.empty() && !at_end_) {
      const std::string_view piece = pieces_();
      take(piece);
    }
    if (ready_.empty()) return {};
    CsvRow row = std::move(ready_.front());
    ready_.pop_front();
    return row;
  }

 private:
  /// What libcsv keeps of a text: freed, too, where its first line is refused.
  struct State {
    State() {
      csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI | CSV_REPALL_NL);
      // A long cell grows by so much: by its own 128 bytes at a time it would be copied a hundred thousand times.
      csv_set_blk_size(&parser, 1 << 16);
    }
    ~State() { csv_free(&parser); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    csv_parser parser{};
  };

  /// The first line tells the separator, however many pieces it takes.
  void begin() {
    std::string line;
    std::string_view piece;
    do {
      piece = pieces_();
      line += piece;
    } while (!piece.empty() && line.find('\n') == std::string::npos && line.size() < longest_row);
    std::string_view text = line;
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    separator_ = separator_of(text);
    csv_set_delim(&state_.parser, static_cast<unsigned char>(separator_));
    if (!text.empty()) take(text);
    if (piece.empty()) take({});
  }

  void take(std::string_view piece) {
    if (at_end_) return;
    const std::size_t rows = ended_;
    const bool read = csv_parse(&state_.parser, piece.data(), piece.size(), end_cell, end_row, this) == piece.size();
    at_end_ = piece.empty();
    const bool ended = read && (!at_end_ || csv_fini(&state_.parser, end_cell, end_row, this) == 0);
    if (!ended)
      refuse_contents(source_, fmt::format("row {}: a quote is not closed or stands inside a cell", ended_ + 1));
    since_row_ = rows == ended_ ? since_row_ + piece.size() : 0;
    if (since_row_ > longest_row)
      refuse_contents(source_, fmt::format("row {}: longer than 16 MiB; is a quote not closed?", ended_ + 1));
  }

  static void end_cell(void* bytes, std::size_t size, void* data) {
    auto& self = *static_cast<Parser*>(data);
    self.cells_.emplace_back(unguarded({static_cast<const char*>(bytes), size}));
    self.last_end_ = 0;
  }

  /// CR and LF together end one row.
  static void end_row(int character, void* data) {
    auto& self = *static_cast<Parser*>(data);
    const bool second_half = character == '\n' && self.last_end_ == '\r' && self.cells_.empty();
    self.last_end_ = character;
    if (second_half) return;
    ++self.ended_;
    const std::size_t columns = self.cells_.size();
    if (columns == 0) return;
    self.ready_.push_back({self.ended_, std::move(self.cells_)});
    self.cells_ = {};
    self.cells_.reserve(columns);
  }

  Pieces pieces_;
  std::string source_;
  State state_{};
  char separator_ = ',';
  std::deque<CsvRow> ready_{};
  Cells cells_{};
  std::size_t ended_ = 0, since_row_ = 0;
  int last_end_ = 0;
  bool at_end_ = false;
};

CsvRows::CsvRows(Pieces pieces, std::string source)
    : parser_(std::make_unique<Parser>(std::move(pieces), std::move(source))) {}
CsvRows::~CsvRows() = default;
CsvRows::CsvRows(CsvRows&&) noexcept = default;
CsvRows& CsvRows::operator=(CsvRows&&) noexcept = default;

char CsvRows::separator() const { return parser_->separator(); }
std::optional<CsvRow> CsvRows::next() { return parser_->next(); }

Csv parse_csv(std::string_view text, const std::string& source) {
  CsvRows rows([&] { return std::exchange(text, {}); }, source);
  Csv csv{rows.separator(), {}};
  while (auto row = rows.next()) csv.rows.push_back(std::move(*row));
  return csv;
}

namespace {

/// Whether digits stand in groups of three parted by a sign: "1,234,567".
bool is_grouped(std::string_view number, char sign) {
  const std::size_t first = number.find(sign);
  if (first == 0 || first > 3 || (number[0] == '0')) return false;
  for (number.remove_prefix(first); !number.empty(); number.remove_prefix(4))
    if (number.size() < 4 || number[0] != sign ||
        number.substr(1, 3).find_first_not_of("0123456789") != std::string_view::npos)
      return false;
  return true;
}

std::string without(std::string_view number, char sign) {
  std::string text(number);
  std::erase(text, sign);
  return text;
}

[[noreturn]] void refuse_ambiguous(
    const std::string& cell, std::string_view number, char sign, const std::string& place) {
  refuse_contents(
      place, fmt::format(
                 "{} is ambiguous: thousands or a decimal {}; write {} or {}0", in_quotes(cell),
                 sign == ',' ? "comma" : "point", without(number, sign), number));
}

/// A number as programs write it.
std::string plain(std::string_view number, const std::string& cell, bool comma_sheet, const std::string& place) {
  const auto points = std::count(number.begin(), number.end(), '.');
  const auto commas = std::count(number.begin(), number.end(), ',');
  if (points > 0 && commas > 0) {
    // The sign that comes last parts the fraction, the other one groups.
    const char decimal = number[number.find_last_of(".,")], group = decimal == '.' ? ',' : '.';
    const std::string_view whole = number.substr(0, number.find(decimal));
    if ((decimal == '.' ? points : commas) > 1 || !is_grouped(whole, group)) return std::string(number);
    return without(whole, group) + "." + std::string(number.substr(whole.size() + 1));
  }
  const char sign = commas > 0 ? ',' : '.';
  if (commas + points > 1) return is_grouped(number, sign) ? without(number, sign) : std::string(number);
  if (commas + points == 1 && is_grouped(number, sign) && (sign == ',' || comma_sheet))
    refuse_ambiguous(cell, number, sign, place);
  std::string text(number);
  std::replace(text.begin(), text.end(), ',', '.');
  return text;
}

std::string with_plain_number(const std::string& cell, bool comma_sheet, const std::string& place) {
  if (cell.find(',') == std::string::npos && !(comma_sheet && cell.find('.') != std::string::npos)) return cell;
  const std::size_t first = cell.find_first_of("0123456789.,");
  std::size_t end = std::min(cell.find_first_not_of("0123456789.,", first), cell.size());
  return cell.substr(0, first) + plain(std::string_view(cell).substr(first, end - first), cell, comma_sheet, place) +
         cell.substr(end);
}

}  // namespace

std::string with_point(const std::string& cell, const std::string& place) {
  return with_plain_number(cell, false, place);
}

std::string with_point_for_comma(const std::string& cell, const std::string& place) {
  return with_plain_number(cell, true, place);
}

}  // namespace llmsize

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

bool is_blank(const CsvRow& row) {
  constexpr std::string_view blanks = " \t\r\n", no_break = "\u00A0";
  return std::all_of(row.cells.begin(), row.cells.end(), [&](std::string_view cell) {
    while (!cell.empty() && (cell.starts_with(no_break) || blanks.find(cell.front()) != blanks.npos))
      cell.remove_prefix(cell.starts_with(no_break) ? no_break.size() : 1);
    return cell.empty();
  });
}

std::string_view unguarded(std::string_view cell) {
  if (cell.starts_with('\'') && is_formula(cell)) cell.remove_prefix(1);
  return cell;
}

std::string guarded(const std::string& cell) { return is_formula(cell) && !is_number(cell) ? "'" + cell : cell; }

namespace {

constexpr std::size_t longest_row = 16 << 20;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

constexpr char separators[] = {',', ';', '\t', '|'};

/// The first separator that the first line has.
char separator_of(std::string_view text) {
  const std::string_view first = text.substr(0, text.find('\n'));
  for (const char separator : separators)
    if (first.find(separator) != std::string_view::npos) return separator;
  return ',';
}

/// Looks for the separator of the header among the first lines of a text, as they come.
class SeparatorSearch {
 public:
  explicit SeparatorSearch(const IsHeading& is_heading) : is_heading_(is_heading) {}

  /// Whether enough of the text has come: the line that holds the header, or too many that do not. The text begins with
  /// what it was asked about before.
  bool has_enough(std::string_view text) {
    for (std::size_t end = text.find('\n', looked_at_); end != text.npos; end = text.find('\n', looked_at_)) {
      look_at(text.substr(looked_at_, end - looked_at_));
      looked_at_ = end + 1;
      constexpr std::size_t most_lines = 50, enough = 2;
      if (++lines_ == most_lines || most_ >= enough || !is_heading_) return true;
    }
    return false;
  }
  /// That of the text that it was asked about last.
  char of(std::string_view text) {
    const std::string_view last = text.substr(looked_at_);
    if (last.find('\n') == last.npos) look_at(last);
    return most_ > 0 ? separator_ : separator_of(text);
  }

 private:
  void look_at(std::string_view line) {
    if (!is_heading_) return;
    for (const char separator : separators)
      if (const std::size_t headings = headings_in(line, separator); headings > most_)
        most_ = headings, separator_ = separator;
  }
  std::size_t headings_in(std::string_view line, char separator) const {
    constexpr std::size_t most_cells = 1000, longest = 100;
    constexpr std::string_view around = " \t\r\"";
    std::size_t headings = 0;
    for (std::size_t cells = 0; cells < most_cells && !line.empty(); ++cells) {
      std::string_view cell = line.substr(0, line.find(separator));
      line.remove_prefix(std::min(cell.size() + 1, line.size()));
      cell.remove_prefix(std::min(cell.find_first_not_of(around), cell.size()));
      cell = cell.substr(0, cell.find_last_not_of(around) + 1);
      headings += !cell.empty() && cell.size() <= longest && is_heading_(cell);
    }
    return headings;
  }

  const IsHeading& is_heading_;
  std::size_t looked_at_ = 0, lines_ = 0, most_ = 0;
  char separator_ = ',';
};

}  // namespace

class CsvRows::Parser {
 public:
  Parser(Pieces pieces, std::string source, const IsHeading& is_heading)
      : pieces_(std::move(pieces)), source_(std::move(source)) {
    begin(is_heading);
  }

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

  /// The first lines tell the separator, however many pieces they take.
  void begin(const IsHeading& is_heading) {
    SeparatorSearch search(is_heading);
    std::string begun;
    std::string_view piece, text;
    do {
      piece = pieces_();
      begun += piece;
      text = begun;
      if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    } while (!piece.empty() && !search.has_enough(text) && begun.size() < longest_row);
    separator_ = search.of(text);
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

CsvRows::CsvRows(Pieces pieces, std::string source, const IsHeading& is_heading)
    : parser_(std::make_unique<Parser>(std::move(pieces), std::move(source), is_heading)) {}
CsvRows::~CsvRows() = default;
CsvRows::CsvRows(CsvRows&&) noexcept = default;
CsvRows& CsvRows::operator=(CsvRows&&) noexcept = default;

char CsvRows::separator() const { return parser_->separator(); }
std::optional<CsvRow> CsvRows::next() { return parser_->next(); }

Csv parse_csv(std::string_view text, const std::string& source) {
  CsvRows rows([&] { return std::exchange(text, {}); }, source);
  Csv csv{rows.separator(), {}};
  while (auto row = rows.next())
    if (!is_blank(*row)) csv.rows.push_back(std::move(*row));
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

/// How numbers of a cell are written.
struct Writing {
  bool comma_sheet = false;      ///< a comma is the decimal sign
  bool is_whole_amount = false;  ///< of money, with two decimals at most
  bool has_currency = false;
};

/// A number as programs write it.
std::string plain(std::string_view number, const std::string& cell, Writing writing, const std::string& place) {
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
  if (commas + points == 1 && is_grouped(number, sign)) {
    const bool is_plain = sign == '.' && !writing.comma_sheet;
    if (writing.is_whole_amount && !is_plain) return without(number, sign);
    if (!is_plain || writing.has_currency) refuse_ambiguous(cell, number, sign, place);
  }
  std::string text(number);
  std::replace(text.begin(), text.end(), ',', '.');
  return text;
}

/// Bytes of a blank or an apostrophe between groups of digits that a text begins with; 0 where it begins with none.
std::size_t group_mark(std::string_view text) {
  // Those of typesetters: no-break, thin and narrow no-break blank, right quote.
  for (const std::string_view mark : {" ", "'", "\u00A0", "\u2009", "\u202F", "\u2019"})
    if (text.starts_with(mark)) return mark.size();
  return 0;
}

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

/// "300000 USD" of "300 000 USD".
std::string without_group_marks(std::string_view cell) {
  std::string text;
  std::size_t digits = 0;  // of the number so far, 0 outside
  while (!cell.empty()) {
    const std::size_t mark = digits > 0 && digits <= 3 ? group_mark(cell) : 0;
    const std::string_view group = cell.substr(mark, 3), behind = cell.substr(std::min(mark + 3, cell.size()), 1);
    if (mark > 0 && group.size() == 3 && std::all_of(group.begin(), group.end(), is_digit) &&
        !(behind.size() == 1 && is_digit(behind[0]))) {
      text += group;
      cell.remove_prefix(mark + group.size());
      digits = 3;
      continue;
    }
    digits = is_digit(cell.front()) ? digits + 1 : 0;
    text += cell.front();
    cell.remove_prefix(1);
  }
  return text;
}

/// Whether what follows a number says thousands, millions or more: "M", "bn", "million USD". "MXN" is a currency.
bool is_scaled(std::string_view behind) {
  behind.remove_prefix(std::min(behind.find_first_not_of(' '), behind.size()));
  if (behind.empty() || std::string_view("kKmMbBtTgG").find(behind.front()) == std::string_view::npos) return false;
  return behind.size() == 1 || behind[1] < 'A' || behind[1] > 'Z';
}

std::string with_plain_number(std::string cell, bool comma_sheet, bool is_amount, const std::string& place) {
  cell = without_group_marks(cell);
  const bool has_point = cell.find('.') != std::string::npos;
  if (cell.find(',') == std::string::npos && !(has_point && (comma_sheet || is_amount))) return cell;
  const std::size_t first = cell.find_first_of("0123456789.,");
  const std::size_t end = std::min(cell.find_first_not_of("0123456789.,", first), cell.size());
  const bool is_whole = is_amount && !is_scaled(std::string_view(cell).substr(end));
  const Writing writing{comma_sheet, is_whole, is_whole && end - first < cell.size()};
  return cell.substr(0, first) + plain(std::string_view(cell).substr(first, end - first), cell, writing, place) +
         cell.substr(end);
}

}  // namespace

std::string with_point(const std::string& cell, const std::string& place) {
  return with_plain_number(cell, false, false, place);
}

std::string with_point_for_comma(const std::string& cell, const std::string& place) {
  return with_plain_number(cell, true, false, place);
}

std::string amount_with_point(const std::string& cell, char separator, const std::string& place) {
  return with_plain_number(cell, separator == ';', true, place);
}

}  // namespace llmsize

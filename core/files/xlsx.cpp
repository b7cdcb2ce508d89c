// SPDX-License-Identifier: Apache-2.0
// What the parts of a workbook say.
#include "core/files/xlsx.hpp"

#include "core/files/bad_input.hpp"
#include "core/files/utf8.hpp"
#include "core/files/xlsx_package.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>

namespace llmsize {
namespace {

/// The character that a text begins with as "_x000D_", which is how workbooks write what XML may not hold; nothing
/// where it begins otherwise.
std::optional<std::string> escaped(std::string_view text) {
  constexpr std::size_t length = 7;
  if (!text.starts_with("_x") || text.size() < length || text[length - 1] != '_') return {};
  unsigned code = 0;
  const auto [end, error] = std::from_chars(text.data() + 2, text.data() + length - 1, code, 16);
  if (error != std::errc() || end != text.data() + length - 1) return {};
  return utf8_of(code);
}

std::string without_escapes(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const auto character = escaped(text);
    plain += character ? *character : std::string(1, text.front());
    text.remove_prefix(character ? 7 : 1);
  }
  return plain;
}

/// The text of an entry: its runs, without what is only said aloud.
std::string text_of(const pugi::xml_node& node) {
  std::string text;
  for (const pugi::xml_node& child : node) {
    if (local(child) == "t") text += child.text().get();
    if (local(child) != "r") continue;
    for (const pugi::xml_node& part : child)
      if (local(part) == "t") text += part.text().get();
  }
  return text.find("_x") == std::string::npos ? text : without_escapes(text);
}

pugi::xml_node below(const pugi::xml_node& node, std::string_view name) {
  for (const pugi::xml_node& child : node)
    if (local(child) == name) return child;
  return {};
}

std::vector<std::string> shared_strings(Package& package) {
  std::vector<std::string> all;
  if (const auto document = package.read("xl/sharedStrings.xml"))
    for (const pugi::xml_node& item : document->document_element())
      if (local(item) == "si") all.push_back(text_of(item));
  return all;
}

/// Whether a format shows a date or a time: letters of one outside quotes and brackets.
bool shows_date(std::string_view format) {
  char inside = 0;
  for (std::size_t i = 0; i < format.size(); ++i) {
    const char each = format[i];
    if (inside) {
      if (each == inside) inside = 0;
    } else if (each == '"') {
      inside = '"';
    } else if (each == '[') {
      inside = ']';
    } else if (each == '\\' || each == '_' || each == '*') {
      ++i;
    } else if (std::string_view("ymdhsYMDHS").find(each) != std::string_view::npos) {
      return true;
    }
  }
  return false;
}

/// For each style of cells whether it shows dates.
std::vector<bool> date_styles(Package& package) {
  std::vector<bool> all;
  const auto document = package.read("xl/styles.xml");
  if (!document) return all;
  const pugi::xml_node root = document->document_element();
  std::vector<int> own_dates;
  for (const pugi::xml_node& format : below(root, "numFmts"))
    if (shows_date(format.attribute("formatCode").value())) own_dates.push_back(format.attribute("numFmtId").as_int());
  for (const pugi::xml_node& style : below(root, "cellXfs")) {
    const int format = style.attribute("numFmtId").as_int();
    const bool built_in = (format >= 14 && format <= 22) || (format >= 45 && format <= 47);
    all.push_back(built_in || std::find(own_dates.begin(), own_dates.end(), format) != own_dates.end());
  }
  return all;
}

bool is_shown(const pugi::xml_node& sheet) {
  const std::string_view state = sheet.attribute("state").value();
  return state != "hidden" && state != "veryHidden";
}

/// The relation that names the part of a sheet.
std::string relation_of(const pugi::xml_node& sheet) {
  for (const pugi::xml_attribute& attribute : sheet.attributes())
    if (std::string_view(attribute.name()).ends_with(":id")) return attribute.value();
  return {};
}

/// "AB12": 27, the place of the column from 0; nothing where it is no place.
std::optional<std::size_t> column_of(std::string_view reference) {
  constexpr std::size_t most = 16384;
  std::size_t column = 0, letters = 0;
  for (; letters < reference.size() && reference[letters] >= 'A' && reference[letters] <= 'Z'; ++letters)
    if (column = 26 * column + static_cast<std::size_t>(reference[letters] - 'A') + 1; column > most) return {};
  return letters > 0 ? std::optional(column - 1) : std::nullopt;
}

/// "AB" of 27.
std::string letters_of(std::size_t column) {
  std::string letters;
  for (++column; column > 0; column = (column - 1) / 26)
    letters.insert(letters.begin(), static_cast<char>('A' + (column - 1) % 26));
  return letters;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

/// "2026-11-25" of a day's number; with the time where there is one.
std::string date_text(double days, bool from_1904) {
  using namespace std::chrono;
  // The day that 1900 did not have counts, too.
  const sys_days start = from_1904 ? sys_days(year(1904) / 1 / 1) : sys_days(year(1899) / 12 / 30);
  constexpr long long of_a_day = 24LL * 60;
  const long long all = std::llround(days * of_a_day), minutes = all % of_a_day;
  const year_month_day day(start + std::chrono::days(static_cast<int>(all / of_a_day)));
  std::string text = fmt::format(
      "{:04}-{:02}-{:02}", static_cast<int>(day.year()), static_cast<unsigned>(day.month()),
      static_cast<unsigned>(day.day()));
  if (minutes > 0) text += fmt::format(" {:02}:{:02}", minutes / 60, minutes % 60);
  return text;
}

// Cells may share a text, and a small file could say it as often as a row has cells.
constexpr std::size_t longest_cell = 32767;         ///< characters, of spreadsheet programs
constexpr std::size_t longest_texts = 16ULL << 20;  ///< bytes

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

constexpr std::string_view archive = "PK\x03\x04", compound = "\xD0\xCF\x11\xE0";

}  // namespace

bool is_workbook(std::string_view bytes) { return bytes.starts_with(archive) || bytes.starts_with(compound); }

class XlsxRows::Book {
 public:
  Book(std::string bytes, const std::string& source)
      : source_(source),
        package_(checked(std::move(bytes), source), source),
        strings_(shared_strings(package_)),
        dates_(date_styles(package_)) {
    const pugi::xml_document workbook = package_.need("xl/workbook.xml");
    const pugi::xml_node root = workbook.document_element();
    from_1904_ = below(root, "workbookPr").attribute("date1904").as_bool();
    for (const pugi::xml_node& sheet : below(root, "sheets")) {
      worksheets_.push_back({sheet.attribute("name").value(), is_shown(sheet)});
      relations_.push_back(relation_of(sheet));
    }
    const auto first =
        std::find_if(worksheets_.begin(), worksheets_.end(), [](const Worksheet& each) { return each.shown; });
    if (first == worksheets_.end()) refuse_contents(source_, "the workbook has no sheet that is shown");
    open(static_cast<std::size_t>(first - worksheets_.begin()));
  }

  const std::vector<Worksheet>& worksheets() const { return worksheets_; }

  void open(std::size_t worksheet) {
    package_.open_rows(part_of(worksheet));
    number_ = 0;
  }

  std::optional<CsvRow> next() {
    while (const auto node = package_.next_row()) {
      number_ = std::max<std::size_t>(number_ + 1, node->attribute("r").as_uint());
      if (CsvRow row = row_of(*node); !row.cells.empty()) return row;
    }
    return {};
  }

  double share_read() const { return package_.share_read(); }

 private:
  static std::string checked(std::string bytes, const std::string& source) {
    if (bytes.starts_with(compound))
      refuse_contents(source, "an old or encrypted workbook; save it as .xlsx without a password");
    if (!bytes.starts_with(archive)) refuse_contents(source, "no workbook");
    return bytes;
  }

  /// The part that holds a sheet.
  std::string part_of(std::size_t worksheet) {
    const std::string& id = relations_[worksheet];
    const pugi::xml_document relations = package_.need("xl/_rels/workbook.xml.rels");
    for (const pugi::xml_node& relation : relations.document_element()) {
      if (relation.attribute("Id").value() != id || id.empty()) continue;
      if (std::string_view(relation.attribute("TargetMode").value()) == "External") break;
      const std::string target = relation.attribute("Target").value();
      return target.starts_with('/') ? target.substr(1) : "xl/" + target;
    }
    refuse_contents(
        source_, fmt::format("the workbook does not hold its sheet {}", in_quotes(worksheets_[worksheet].name)));
  }

  std::string cell(const pugi::xml_node& node, std::size_t column) const {
    const std::string_view type = node.attribute("t").value();
    if (type == "inlineStr") return text_of(below(node, "is"));
    std::string said = below(node, "v").text().get();
    if (type == "str") return said;
    const std::string_view value = trimmed(said);
    const auto refuse = [&](std::string_view reason) {
      refuse_contents(fmt::format("{}: cell {}{}", source_, letters_of(column), number_), reason);
    };
    if (type == "s") {
      std::size_t index = 0;
      const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), index);
      if (error != std::errc() || end != value.data() + value.size() || index >= strings_.size())
        refuse("no such text in the workbook");
      return strings_[index];
    }
    if (type == "b") return value == "1" ? "yes" : "no";
    if (!type.empty() && type != "n") return said;
    double number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (value.empty() && below(node, "f"))
      refuse("a formula without its value: open the workbook in a spreadsheet program and save it");
    if (value.empty()) return {};
    if (error != std::errc() || end != value.data() + value.size() || !std::isfinite(number))
      refuse(fmt::format("{} is not a number", in_quotes(value)));
    const std::size_t style = node.attribute("s").as_uint();
    constexpr double most_days = 2958466;  // the end of the year 9999
    if (style < dates_.size() && dates_[style] && number >= 1 && number < most_days)
      return date_text(number, from_1904_);
    return fmt::format("{}", number);
  }

  CsvRow row_of(const pugi::xml_node& node) const {
    CsvRow row{number_, {}};
    std::size_t bytes = 0;
    for (const pugi::xml_node& each : node) {
      if (local(each) != "c") continue;
      const pugi::xml_attribute reference = each.attribute("r");
      const auto column = reference ? column_of(reference.value()) : std::optional(row.cells.size());
      if (!column || *column < row.cells.size())
        refuse_contents(source_, fmt::format("row {}: a cell has no place of its own", number_));
      row.cells.resize(*column);
      row.cells.emplace_back(unguarded(cell(each, *column)));
      bytes += row.cells.back().size();
      if (characters(row.cells.back()) > longest_cell || bytes > longest_texts)
        refuse_contents(
            source_,
            fmt::format("row {}: expected cells of at most 32,767 characters and a row of at most 16 MiB", number_));
    }
    while (!row.cells.empty() && row.cells.back().empty()) row.cells.pop_back();
    return row;
  }

  std::string source_;
  Package package_;
  std::vector<std::string> strings_;
  std::vector<bool> dates_;  ///< by style
  std::vector<Worksheet> worksheets_{};
  std::vector<std::string> relations_{};  ///< that name their parts
  bool from_1904_ = false;
  std::size_t number_ = 0;  ///< of the last row
};

XlsxRows::XlsxRows(std::string bytes, const std::string& source)
    : book_(std::make_unique<Book>(std::move(bytes), source)) {}
XlsxRows::~XlsxRows() = default;
XlsxRows::XlsxRows(XlsxRows&&) noexcept = default;
XlsxRows& XlsxRows::operator=(XlsxRows&&) noexcept = default;

const std::vector<Worksheet>& XlsxRows::worksheets() const { return book_->worksheets(); }
void XlsxRows::open(std::size_t worksheet) { book_->open(worksheet); }
std::optional<CsvRow> XlsxRows::next() { return book_->next(); }
double XlsxRows::share_read() const { return book_->share_read(); }

std::vector<CsvRow> parse_xlsx(std::string_view bytes, const std::string& source) {
  XlsxRows sheet(std::string(bytes), source);
  std::vector<CsvRow> rows;
  while (auto row = sheet.next()) rows.push_back(std::move(*row));
  return rows;
}

}  // namespace llmsize

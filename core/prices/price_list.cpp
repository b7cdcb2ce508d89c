// SPDX-License-Identifier: Apache-2.0
#include "core/prices/price_list.hpp"

#include "core/catalog/entry_words.hpp"
#include "core/files/document.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/date.hpp"
#include "core/quantity/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace llmsize {
namespace {

/// Lower case, with spaces for what joins words.
std::string plain(std::string_view text) {
  std::string all(text);
  for (char& c : all) c = c == '-' || c == '_' ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const auto first = all.find_first_not_of(' ');
  return first == std::string::npos ? std::string{} : all.substr(first, all.find_last_not_of(' ') - first + 1);
}

/// The names of an input of money: "economics.switch price", "switch price", "switch", and its options.
std::vector<std::string> names_of(const InputAbout& about) {
  const std::string key = plain(about.key), field = key.substr(key.find('.') + 1);
  std::vector<std::string> names{key, field};
  constexpr std::string_view ending = " price";
  if (field.ends_with(ending)) names.push_back(field.substr(0, field.size() - ending.size()));
  for (const std::string& option : options_of(about.key)) names.push_back(plain(option));
  return names;
}

/// Prices that hold for all systems: not that of a node.
std::vector<const InputAbout*> priced_inputs() {
  std::vector<const InputAbout*> all;
  for (const InputAbout* about : numeric_inputs())
    if (about->unit == Unit::money && about->key.starts_with("economics.") && about->key != "economics.node_price")
      all.push_back(about);
  return all;
}

const InputAbout* input_named(std::string_view item) {
  for (const InputAbout* about : priced_inputs()) {
    const auto names = names_of(*about);
    if (std::find(names.begin(), names.end(), plain(item)) != names.end()) return about;
  }
  return nullptr;
}

constexpr std::string_view priced_kinds[] = {"systems", "switches", "storage"};

/// The id of an item in the catalog; empty where it is none.
std::string id_of_item(const Catalog& catalog, const std::string& item) {
  for (const std::string_view kind : priced_kinds) {
    std::string id = catalog.id_of(kind, item);
    const auto ids = catalog.ids(kind);
    if (std::find(ids.begin(), ids.end(), id) != ids.end()) return id;
  }
  return {};
}

[[noreturn]] void refuse_item(const Catalog& catalog, const std::string& item, const std::string& place) {
  std::vector<std::string_view> known;
  for (const std::string_view kind : priced_kinds)
    for (const std::string_view id : catalog.ids(kind)) known.push_back(id);
  for (const InputAbout* about : priced_inputs()) known.push_back(about->key);
  throw BadInput(
      BadInput::Kind::unknown_id,
      fmt::format(
          "{}: unknown item {}: expected a system, switch or storage system, or a price such as cable", place,
          in_quotes(item)),
      did_you_mean(item, known));
}

/// Columns by name; `npos` where there is none.
struct Columns {
  std::size_t item, price, currency, date, source, end;

  explicit Columns(const std::vector<std::string>& header)
      : item(place(header, {"item", "id"})),
        price(place(header, {"price", "unit price"})),
        currency(place(header, {"currency"})),
        date(place(header, {"date"})),
        source(place(header, {"source", "offer"})),
        end(place(header, {"valid until", "valid to", "valid through", "expires"})) {}

  static std::size_t place(const std::vector<std::string>& header, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names)
      for (std::size_t i = 0; i < header.size(); ++i)
        if (plain(header[i]) == name) return i;
    return std::string::npos;
  }
  static std::string cell(const CsvRow& row, std::size_t place) {
    return place < row.cells.size() ? row.cells[place] : std::string{};
  }
};

/// What all rows have in common.
struct Common {
  std::string currency, date;

  void take_currency(const std::string& own, const std::string& place) {
    if (own.empty()) return;
    if (!currency.empty() && own != currency)
      refuse_contents(place, fmt::format("price in {} after prices in {}; expected one currency", own, currency));
    currency = own;
  }
  void take_date(const std::string& own, const std::string& place) {
    if (own.empty()) return;
    const double year = price_year("date", own, place);
    const double today = year_of(std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()));
    constexpr double ahead = 1;  // lists may be agreed before they hold
    if (year > today + ahead)
      refuse_contents(place, fmt::format("date {}: expected one at most a year ahead of today", in_quotes(own)));
    if (date.empty() || year < *year_of_text(date)) date = own;
  }
  static double price_year(std::string_view column, const std::string& text, const std::string& place) {
    const auto year = year_of_text(text);
    if (!year) refuse_contents(place, fmt::format("{} {}: expected one such as 2026-11-20", column, in_quotes(text)));
    return *year;
  }
};

/// A price ends after it was quoted.
void require_later_end(const std::string& end, const std::string& quoted, const std::string& place) {
  if (end.empty()) return;
  const double last = Common::price_year("valid until", end, place);
  if (!quoted.empty() && last < *year_of_text(quoted))
    refuse_contents(
        place, fmt::format("valid until {}: expected no day before {}, the date of the price", in_quotes(end), quoted));
}

/// A price with its currency, where the cell names one.
struct Amount {
  double number;
  std::string currency;
};

Amount amount_in(const std::string& cell, char separator, const std::string& place) {
  constexpr double most = 1e12;
  const std::string text = amount_with_point(cell, separator, place);
  const auto amount = parse(text, Unit::money);
  if (!amount || *amount < 0 || *amount > most)
    refuse_contents(place, fmt::format("price {}: expected {}", in_quotes(cell), accepted(Unit::money)));
  return {*amount, currency(text)};
}

/// "EUR" of "EUR" or "€".
std::string code_of(const std::string& cell, const std::string& place) {
  if (cell.empty()) return {};
  std::string code = currency("1 " + cell);
  if (code.empty()) refuse_contents(place, fmt::format("currency {}: expected a code such as EUR", in_quotes(cell)));
  return code;
}

}  // namespace

bool is_price_heading(std::string_view text) {
  const std::vector<std::string> header{std::string(text)};
  const Columns columns(header);
  for (const std::size_t place :
       {columns.item, columns.price, columns.currency, columns.date, columns.source, columns.end})
    if (place == 0) return true;
  return false;
}

bool is_price_list(const std::vector<std::string>& header) {
  const Columns columns(header);
  return columns.item != std::string::npos && columns.price != std::string::npos;
}

Entry read_price_list(const std::string& path, const Catalog& catalog) {
  SheetFile sheet(path, path, {is_price_heading, {}});
  const auto header = sheet.next();
  if (!header || !is_price_list(header->cells)) refuse_contents(path, "expected the columns item and price");
  const Columns columns(header->cells);
  const std::string stem = std::filesystem::path(path).stem().string();
  Entry entry{"price-lists", stem, "Prices of " + stem, {}, {}, {}, {}};
  Common common;
  Json items = Json::object();
  for (auto row = sheet.next(); row; row = sheet.next()) {
    const std::string place = fmt::format("{}, row {}", path, row->number);
    const std::string item = Columns::cell(*row, columns.item), price = Columns::cell(*row, columns.price);
    if (item.empty() && price.empty()) continue;
    const Amount amount = amount_in(price, sheet.separator(), place);
    common.take_currency(amount.currency, place);
    common.take_currency(code_of(Columns::cell(*row, columns.currency), place), place);
    const std::string date = Columns::cell(*row, columns.date);
    common.take_date(date, place);
    require_later_end(Columns::cell(*row, columns.end), date.empty() ? common.date : date, place);
    const std::string source = Columns::cell(*row, columns.source);
    const std::string told = source.empty() ? fmt::format("{}, row {}", stem, row->number) : source;
    const InputAbout* about = input_named(item);
    if (!about) {
      const std::string id = id_of_item(catalog, item);
      if (id.empty()) refuse_item(catalog, item, place);
      if (items.contains(id)) refuse_contents(place, fmt::format("second price of {}", id));
      items[id] = number_json(amount.number);
      continue;
    }
    if (entry.find(about->key)) refuse_contents(place, fmt::format("second price of {}", about->key));
    entry.facts.push_back({std::string(about->key), amount.number, {}, told, {}});
  }
  if (items.empty() && entry.facts.empty()) refuse_contents(path, "no prices");
  if (!common.currency.empty()) entry.words.emplace_back("currency", common.currency);
  if (!common.date.empty()) entry.words.emplace_back("date", common.date);
  if (!items.empty()) entry.words.emplace_back("items", items.dump());
  return entry;
}

std::optional<double> listed_price(const Entry& list, std::string_view id) {
  const std::string items = word_of(list, "items");
  if (items.empty()) return std::nullopt;
  const Json prices = parse_json(items, list.id);
  const auto found = prices.find(id);
  return found == prices.end() ? std::nullopt : std::optional(found->get<double>());
}

}  // namespace llmsize

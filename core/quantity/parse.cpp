// SPDX-License-Identifier: Apache-2.0
// Reads quantities: a sign, a number, a unit name with its prefix. Which names each kind knows stands in the tables
// below.
#include "core/quantity/parse.hpp"

#include "core/quantity/date.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <system_error>
#include <utility>

namespace llmsize {
namespace {

/// What a unit name multiplies a number by. Powers of ten are kept apart because they move the decimal point without
/// rounding.
struct Multiple {
  int ten = 0;
  double factor = 1;
};

/// A unit name without prefix, and the prefix letters that may stand before it; with `binary` also Ki, Mi, Gi and so
/// on.
struct Name {
  std::string_view text;
  Multiple multiple = {};
  std::string_view prefixes = {};
  bool binary = false;
};

struct PrefixLetter {
  char letter;
  int thousands;
};

constexpr std::array prefix_letters{PrefixLetter{'k', 1}, PrefixLetter{'K', 1}, PrefixLetter{'M', 2},
                                    PrefixLetter{'G', 3}, PrefixLetter{'B', 3}, PrefixLetter{'T', 4},
                                    PrefixLetter{'P', 5}, PrefixLetter{'E', 6}, PrefixLetter{'Z', 7}};
constexpr std::string_view binary_letters = "KMGTPE";

constexpr Name bare{""};

// Counts
constexpr std::string_view count_letters = "kKMGBT";
constexpr Name thousand{"thousand", {3, 1}}, million{"million", {6, 1}}, billion{"billion", {9, 1}},
    trillion{"trillion", {12, 1}};
constexpr std::array count_names{Name{"", {}, count_letters}, thousand, million, billion, trillion};
constexpr std::array per_second_names{
    Name{"", {}, count_letters}, Name{" /s", {}, count_letters}, Name{"/s", {}, count_letters}};
/// A rate of things that have a name, with a space in front.
constexpr auto rate_names(std::string_view name) {
  const auto& [bare, spaced, joined] = per_second_names;
  return std::array{bare, spaced, joined, Name{name, {}, count_letters}, Name{name.substr(1), {}, count_letters}};
}
constexpr std::array token_names = rate_names(" tok/s");
constexpr std::array request_names = rate_names(" req/s");
constexpr std::array sample_names = rate_names(" samples/s");
constexpr std::array operation_names = rate_names(" ops/s");
constexpr std::array iops_names = rate_names(" IOPS");
constexpr std::array money_names{Name{"", {}, "kKMBT"}, thousand, million, billion, trillion};
constexpr std::array year_names{bare};
constexpr std::array ratio_names{bare, Name{"%", {-2, 1}}, Name{":1"}};

// Sizes and bandwidths: a lone prefix ("80G") is no size, because it could mean GB or GiB.
constexpr std::string_view size_letters = "kKMGTPE";
constexpr Multiple bit{0, 0.125};
constexpr std::array byte_names{
    bare,
    Name{"B", {}, size_letters, true},
    Name{"b", bit, size_letters, true},
    Name{"bit", bit, size_letters, true},
    Name{"bytes"},
    Name{"byte"}};
constexpr std::array bandwidth_names{
    bare,
    Name{"B/s", {}, size_letters, true},
    Name{"Bps", {}, size_letters, true},
    Name{"b/s", bit, size_letters, true},
    Name{"bps", bit, size_letters, true},
    Name{"bit/s", bit, size_letters, true}};

// Work and rates of work: the plural FLOPs is work, the capital S of FLOPS says "per second".
constexpr std::string_view flop_letters = "kMGTPEZ";
constexpr Multiple petaflop_day{15, 86400};
constexpr std::array flop_names{
    bare,
    Name{"FLOP", {}, flop_letters},
    Name{"FLOPs", {}, flop_letters},
    Name{"PF-day", petaflop_day},
    Name{"PF-days", petaflop_day},
    Name{"PFdays", petaflop_day}};
constexpr std::array flop_rate_names{
    bare, Name{"FLOP/s", {}, flop_letters}, Name{"FLOPS", {}, flop_letters}, Name{"FLOPs/s", {}, flop_letters}};

constexpr std::array intensity_names{bare, Name{"FLOP/B", {}, flop_letters}};

// Power and energy
constexpr std::array watt_names{bare, Name{"W", {}, "kMG"}};
constexpr std::array joule_names{bare, Name{"J", {}, "kMGT"}, Name{"Wh", {0, 3600}, "kMG"}};

// Durations: "m" is missing because it could mean a minute or a month.
constexpr Multiple minute{0, 60};
constexpr Multiple hour{0, 3600};
constexpr Multiple day{0, 86400};
constexpr Multiple week{0, 7 * 86400};
constexpr Multiple year{0, 365.25 * 86400};
constexpr Multiple month{0, 365.25 * 86400 / 12};
constexpr std::array second_names{
    bare,
    Name{"ns", {-9, 1}},
    Name{"us", {-6, 1}},
    Name{"\u00b5s", {-6, 1}},  // micro sign
    Name{"\u03bcs", {-6, 1}},  // Greek mu
    Name{"ms", {-3, 1}},
    Name{"s"},
    Name{"sec"},
    Name{"second"},
    Name{"seconds"},
    Name{"min", minute},
    Name{"minute", minute},
    Name{"minutes", minute},
    Name{"h", hour},
    Name{"hour", hour},
    Name{"hours", hour},
    Name{"d", day},
    Name{"day", day},
    Name{"days", day},
    Name{"w", week},
    Name{"week", week},
    Name{"weeks", week},
    Name{"month", month},
    Name{"months", month},
    Name{"y", year},
    Name{"year", year},
    Name{"years", year},
    Name{" years", year, "M"}};

struct Rule {
  Unit unit;
  std::span<const Name> names;
  std::string_view accepted;
};

constexpr std::array rules{
    Rule{Unit::count, count_names, "a count (1536, 4k, 175B)"},
    Rule{Unit::ratio, ratio_names, "a ratio (0.4, 40%)"},
    Rule{Unit::flag, {}, "yes or no"},
    Rule{Unit::year, year_names, "a year (2024, 2026)"},
    Rule{Unit::bytes, byte_names, "a size (80GB, 80GiB, 1.5TB)"},
    Rule{Unit::memory, byte_names, "a size (80GB, 80GiB, 1.5TB)"},
    Rule{Unit::flop, flop_names, "an amount of computation (3.1e23, 314ZFLOP, 3640PF-days)"},
    Rule{Unit::seconds, second_names, "a duration (30d, 1d12h, 45min)"},
    Rule{Unit::bandwidth, bandwidth_names, "a bandwidth (3.35TB/s, 400Gb/s, 200Gbps)"},
    Rule{Unit::flop_rate, flop_rate_names, "a rate of computation (989TFLOP/s, 1.2EFLOP/s)"},
    Rule{Unit::watts, watt_names, "a power (700W, 10.2kW, 20MW)"},
    Rule{Unit::joules, joule_names, "an energy (3.6MJ, 500kWh, 1.3GWh)"},
    Rule{Unit::money, money_names, "an amount of money (199000, 1.2M USD, EUR 5.5M)"},
    Rule{Unit::per_second, per_second_names, "a rate (12.5, 4k, 12.5/s)"},
    Rule{Unit::tokens_per_second, token_names, "a rate (12.5, 4k, 12.5 tok/s)"},
    Rule{Unit::requests_per_second, request_names, "a rate (12.5, 4k, 12.5 req/s)"},
    Rule{Unit::samples_per_second, sample_names, "a rate (12.5, 4k, 12.5 samples/s)"},
    Rule{Unit::operations_per_second, operation_names, "a rate (12.5, 4k, 12.5 ops/s)"},
    Rule{Unit::iops, iops_names, "a rate (12.5, 4k, 12.5 IOPS)"},
    Rule{Unit::intensity, intensity_names, "work per byte (1024, 1024FLOP/B)"},
};

/// Rows are found by position, so each must stand at the position of its kind.
constexpr bool in_order() {
  for (std::size_t i = 0; i < rules.size(); ++i)
    if (rules[i].unit != static_cast<Unit>(i)) return false;
  return rules.back().unit == Unit::intensity;
}
static_assert(in_order());

constexpr const Rule& rule_of(Unit unit) { return rules[static_cast<std::size_t>(unit)]; }

struct FlagWord {
  std::string_view text;
  double value;
};

constexpr std::array flag_words{FlagWord{"yes", 1}, FlagWord{"no", 0},  FlagWord{"true", 1}, FlagWord{"false", 0},
                                FlagWord{"on", 1},  FlagWord{"off", 0}, FlagWord{"1", 1},    FlagWord{"0", 0}};

// The character tests of the C library depend on the locale; these do not.
constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }
constexpr bool is_upper(char c) { return 'A' <= c && c <= 'Z'; }
constexpr char lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr bool starts_number(char c) { return ('0' <= c && c <= '9') || c == '.'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Takes the first `size` characters off the front of a text.
std::string_view take(std::string_view& text, std::size_t size) {
  const std::string_view front = text.substr(0, size);
  text.remove_prefix(front.size());
  return front;
}

double take_sign(std::string_view& text) {
  if (text.empty() || (text.front() != '+' && text.front() != '-')) return 1;
  return take(text, 1) == "-" ? -1 : 1;
}

/// Takes an unsigned decimal number off the front of a text; empty when there is none. "inf" and "nan" are none.
std::string_view take_number(std::string_view& text) {
  if (text.empty() || !starts_number(text.front())) return {};
  double ignored = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ignored);
  if (error == std::errc::invalid_argument) return {};
  return take(text, static_cast<std::size_t>(end - text.data()));
}

/// The number times a multiple. The power of ten goes into the exponent before the digits become binary: 1.005M is
/// 1005000 exactly.
std::optional<double> times(std::string_view number, Multiple multiple) {
  const std::size_t e = std::min(number.find_first_of("eE"), number.size());
  std::string_view tail = number.substr(e);
  std::int16_t exponent = 0;  // narrow, so that adding a prefix cannot overflow
  if (!tail.empty()) {
    tail.remove_prefix(tail.substr(1).starts_with('+') ? 2 : 1);
    const auto read = std::from_chars(tail.data(), tail.data() + tail.size(), exponent);
    if (read.ec != std::errc{}) return {};
  }
  const std::string moved = fmt::format("{}e{}", number.substr(0, e), exponent + multiple.ten);
  double value = 0;
  const auto read = std::from_chars(moved.data(), moved.data() + moved.size(), value);
  value *= multiple.factor;
  if (read.ec != std::errc{} || !std::isfinite(value)) return {};
  return value;
}

/// Multiple of a prefix: "" is one, "G" 10^9, "Gi" 2^30; nothing when the name does not take it.
std::optional<Multiple> multiple_of_prefix(std::string_view prefix, const Name& name) {
  if (prefix.empty()) return Multiple{};
  const bool binary = name.binary && prefix.size() == 2 && prefix.back() == 'i';
  if (!binary && prefix.size() != 1) return {};
  const char letter = prefix.front();
  const std::string_view allowed = binary ? binary_letters : name.prefixes;
  if (allowed.find(letter) == allowed.npos) return {};
  const auto row =
      std::find_if(prefix_letters.begin(), prefix_letters.end(), [&](PrefixLetter p) { return p.letter == letter; });
  return binary ? Multiple{0, std::exp2(10 * row->thousands)} : Multiple{3 * row->thousands, 1};
}

/// Multiple of a unit name with or without prefix, such as "GiB"; nothing when no name of the list is meant.
std::optional<Multiple> multiple_of(std::string_view text, std::span<const Name> names) {
  for (const Name& name : names) {
    if (!text.ends_with(name.text)) continue;
    const auto prefix = multiple_of_prefix(text.substr(0, text.size() - name.text.size()), name);
    if (prefix) return Multiple{prefix->ten + name.multiple.ten, prefix->factor * name.multiple.factor};
  }
  return {};
}

/// One number and one unit name, or none: "80 GB".
std::optional<double> parse_simple(std::string_view text, std::span<const Name> names) {
  const std::string_view number = take_number(text);
  if (number.empty()) return {};
  const auto multiple = multiple_of(trimmed(text), names);
  return multiple ? times(number, *multiple) : std::nullopt;
}

/// Several numbers, each with its unit, the units ever smaller: "1d 12h". A number without unit has no place here.
std::optional<double> parse_compound(std::string_view text, std::span<const Name> names) {
  double total = 0;
  double previous_unit = std::numeric_limits<double>::infinity();
  do {
    const std::string_view number = take_number(text);
    const auto unit_end = std::find_if(text.begin(), text.end(), starts_number);
    const std::string_view name = trimmed(take(text, static_cast<std::size_t>(unit_end - text.begin())));
    if (number.empty() || name.empty()) return {};
    const auto multiple = multiple_of(name, names);
    if (!multiple) return {};
    const double unit = times("1", *multiple).value();
    const auto part = times(number, *multiple);
    if (!part || unit >= previous_unit) return {};
    total += *part;
    previous_unit = unit;
  } while (!text.empty());
  return std::isfinite(total) ? std::optional{total} : std::nullopt;
}

std::optional<double> parse_flag(std::string_view text) {
  const auto same = [](char typed, char known) { return lower(typed) == known; };
  for (const FlagWord& word : flag_words)
    if (std::equal(text.begin(), text.end(), word.text.begin(), word.text.end(), same)) return word.value;
  return {};
}

struct MoneyText {
  std::string_view currency;
  std::string_view amount;
};

/// A bare "$" is that of the United States: others are written "C$", "A$".
constexpr std::pair<std::string_view, std::string_view> currency_signs[] = {
    {"€", "EUR"}, {"£", "GBP"}, {"US$", "USD"}, {"$", "USD"}};

MoneyText split_money(std::string_view text) {
  constexpr std::size_t size = 3;
  text = trimmed(text);
  for (const auto& [sign, code] : currency_signs) {
    if (text.starts_with(sign)) return {code, trimmed(text.substr(sign.size()))};
    if (text.ends_with(sign)) return {code, trimmed(text.substr(0, text.size() - sign.size()))};
  }
  if (text.size() <= size) return {{}, text};
  const std::size_t tail = text.size() - size;
  if (std::all_of(text.begin(), text.begin() + size, is_upper))
    return {text.substr(0, size), trimmed(text.substr(size))};
  if (std::all_of(text.end() - size, text.end(), is_upper)) return {text.substr(tail), trimmed(text.substr(0, tail))};
  return {{}, text};
}

}  // namespace

std::optional<double> parse(std::string_view text, Unit unit) {
  text = trimmed(text);
  if (unit == Unit::flag) return parse_flag(text);
  if (unit == Unit::money) text = split_money(text).amount;
  if (unit == Unit::seconds)
    if (const auto interval = parse_interval(text)) return interval;
  const double sign = take_sign(text);
  const std::span<const Name> names = rule_of(unit).names;
  auto value = parse_simple(text, names);
  if (!value && unit == Unit::seconds) value = parse_compound(text, names);
  return value ? std::optional{sign * *value} : std::nullopt;
}

std::string_view accepted(Unit unit) { return rule_of(unit).accepted; }

std::string currency(std::string_view money) {
  return parse(money, Unit::money) ? std::string{split_money(money).currency} : std::string{};
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
#include "core/quantity/date.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace llmsize {
namespace {

bool is_digit(char c) { return '0' <= c && c <= '9'; }

/// Whether a text is written as "2027-03-01".
bool is_written_as_date(std::string_view text) {
  constexpr std::string_view pattern = "0000-00-00";
  return text.size() == pattern.size() &&
         std::equal(text.begin(), text.end(), pattern.begin(), [](char typed, char expected) {
           return expected == '0' ? is_digit(typed) : typed == expected;
         });
}

unsigned number_of(std::string_view digits) {
  unsigned value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

}  // namespace

std::optional<std::chrono::sys_days> parse_date(std::string_view text) {
  if (!is_written_as_date(text)) return {};
  const std::chrono::year_month_day date{
      std::chrono::year(static_cast<int>(number_of(text.substr(0, 4)))),
      std::chrono::month(number_of(text.substr(5, 2))), std::chrono::day(number_of(text.substr(8, 2)))};
  // An earlier year is a slip of the keyboard: 0206, 0000.
  constexpr std::chrono::year first(1900);
  return date.ok() && date.year() >= first ? std::optional(std::chrono::sys_days(date)) : std::nullopt;
}

std::string date_text(std::chrono::sys_days day) {
  const std::chrono::year_month_day date(day);
  return fmt::format(
      "{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
      static_cast<unsigned>(date.day()));
}

double year_of(std::chrono::sys_days day) {
  using namespace std::chrono;
  const year of = year_month_day(day).year();
  const sys_days first = of / January / 1, next = (of + years(1)) / January / 1;
  return static_cast<int>(of) +
         static_cast<double>((day - first).count()) / static_cast<double>((next - first).count());
}

std::optional<double> year_of_text(std::string_view text) {
  if (const auto day = parse_date(text)) return year_of(*day);
  if (text.size() == 7)
    return parse_date(std::string(text) + "-15") ? year_of_text(std::string(text) + "-15") : std::nullopt;
  return text.size() == 4 ? year_of_text(std::string(text) + "-07-02") : std::nullopt;
}

std::optional<double> parse_interval(std::string_view text) {
  const auto slash = text.find('/');
  if (slash == std::string_view::npos) return {};
  const auto start = parse_date(text.substr(0, slash)), end = parse_date(text.substr(slash + 1));
  if (!start || !end) return {};
  return static_cast<double>(std::chrono::seconds(*end - *start).count());
}

}  // namespace llmsize

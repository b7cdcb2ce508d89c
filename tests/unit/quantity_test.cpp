// SPDX-License-Identifier: Apache-2.0
// What is written reads back, and nothing depends on the locale.
#include "core/quantity/parse.hpp"
#include "core/quantity/print.hpp"
#include "tests/unit/units.hpp"

#include <catch2/catch.hpp>

#include <bit>
#include <clocale>
#include <cmath>
#include <locale>
#include <random>
#include <string>

namespace llmsize {
namespace {

/// Finite numbers of every magnitude, from raw bits, and whole numbers of every length; the same on every platform.
class Numbers {
 public:
  double any() {
    const double value = std::bit_cast<double>(bits_());
    return std::isfinite(value) ? value : any();
  }
  double whole() { return static_cast<double>(bits_() >> (1 + bits_() % 63)); }
  /// Between 1e-9 and 1e+24, every magnitude as likely as every other.
  double everyday() { return std::pow(10.0, -9 + 33 * static_cast<double>(bits_()) / 0x1p64); }

 private:
  std::mt19937_64 bits_{20240229};
};

constexpr int rounds = 20000;

TEST_CASE("what is written for machines reads back as the same number", "[quantity][property]") {
  Numbers numbers;
  for (int round = 0; round < rounds; ++round) {
    const double value = round % 2 == 0 ? numbers.any() : numbers.whole();
    const std::string text = exact(value);
    CAPTURE(text);
    for (const Unit unit : all_units) {
      if (unit == Unit::flag) continue;
      REQUIRE(parse(text, unit) == value);
    }
  }
}

TEST_CASE("whole numbers below 2^63 are written without exponent", "[quantity][property]") {
  Numbers numbers;
  for (int round = 0; round < rounds; ++round) {
    const std::string text = exact(numbers.whole());
    CAPTURE(text);
    REQUIRE(text.find_first_not_of("0123456789") == text.npos);
  }
}

TEST_CASE("what is written for people reads back within the rounding", "[quantity][property][long]") {
  Numbers numbers;
  for (int round = 0; round < rounds; ++round) {
    const double value = numbers.everyday();
    for (const Unit unit : all_units) {
      const std::string text = pretty(value, unit);
      if (unit == Unit::flag || text.find(',') != text.npos) continue;
      CAPTURE(value, text);
      const auto back = parse(text, unit);
      REQUIRE(back.has_value());
      REQUIRE(std::abs(*back - value) <= 0.00501 * value);
    }
  }
}

TEST_CASE("no number for people reaches the next decimal prefix", "[quantity][property]") {
  Numbers numbers;
  for (int round = 0; round < rounds; ++round) {
    const double magnitude = std::pow(1000.0, 1 + round % 6);
    const std::string text = pretty(magnitude * (1 - numbers.everyday() * 1e-24), Unit::bytes);
    CAPTURE(text);
    REQUIRE(text.find("1000") == text.npos);
    REQUIRE(text.find("1,000") == text.npos);
  }
}

/// Sets the locale of C and C++ for as long as it lives.
class LocaleGuard {
 public:
  explicit LocaleGuard(const std::locale& locale) : before_(std::locale::global(locale)) {}
  ~LocaleGuard() { std::locale::global(before_); }
  LocaleGuard(const LocaleGuard&) = delete;
  LocaleGuard& operator=(const LocaleGuard&) = delete;

 private:
  std::locale before_;
};

struct CommaPoint : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

void check_texts() {
  CHECK(parse("1.5TB", Unit::bytes) == 1.5e12);
  CHECK(parse("40.5%", Unit::ratio) == 0.405);
  CHECK_FALSE(parse("1,5TB", Unit::bytes).has_value());
  CHECK_FALSE(parse("1.500,5", Unit::count).has_value());
  CHECK(pretty(43.7e9, Unit::bytes) == "43.7 GB");
  CHECK(pretty(1536, Unit::count) == "1,536");
  CHECK(exact(1234567.5) == "1234567.5");
  CHECK(base(1234.5, Unit::seconds) == "1234.5 s");
}

TEST_CASE("a C++ locale with decimal comma changes nothing", "[quantity][locale]") {
  const LocaleGuard guard{std::locale{std::locale::classic(), new CommaPoint}};
  check_texts();
}

TEST_CASE("a system locale with decimal comma changes nothing", "[quantity][locale]") {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"}) {
    if (std::setlocale(LC_ALL, name) == nullptr) continue;
    {
      const LocaleGuard guard{std::locale{name}};
      REQUIRE(std::string{std::localeconv()->decimal_point} == ",");
      check_texts();
    }
    std::setlocale(LC_ALL, before.c_str());
    return;
  }
  WARN("no system locale with decimal comma is installed: not checked");
}

}  // namespace
}  // namespace llmsize

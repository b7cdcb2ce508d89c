// SPDX-License-Identifier: Apache-2.0
// What texts are quantities, how quantities are written, and that neither depends on the locale.
#include "core/quantity/parse.hpp"
#include "core/quantity/print.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <bit>
#include <clocale>
#include <cmath>
#include <cstdint>
#include <limits>
#include <locale>
#include <random>
#include <string>
#include <string_view>

namespace llmsize {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double largest = std::numeric_limits<double>::max();
constexpr double smallest = std::numeric_limits<double>::denorm_min();
constexpr double minute = 60;
constexpr double hour = 3600;
constexpr double day = 86400;
constexpr double year = 365.25 * day;
constexpr double gib = 0x1p30;

constexpr std::array all_units{Unit::count,     Unit::ratio,     Unit::flag,  Unit::bytes,  Unit::flop,  Unit::seconds,
                               Unit::bandwidth, Unit::flop_rate, Unit::watts, Unit::joules, Unit::money, Unit::per_second};

struct Good {
  Unit unit;
  const char* text;
  double value;
};

constexpr Good good[] = {
    {Unit::count, "0", 0},
    {Unit::count, "1536", 1536},
    {Unit::count, "+7", 7},
    {Unit::count, "-3", -3},
    {Unit::count, " 12\t", 12},
    {Unit::count, ".5", 0.5},
    {Unit::count, "4k", 4000},
    {Unit::count, "4K", 4000},
    {Unit::count, "1.5M", 1.5e6},
    {Unit::count, "1.005M", 1005000},
    {Unit::count, "1.005K", 1005},
    {Unit::count, "175B", 175e9},
    {Unit::count, "175 B", 175e9},
    {Unit::count, "175G", 175e9},
    {Unit::count, "15T", 15e12},
    {Unit::count, "1.2e12", 1.2e12},
    {Unit::count, "1.2E+12", 1.2e12},
    {Unit::count, "1e-3M", 1000},

    {Unit::ratio, "0.4", 0.4},
    {Unit::ratio, "40%", 0.4},
    {Unit::ratio, "40 %", 0.4},
    {Unit::ratio, "4.35%", 0.0435},
    {Unit::ratio, "150%", 1.5},
    {Unit::ratio, "-5%", -0.05},

    {Unit::flag, "yes", 1},
    {Unit::flag, "no", 0},
    {Unit::flag, "True", 1},
    {Unit::flag, "FALSE", 0},
    {Unit::flag, " on ", 1},
    {Unit::flag, "Off", 0},
    {Unit::flag, "1", 1},
    {Unit::flag, "0", 0},

    {Unit::bytes, "80", 80},
    {Unit::bytes, "512B", 512},
    {Unit::bytes, "2kB", 2e3},
    {Unit::bytes, "2KB", 2e3},
    {Unit::bytes, "2MB", 2e6},
    {Unit::bytes, "80GB", 80e9},
    {Unit::bytes, "80 GB", 80e9},
    {Unit::bytes, "1.5TB", 1.5e12},
    {Unit::bytes, "3PB", 3e15},
    {Unit::bytes, "1EB", 1e18},
    {Unit::bytes, "1E3B", 1e3},
    {Unit::bytes, "1KiB", 0x1p10},
    {Unit::bytes, "1MiB", 0x1p20},
    {Unit::bytes, "80GiB", 80 * gib},
    {Unit::bytes, "1TiB", 0x1p40},
    {Unit::bytes, "1PiB", 0x1p50},
    {Unit::bytes, "1EiB", 0x1p60},
    {Unit::bytes, "8b", 1},
    {Unit::bytes, "8bit", 1},
    {Unit::bytes, "8kb", 1e3},
    {Unit::bytes, "8Kb", 1e3},
    {Unit::bytes, "8Mb", 1e6},
    {Unit::bytes, "8Gb", 1e9},
    {Unit::bytes, "8Tb", 1e12},
    {Unit::bytes, "8Mbit", 1e6},
    {Unit::bytes, "8Gbit", 1e9},
    {Unit::bytes, "8Gib", gib},
    {Unit::bytes, "8Gibit", gib},
    {Unit::bytes, "-1GB", -1e9},

    {Unit::flop, "3.1e23", 3.1e23},
    {Unit::flop, "5FLOP", 5},
    {Unit::flop, "5kFLOP", 5e3},
    {Unit::flop, "5MFLOP", 5e6},
    {Unit::flop, "5GFLOP", 5e9},
    {Unit::flop, "5TFLOPs", 5e12},
    {Unit::flop, "5PFLOP", 5e15},
    {Unit::flop, "1.02 EFLOP", 1.02e18},
    {Unit::flop, "314ZFLOP", 3.14e23},
    {Unit::flop, "1PF-day", 8.64e19},
    {Unit::flop, "3640PF-days", 3640 * 8.64e19},
    {Unit::flop, "3640 PFdays", 3640 * 8.64e19},

    {Unit::seconds, "90", 90},
    {Unit::seconds, "5ns", 5e-9},
    {Unit::seconds, "28us", 28e-6},
    {Unit::seconds, "28\u00b5s", 28e-6},
    {Unit::seconds, "28\u03bcs", 28e-6},
    {Unit::seconds, "120ms", 0.12},
    {Unit::seconds, "1.5s", 1.5},
    {Unit::seconds, "30sec", 30},
    {Unit::seconds, "45min", 45 * minute},
    {Unit::seconds, "20.5h", 20.5 * hour},
    {Unit::seconds, "1hour", hour},
    {Unit::seconds, "2 hours", 2 * hour},
    {Unit::seconds, "30d", 30 * day},
    {Unit::seconds, "1day", day},
    {Unit::seconds, "30 days", 30 * day},
    {Unit::seconds, "2w", 14 * day},
    {Unit::seconds, "1week", 7 * day},
    {Unit::seconds, "2weeks", 14 * day},
    {Unit::seconds, "1y", year},
    {Unit::seconds, "1 year", year},
    {Unit::seconds, "3years", 3 * year},
    {Unit::seconds, "1d12h", 1.5 * day},
    {Unit::seconds, "1h 30min", 1.5 * hour},
    {Unit::seconds, "1 h 30 min", 1.5 * hour},
    {Unit::seconds, "1y2w3d4h5min6s7ms", year + 17 * day + 4 * hour + 5 * minute + 6 + 7e-3},
    {Unit::seconds, "-1d12h", -1.5 * day},

    {Unit::bandwidth, "1000", 1000},
    {Unit::bandwidth, "5B/s", 5},
    {Unit::bandwidth, "3.35TB/s", 3.35e12},
    {Unit::bandwidth, "900 GB/s", 900e9},
    {Unit::bandwidth, "900GBps", 900e9},
    {Unit::bandwidth, "1GiB/s", gib},
    {Unit::bandwidth, "400Gb/s", 50e9},
    {Unit::bandwidth, "400Gbps", 50e9},
    {Unit::bandwidth, "400Gbit/s", 50e9},
    {Unit::bandwidth, "8Gib/s", gib},

    {Unit::flop_rate, "1e15", 1e15},
    {Unit::flop_rate, "7FLOP/s", 7},
    {Unit::flop_rate, "989TFLOP/s", 989e12},
    {Unit::flop_rate, "989 TFLOPS", 989e12},
    {Unit::flop_rate, "989TFLOPs/s", 989e12},
    {Unit::flop_rate, "2.25PFLOP/s", 2.25e15},
    {Unit::flop_rate, "1.2EFLOP/s", 1.2e18},

    {Unit::watts, "700", 700},
    {Unit::watts, "700W", 700},
    {Unit::watts, "10.2kW", 10200},
    {Unit::watts, "20 MW", 20e6},
    {Unit::watts, "1.2GW", 1.2e9},

    {Unit::joules, "5", 5},
    {Unit::joules, "5J", 5},
    {Unit::joules, "5kJ", 5e3},
    {Unit::joules, "3.6MJ", 3.6e6},
    {Unit::joules, "5GJ", 5e9},
    {Unit::joules, "5TJ", 5e12},
    {Unit::joules, "1Wh", 3600},
    {Unit::joules, "1kWh", 3.6e6},
    {Unit::joules, "1 MWh", 3.6e9},
    {Unit::joules, "1.3GWh", 4.68e12},

    {Unit::money, "199000", 199000},
    {Unit::money, "199K", 199000},
    {Unit::money, "1.2M", 1.2e6},
    {Unit::money, "1.2B", 1.2e9},
    {Unit::money, "1.2M USD", 1.2e6},
    {Unit::money, "1.2MUSD", 1.2e6},
    {Unit::money, "EUR 5.5M", 5.5e6},
    {Unit::money, "EUR5.5M", 5.5e6},
    {Unit::money, "CHF -20", -20},

    {Unit::per_second, "12.5", 12.5},
    {Unit::per_second, "4k", 4000},
    {Unit::per_second, "12.5/s", 12.5},
    {Unit::per_second, "12.5 /s", 12.5},
    {Unit::per_second, "4k/s", 4000},
    {Unit::per_second, "1.5M /s", 1.5e6},
};

TEST_CASE("texts that are quantities", "[quantity]") {
  for (const Good& row : good) {
    INFO("\"" << row.text << "\" as " << symbol(row.unit));
    const auto value = parse(row.text, row.unit);
    REQUIRE(value.has_value());
    CHECK(*value == row.value);
  }
}

/// No quantity of any kind. The empty text and a lone unit or prefix are among them.
constexpr const char* bad_everywhere[] = {
    "",         " ",      "+",     "-",     ".",     "e5",    "nan", "NaN",   "inf",     "-inf",   // no number
    "infinity", "0x10",   "--5",   "+-5",   "- 5",   "1e",    "1e+", "5..",   "1.2.3",   "1e5e5",  // no decimal number
    "1,234",    "1,5",    "1_000", "1'000", "1 000", "５",    "−5",  "1e999", "-1e999",  "1e99999",
    "B",        "GB",     "k",     "s",     "W",     "kWh",   "%",   "USD",   "PF-days", "/s",   // a lone unit
    "80GG",     "80 G B", "80xB",  "80GB.", "80GB/", "5 GB5", "5 5", "5?",    "5 %%",    "5iB",  // no unit
};

TEST_CASE("texts that are no quantity of any kind", "[quantity]") {
  for (const Unit unit : all_units)
    for (const char* text : bad_everywhere) {
      INFO("\"" << text << "\" as " << column_suffix(unit));
      CHECK_FALSE(parse(text, unit).has_value());
    }
}

struct Bad {
  Unit unit;
  const char* text;
};

constexpr Bad bad[] = {
    {Unit::count, "5Q"},
    {Unit::count, "5m"},
    {Unit::count, "5b"},
    {Unit::count, "5Ki"},
    {Unit::count, "5kk"},
    {Unit::count, "5P"},
    {Unit::count, "40%"},
    {Unit::count, "1e308B"},

    {Unit::ratio, "5k"},
    {Unit::ratio, "yes"},

    {Unit::flag, "y"},
    {Unit::flag, "2"},
    {Unit::flag, "1.0"},
    {Unit::flag, "+1"},
    {Unit::flag, "yes no"},
    {Unit::flag, "yess"},
    {Unit::flag, "ye"},

    {Unit::bytes, "80G"},
    {Unit::bytes, "80k"},
    {Unit::bytes, "80Gi"},
    {Unit::bytes, "80gb"},
    {Unit::bytes, "80mB"},
    {Unit::bytes, "80kiB"},
    {Unit::bytes, "80BB"},
    {Unit::bytes, "80GGB"},
    {Unit::bytes, "1ZB"},
    {Unit::bytes, "80GB/s"},
    {Unit::bytes, "80Gbps"},
    {Unit::bytes, "1e300EB"},
    {Unit::bytes, "1e300EiB"},

    {Unit::flop, "5F"},
    {Unit::flop, "5T"},
    {Unit::flop, "5flop"},
    {Unit::flop, "5TFLOP/s"},
    {Unit::flop, "5TFLOPS"},
    {Unit::flop, "5EF-days"},
    {Unit::flop, "5YFLOP"},

    {Unit::seconds, "5m"},
    {Unit::seconds, "5M"},
    {Unit::seconds, "5H"},
    {Unit::seconds, "5ks"},
    {Unit::seconds, "12h1d"},
    {Unit::seconds, "1h1h"},
    {Unit::seconds, "1h1hour"},
    {Unit::seconds, "1d12"},
    {Unit::seconds, "5 3ms"},
    {Unit::seconds, "1d-12h"},
    {Unit::seconds, "1d+12h"},
    {Unit::seconds, "1d,12h"},
    {Unit::seconds, "d12h"},
    {Unit::seconds, "1dh"},
    {Unit::seconds, "01:30"},
    {Unit::seconds, "1e308y"},

    {Unit::bandwidth, "80GB"},
    {Unit::bandwidth, "80G"},
    {Unit::bandwidth, "80G/s"},
    {Unit::bandwidth, "80GB/h"},
    {Unit::bandwidth, "80GB / s"},
    {Unit::bandwidth, "80GB/s/s"},
    {Unit::bandwidth, "80/s"},

    {Unit::flop_rate, "5TFLOP"},
    {Unit::flop_rate, "5TFLOPs"},
    {Unit::flop_rate, "5TFLOPS/s"},
    {Unit::flop_rate, "5tflops"},
    {Unit::flop_rate, "5T"},

    {Unit::watts, "5k"},
    {Unit::watts, "5w"},
    {Unit::watts, "5mW"},
    {Unit::watts, "5TW"},
    {Unit::watts, "5kWh"},

    {Unit::joules, "5W"},
    {Unit::joules, "5kwh"},
    {Unit::joules, "5mJ"},
    {Unit::joules, "5PJ"},

    {Unit::money, "$5"},
    {Unit::money, "5 usd"},
    {Unit::money, "5 US"},
    {Unit::money, "5 USDT"},
    {Unit::money, "EURO 5"},
    {Unit::money, "USD 5 EUR"},
    {Unit::money, "-USD 5"},
    {Unit::money, "5m USD"},
    {Unit::money, "5G USD"},

    {Unit::per_second, "5/h"},
    {Unit::per_second, "5s"},
    {Unit::per_second, "5/s/s"},
    {Unit::per_second, "5Hz"},
};

TEST_CASE("texts that are no quantity of the kind asked for", "[quantity]") {
  for (const Bad& row : bad) {
    INFO("\"" << row.text << "\" as " << column_suffix(row.unit));
    CHECK_FALSE(parse(row.text, row.unit).has_value());
  }
}

struct CurrencyRow {
  const char* text;
  const char* code;
};

constexpr CurrencyRow currencies[] = {
    {"1.2M USD", "USD"}, {"1.2MUSD", "USD"}, {"EUR 5.5M", "EUR"}, {" EUR5.5M ", "EUR"}, {"199000", ""},
    {"1.2M", ""},        {"USD", ""},        {"USD many", ""},    {"USD 5 EUR", ""},    {"", ""},
};

TEST_CASE("the currency in a money text", "[quantity]") {
  for (const CurrencyRow& row : currencies) {
    CAPTURE(row.text);
    CHECK(currency(row.text) == row.code);
  }
}

TEST_CASE("every kind says what it accepts, in words that parse", "[quantity]") {
  CHECK(accepted(Unit::bytes) == "a size such as 80GB, 80GiB or 1.5TB");
  for (const Unit unit : all_units) {
    const std::string_view phrase = accepted(unit);
    CAPTURE(phrase);
    REQUIRE_FALSE(phrase.empty());
    const std::string_view example = phrase.substr(phrase.rfind(" or ") + 4);
    CHECK(parse(example, unit).has_value());
  }
}

struct NamesRow {
  Unit unit;
  const char* symbol;
  const char* column_suffix;
};

constexpr NamesRow names[] = {
    {Unit::count, "1", "count"},
    {Unit::ratio, "1", "ratio"},
    {Unit::flag, "1", "count"},
    {Unit::bytes, "B", "bytes"},
    {Unit::flop, "FLOP", "flop"},
    {Unit::seconds, "s", "s"},
    {Unit::bandwidth, "B/s", "bytes_per_s"},
    {Unit::flop_rate, "FLOP/s", "flop_per_s"},
    {Unit::watts, "W", "w"},
    {Unit::joules, "J", "j"},
    {Unit::money, "money", "money"},
    {Unit::per_second, "1/s", "per_s"},
};

TEST_CASE("names of the kinds", "[quantity]") {
  for (const NamesRow& row : names) {
    CAPTURE(row.column_suffix);
    CHECK(symbol(row.unit) == row.symbol);
    CHECK(column_suffix(row.unit) == row.column_suffix);
  }
}

struct Pretty {
  Unit unit;
  double value;
  const char* text;
};

constexpr Pretty pretty_rows[] = {
    {Unit::count, 0, "0"},
    {Unit::count, -0.0, "0"},
    {Unit::count, 1, "1"},
    {Unit::count, 999, "999"},
    {Unit::count, 1536, "1,536"},
    {Unit::count, -1536, "\u22121,536"},
    {Unit::count, 999999, "999,999"},
    {Unit::count, 999999.7, "1M"},
    {Unit::count, 3.14159, "3.14"},
    {Unit::count, 2.5, "2.50"},
    {Unit::count, 9.996, "10.0"},
    {Unit::count, 12345.6, "12,346"},
    {Unit::count, 0.01234, "0.0123"},
    {Unit::count, 1.2e-7, "1.2e-07"},
    {Unit::count, 1e6, "1M"},
    {Unit::count, 1.25e6, "1.25M"},
    {Unit::count, 999.96e6, "1B"},
    {Unit::count, 174.6e9, "174.6B"},
    {Unit::count, 174.64e9, "174.6B"},
    {Unit::count, 300e9, "300B"},
    {Unit::count, 15e12, "15T"},
    {Unit::count, 1.5e15, "1,500T"},
    {Unit::count, 1.234e18, "1.23e+18"},
    {Unit::count, nan, "–"},
    {Unit::count, infinity, "∞"},
    {Unit::count, -infinity, "\u2212∞"},

    {Unit::ratio, 0, "0"},
    {Unit::ratio, 0.45, "0.45"},
    {Unit::ratio, 0.4567, "0.457"},
    {Unit::ratio, 1, "1"},
    {Unit::ratio, 0.9999, "1"},
    {Unit::ratio, -0.05, "\u22120.05"},
    {Unit::ratio, 1.2e-5, "1.2e-05"},

    {Unit::flag, 1, "yes"},
    {Unit::flag, 0, "no"},
    {Unit::flag, nan, "–"},

    {Unit::bytes, 0, "0 B"},
    {Unit::bytes, 512, "512 B"},
    {Unit::bytes, 0.5, "0.500 B"},
    {Unit::bytes, 1e3, "1 kB"},
    {Unit::bytes, 43.7e9, "43.7 GB"},
    {Unit::bytes, 80e9, "80 GB"},
    {Unit::bytes, 80.01e9, "80.0 GB"},
    {Unit::bytes, 2.5e9, "2.50 GB"},
    {Unit::bytes, 2.4512e12, "2.45 TB"},
    {Unit::bytes, 48.3e12, "48.3 TB"},
    {Unit::bytes, 999e9, "999 GB"},
    {Unit::bytes, 999.4e9, "999 GB"},
    {Unit::bytes, 999.9e9, "1.00 TB"},
    {Unit::bytes, -999.9e9, "\u22121.00 TB"},
    {Unit::bytes, 1e18, "1 EB"},
    {Unit::bytes, 1e21, "1e+21 B"},
    {Unit::bytes, infinity, "∞"},

    {Unit::flop, 0, "0 FLOP"},
    {Unit::flop, 5e3, "5.00 kFLOP"},
    {Unit::flop, 1.02e18, "1.02 EFLOP"},
    {Unit::flop, 3.14e23, "314 ZFLOP"},
    {Unit::flop, 9.999e23, "1e+24 FLOP"},
    {Unit::flop, 3.8e25, "3.8e+25 FLOP"},

    {Unit::seconds, 0, "0 s"},
    {Unit::seconds, 1e-13, "1e-13 s"},
    {Unit::seconds, 5e-9, "5 ns"},
    {Unit::seconds, 28e-6, "28 µs"},
    {Unit::seconds, 2.85e-6, "2.85 µs"},
    {Unit::seconds, 0.12, "120 ms"},
    {Unit::seconds, 0.9996, "1.00 s"},
    {Unit::seconds, 1.234, "1.23 s"},
    {Unit::seconds, 31.4, "31.4 s"},
    {Unit::seconds, 59.96, "60.0 s"},
    {Unit::seconds, 119, "119 s"},
    {Unit::seconds, 119.96, "2.00 min"},
    {Unit::seconds, 120, "2.00 min"},
    {Unit::seconds, 45 * minute, "45.0 min"},
    {Unit::seconds, 2 * hour, "2.00 h"},
    {Unit::seconds, 20.5 * hour, "20.5 h"},
    {Unit::seconds, 47.99 * hour, "2.00 days"},
    {Unit::seconds, 23.2 * day, "23.2 days"},
    {Unit::seconds, 730 * day, "730 days"},
    {Unit::seconds, 2 * year, "2 years"},
    {Unit::seconds, 3.2 * year, "3.2 years"},
    {Unit::seconds, 1234 * year, "1,234 years"},
    {Unit::seconds, infinity, "∞"},

    {Unit::bandwidth, 3.35e12, "3.35 TB/s"},
    {Unit::bandwidth, 50e9, "50.0 GB/s"},
    {Unit::bandwidth, 900e9, "900 GB/s"},

    {Unit::flop_rate, 989e12, "989 TFLOP/s"},
    {Unit::flop_rate, 2.25e15, "2.25 PFLOP/s"},

    {Unit::watts, 700, "700 W"},
    {Unit::watts, 10200, "10.2 kW"},
    {Unit::watts, 1.2e9, "1.20 GW"},
    {Unit::watts, 2e12, "2e+12 W"},

    {Unit::joules, 3.6e6, "3.6 MJ"},
    {Unit::joules, 4.68e12, "4.68 TJ"},

    {Unit::money, 0.5, "0.500"},
    {Unit::money, 199000, "199,000"},
    {Unit::money, 1.25e6, "1.25M"},
    {Unit::money, -5.5e6, "\u22125.5M"},

    {Unit::per_second, 12.34, "12.3 /s"},
    {Unit::per_second, 5, "5 /s"},
    {Unit::per_second, 1.5e6, "1.5M /s"},
};

TEST_CASE("quantities for people", "[quantity]") {
  for (const Pretty& row : pretty_rows) {
    CAPTURE(row.text);
    CHECK(pretty(row.value, row.unit) == row.text);
  }
}

struct Binary {
  double value;
  const char* text;
};

constexpr Binary binary_rows[] = {
    {0, "0 B"},
    {512, "512 B"},
    {0x1p10, "1 KiB"},
    {29.3 * gib, "29.3 GiB"},
    {80 * gib, "80 GiB"},
    {1023 * gib, "1,023 GiB"},
    {1023.7 * gib, "1.00 TiB"},
    {0x1p60, "1 EiB"},
    {0x1p70, "1.18e+21 B"},
};

TEST_CASE("sizes in powers of two for people", "[quantity]") {
  for (const Binary& row : binary_rows) {
    CAPTURE(row.text);
    CHECK(pretty(row.value, Unit::bytes, Prefix::binary) == row.text);
  }
  CHECK(pretty(50e9, Unit::bandwidth, Prefix::binary) == "50.0 GB/s");
}

struct Exact {
  double value;
  const char* text;
};

constexpr Exact exact_rows[] = {
    {0, "0"},
    {-3, "-3"},
    {272000000000, "272000000000"},
    {1e18, "1000000000000000000"},
    {0x1p62, "4611686018427387904"},
    {0x1p63, "9.223372036854776e+18"},
    {1e23, "1e+23"},
    {0.1, "0.1"},
    {0.1 + 0.2, "0.30000000000000004"},
    {1.5e-9, "1.5e-09"},
    {largest, "1.7976931348623157e+308"},
    {smallest, "5e-324"},
};

TEST_CASE("quantities for machines", "[quantity]") {
  for (const Exact& row : exact_rows) {
    CAPTURE(row.text);
    CHECK(exact(row.value) == row.text);
  }
}

constexpr Pretty base_rows[] = {
    {Unit::count, 1536, "1536"},
    {Unit::ratio, 1.0 / 3, "0.333333"},
    {Unit::flag, 1, "1"},
    {Unit::bytes, 272000000000, "272000000000 B"},
    {Unit::bytes, 999999999999999, "999999999999999 B"},
    {Unit::bytes, 1e15, "1e+15 B"},
    {Unit::flop, 4.510973e18, "4.51097e+18 FLOP"},
    {Unit::seconds, 2004480.25, "2.00448e+06 s"},
    {Unit::bandwidth, 50e9, "50000000000 B/s"},
    {Unit::flop_rate, 9.89e14, "989000000000000 FLOP/s"},
    {Unit::watts, -12.5, "-12.5 W"},
    {Unit::joules, 0.1 + 0.2, "0.3 J"},
    {Unit::money, 199000, "199000 money"},
    {Unit::per_second, 12.34, "12.34 1/s"},
    {Unit::bytes, nan, "–"},
    {Unit::bytes, infinity, "∞"},
};

TEST_CASE("quantities in derivations", "[quantity]") {
  for (const Pretty& row : base_rows) {
    CAPTURE(row.text);
    CHECK(base(row.value, row.unit) == row.text);
  }
}

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

TEST_CASE("what is written for people reads back within the rounding", "[quantity][property]") {
  Numbers numbers;
  for (int round = 0; round < rounds; ++round) {
    const double value = numbers.everyday();
    for (const Unit unit : all_units) {
      const std::string text = pretty(value, unit, round % 2 == 0 ? Prefix::decimal : Prefix::binary);
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

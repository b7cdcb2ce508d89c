// SPDX-License-Identifier: Apache-2.0
// What texts are quantities, and what each kind accepts.
#include "core/quantity/parse.hpp"
#include "core/quantity/print.hpp"
#include "tests/unit/units.hpp"

#include <catch2/catch.hpp>

#include <limits>
#include <string_view>

namespace llmsize {
namespace {

constexpr double minute = 60;
constexpr double hour = 3600;
constexpr double day = 86400;
constexpr double year = 365.25 * day;
constexpr double gib = 0x1p30;

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
    {Unit::count, "1 trillion", 1e12},
    {Unit::count, "1.005 million", 1005000},
    {Unit::count, "175billion", 175e9},

    {Unit::ratio, "0.4", 0.4},
    {Unit::ratio, "40%", 0.4},
    {Unit::ratio, "40 %", 0.4},
    {Unit::ratio, "4.35%", 0.0435},
    {Unit::ratio, "150%", 1.5},
    {Unit::ratio, "2:1", 2},
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
    {Unit::seconds, "6 weeks", 42 * day},
    {Unit::seconds, "3 months", year / 4},
    {Unit::seconds, "1 month 2 weeks", year / 12 + 14 * day},
    {Unit::seconds, "10 minutes", 10 * minute},
    {Unit::seconds, "2026-11-28/2027-03-01", 93 * day},
    {Unit::seconds, "2027-02-28/2028-02-28", 365 * day},
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
    {Unit::money, "$5", 5},
    {Unit::money, "US$20M", 20e6},
    {Unit::money, "$20 million", 20e6},
    {Unit::money, "1.5 billion EUR", 1.5e9},
    {Unit::money, "EUR 5.5M", 5.5e6},
    {Unit::money, "350000.00 €", 350000},
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

    {Unit::money, "C$5"},
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
    {"1.2M USD", "USD"},
    {"1.2MUSD", "USD"},
    {"EUR 5.5M", "EUR"},
    {"350000.00 €", "EUR"},
    {"$20M", "USD"},
    {"US$ 20M", "USD"},
    {" EUR5.5M ", "EUR"},
    {"199000", ""},
    {"1.2M", ""},
    {"USD", ""},
    {"USD many", ""},
    {"USD 5 EUR", ""},
    {"", ""},
};

TEST_CASE("the currency in a money text", "[quantity]") {
  for (const CurrencyRow& row : currencies) {
    CAPTURE(row.text);
    CHECK(currency(row.text) == row.code);
  }
}

TEST_CASE("every kind says what it accepts, in words that parse", "[quantity]") {
  CHECK(accepted(Unit::bytes) == "a size (80GB, 80GiB, 1.5TB)");
  for (const Unit unit : all_units) {
    const std::string_view phrase = accepted(unit);
    CAPTURE(phrase);
    REQUIRE_FALSE(phrase.empty());
    const bool is_flag = phrase == "yes or no";
    const auto open = phrase.find('(');
    std::string_view examples = is_flag ? "yes, no" : phrase.substr(open + 1, phrase.size() - open - 2);
    while (!examples.empty()) {
      const auto comma = examples.find(", ");
      CHECK(parse(examples.substr(0, comma), unit).has_value());
      examples.remove_prefix(comma == std::string_view::npos ? examples.size() : comma + 2);
    }
  }
}

}  // namespace
}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// How quantities are written for people, machines and derivations.
#include "core/quantity/print.hpp"
#include "core/quantity/parse.hpp"
#include "core/quantity/ranges.hpp"

#include <catch2/catch.hpp>

#include <limits>

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
    {Unit::memory, "B", "bytes"},
    {Unit::flop, "FLOP", "flop"},
    {Unit::seconds, "s", "s"},
    {Unit::bandwidth, "B/s", "bytes_per_s"},
    {Unit::flop_rate, "FLOP/s", "flop_per_s"},
    {Unit::watts, "W", "w"},
    {Unit::joules, "J", "j"},
    {Unit::money, "money", "money"},
    {Unit::per_second, "1/s", "per_s"},
    {Unit::tokens_per_second, "1/s", "per_s"},
    {Unit::iops, "1/s", "per_s"},
    {Unit::intensity, "FLOP/B", "flop_per_byte"},
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
    {Unit::count, 174.6e9, "175B"},
    {Unit::count, 3194880, "3.19M"},
    {Unit::count, 6.7e9, "6.7B"},
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

    {Unit::bytes, 0, "0 bytes"},
    {Unit::bytes, 512, "512 bytes"},
    {Unit::bytes, 0.5, "0.500 bytes"},
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
    {Unit::bytes, 1e21, "1e+21 bytes"},
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
    {Unit::seconds, 1.143e6 * year, "1.14M years"},
    {Unit::seconds, infinity, "∞"},

    {Unit::year, 2024, "2024"},
    {Unit::year, 2025.75, "2025.75"},
    {Unit::year, 2024.9971428, "2025"},
    {Unit::year, 2026.4128, "2026.41"},
    {Unit::year, nan, "–"},

    {Unit::bandwidth, 3.35e12, "3.35 TB/s"},
    {Unit::bandwidth, 50e9, "50.0 GB/s"},
    {Unit::bandwidth, 900e9, "900 GB/s"},

    {Unit::flop_rate, 989e12, "989 TFLOP/s"},
    {Unit::flop_rate, 2.25e15, "2.25 PFLOP/s"},

    {Unit::watts, 700, "700 W"},
    {Unit::watts, 10200, "10.2 kW"},
    {Unit::watts, 1.2e9, "1.20 GW"},
    {Unit::watts, 2e12, "2e+12 W"},

    {Unit::joules, 3.6e6, "1 kWh"},
    {Unit::joules, 4.68e12, "1.3 GWh"},

    {Unit::money, 0.5, "0.500"},
    {Unit::money, 199000, "199,000"},
    {Unit::money, 1.25e6, "1.25M"},
    {Unit::money, -5.5e6, "\u22125.5M"},

    {Unit::per_second, 12.34, "12.3 /s"},
    {Unit::per_second, 5, "5 /s"},
    {Unit::per_second, 1.5e6, "1.5M /s"},
    {Unit::tokens_per_second, 191489.6, "191,490 tok/s"},
    {Unit::tokens_per_second, 1.5e6, "1.5M tok/s"},
    {Unit::requests_per_second, 20, "20 req/s"},
    {Unit::samples_per_second, 2.5, "2.50 samples/s"},
    {Unit::operations_per_second, 0, "0 ops/s"},
    {Unit::iops, 35714.3, "35,714 IOPS"},
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
    {0, "0 bytes"},
    {512, "512 bytes"},
    {0x1p10, "1 KiB"},
    {29.3 * gib, "29.3 GiB"},
    {80 * gib, "80 GiB"},
    {1023 * gib, "1,023 GiB"},
    {1023.7 * gib, "1.00 TiB"},
    {0x1p60, "1 EiB"},
    {0x1p70, "1.18e+21 bytes"},
};

TEST_CASE("memory for people", "[quantity]") {
  for (const Binary& row : binary_rows) {
    CAPTURE(row.text);
    CHECK(pretty(row.value, Unit::memory) == row.text);
  }
}

TEST_CASE("a log-normal value says its median and its P10 and P90", "[quantity]") {
  CHECK(spread_text(1.58, 0.42, Unit::ratio) == "1.58 (P10–P90 0.922–2.71)");
  CHECK(spread_text(0.004, 0.4, Unit::ratio) == "0.4% (P10–P90 0.24–0.67%)");
  CHECK(spread_text(gib, 0.4, Unit::memory) == "1 GiB (P10–P90 613 MiB–1.67 GiB)");
  CHECK(spread_text(28.7 * day, 0.01, Unit::seconds) == "28.7 days (P10–P90 28.3–29.1 days)");
  CHECK(spread_text(8, 0, Unit::count) == "8");
  CHECK(spread_text(nan, 0.1, Unit::ratio) == "–");
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

}  // namespace
}  // namespace llmsize

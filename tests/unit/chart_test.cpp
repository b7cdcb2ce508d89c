// SPDX-License-Identifier: Apache-2.0
// Charts as data: ticks, units of axes, the tables behind charts.
#include "core/charts/chart.hpp"
#include "core/charts/shown_table.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include <cmath>

namespace llmsize::test {
namespace {

std::string labels(const Scale& scale) {
  std::string text;
  for (const Tick& tick : scale.ticks) text += fmt::format("{}{}", text.empty() ? "" : " | ", tick.label);
  return text;
}

Scale ticked(Unit unit, bool logarithmic, double low, double high) {
  return with_ticks({"axis", unit, logarithmic, low, high, {}});
}

constexpr double minute = 60, day = 86400;

TEST_CASE("Ticks lie at 1, 2, 5 and the unit stands once, in the title", "[charts]") {
  CHECK(labels(ticked(Unit::bytes, false, 0, 87e9)) == "0 | 20 | 40 | 60 | 80");
  CHECK(ticked(Unit::bytes, false, 0, 87e9).words() == "axis, GB");
  CHECK(labels(ticked(Unit::memory, false, 0, 87 * 0x1p30)) == "0 | 20 | 40 | 60 | 80");
  CHECK(ticked(Unit::memory, false, 0, 87 * 0x1p30).words() == "axis, GiB");
  CHECK(labels(ticked(Unit::bandwidth, true, 1e8, 1e12)) == "0.1 | 1 | 10 | 100 | 1,000");
  CHECK(ticked(Unit::bandwidth, true, 1e8, 1e12).words() == "axis, GB/s");
  CHECK(labels(ticked(Unit::count, true, 1, 1e4)) == "1 | 10 | 100 | 1,000 | 10,000");
  CHECK(labels(ticked(Unit::count, true, 1e9, 1e14)) == "1B | 10B | 100B | 1T | 10T | 100T");
  CHECK(labels(ticked(Unit::ratio, false, 0, 0.08)) == "0% | 2% | 4% | 6% | 8%");
  CHECK(ticked(Unit::ratio, false, 0, 0.08).words() == "axis");
  CHECK(labels(ticked(Unit::year, false, 2017, 2025)) == "2018 | 2020 | 2022 | 2024");
  CHECK(labels(ticked(Unit::flop_rate, false, 0, 620e12)) == "0 | 200 | 400 | 600");
  CHECK(ticked(Unit::flop_rate, false, 0, 620e12).words() == "axis, TFLOP/s");
}

TEST_CASE("Axes of time are marked in words and in sensible steps", "[charts]") {
  CHECK(labels(ticked(Unit::seconds, true, 5 * minute, day)) == "5 min | 15 min | 1 h | 3 h | 1 day");
  CHECK(labels(ticked(Unit::seconds, true, 5 * day, 85 * day)) == "5 days | 10 days | 20 days | 30 days | 50 days");
  CHECK(labels(ticked(Unit::seconds, false, 0, 165)) == "0 | 50 s | 100 s | 150 s");
  CHECK(labels(ticked(Unit::seconds, false, -9 * day, 0)) == "−8 days | −6 days | −4 days | −2 days | 0");
  CHECK(labels(ticked(Unit::seconds, false, 0, 3e-3)) == "0 | 0.5 ms | 1 ms | 1.5 ms | 2 ms | 2.5 ms | 3 ms");
}

TEST_CASE("Ticks that are set stay, and a zoomed axis is named once", "[charts]") {
  Scale scale{"nodes", Unit::count, true, 16, 128, {{16, "16"}, {48, "48"}}};
  CHECK(labels(with_ticks(scale)) == "16 | 48");
  Scale bytes = ticked(Unit::bytes, false, 0, 80e9);
  bytes.ticks.clear();
  bytes.high = 80e12;
  CHECK(with_ticks(bytes).words() == "axis, TB");
  CHECK(with_ticks({"", Unit::bytes, false, 0, 1e9, {}}).words() == "GB");
}

TEST_CASE("An axis without extent has no ticks", "[charts]") {
  CHECK(ticked(Unit::count, false, 1, 1).ticks.empty());
  CHECK(ticked(Unit::count, true, 0, 1).ticks.empty());
  CHECK(ticked(Unit::count, false, 0, std::nan("")).ticks.empty());
}

TEST_CASE("The table of a plot has every point, its band and every limit in base units", "[charts]") {
  Plot plot;
  plot.x = with_ticks({"nodes", Unit::count, true, 1, 100, {}});
  plot.y = with_ticks({"write bandwidth", Unit::bandwidth, false, 0, 2e10, {}});
  Plot::Point banded{48, 1.5e10, 1.25e10, 1.75e10, Plot::Mark::filled, {}, "48 nodes\n15 GB/s", {}};
  Plot::Point impossible{40, 2e10, 0, 0, Plot::Mark::cross, {}, {}, {}};
  plot.series.push_back({"direct", Hue::gpu, Plot::Stroke::solid, false, false, {banded, impossible}});
  plot.limits.push_back({"Best", 6.25e10});
  const Table table = data_of({"id", "title", "subtitle", plot});
  CHECK(
      table.header == std::vector<std::string>{
                          "series", "nodes", "write bandwidth [B/s]", "P10 of write bandwidth [B/s]",
                          "P90 of write bandwidth [B/s]", "note"});
  REQUIRE(table.rows.size() == 3);
  CHECK(
      table.rows[0] ==
      std::vector<std::string>{"direct", "48", "15000000000", "12500000000", "17500000000", "48 nodes 15 GB/s"});
  CHECK(table.rows[1] == std::vector<std::string>{"direct", "40", "20000000000", "", "", "impossible"});
  CHECK(table.rows[2] == std::vector<std::string>{"Best", "", "62500000000", "", "", ""});
}

TEST_CASE("A table that people read has units at its numbers", "[charts]") {
  Plot plot;
  plot.x = {"nodes", Unit::count, true, 1, 100, {}};
  plot.y = {"write bandwidth", Unit::bandwidth, false, 0, 2e10, {}};
  plot.series.push_back({"direct", Hue::gpu, Plot::Stroke::solid, false, false, {{1048, 1.5e10, 1.25e10, 1.75e10}}});
  const Table table = shown_of({"id", "title", "subtitle", plot});
  CHECK(table.header[2] == "write bandwidth");
  CHECK(table.rows.front() == std::vector<std::string>{"direct", "1,048", "15.0 GB/s", "12.5 GB/s", "17.5 GB/s"});
}

TEST_CASE("The tables of the other kinds have every number", "[charts]") {
  Stack stack;
  stack.scale = with_ticks({"", Unit::bytes, false, 0, 8e10, {}});
  stack.bars.push_back({"one", {{"Weights", 1e10, Hue::gpu, Fill::solid, "10 GB", "2 bytes", {}}}, "10 GB", true});
  stack.limits.push_back({"capacity", 8e10});
  const Table parts = data_of({"id", "", "", stack});
  CHECK(parts.header == std::vector<std::string>{"bar", "part", "value [B]", "note"});
  CHECK(
      parts.rows == std::vector<std::vector<std::string>>{
                        {"one", "Weights", "10000000000", "2 bytes"}, {"", "capacity", "80000000000", ""}});

  Bars bars;
  bars.scale = {"time saved", Unit::seconds, false, -1, 1, {}};
  bars.rows.push_back({"Tensor cores", "2 × 989", 0, 0.5, "−0.5 s", Hue::gpu, true, {}, {}});
  CHECK(data_of({"id", "", "", bars}).rows.front() == std::vector<std::string>{"Tensor cores", "0.5", "2 × 989"});
  bars.rows.push_back({"Tokens", "", -0.25, 0.75, "", Hue::gpu, false, {}, {}});
  CHECK(data_of({"id", "", "", bars}).rows.back() == std::vector<std::string>{"Tokens", "-0.25", "0.75", ""});

  Dots dots;
  dots.scale = {"tokens/s", Unit::per_second, true, 1, 10, {}};
  dots.rows.push_back(
      {"7.1B",
       "batch 32",
       {{4, Hue::nvme, "NVMe", "4", {}}, {std::nan(""), Hue::gpu, "GPU", "–", {}}},
       "GPU memory full"});
  const Table rates = data_of({"id", "", "", dots});
  CHECK(rates.header.back() == "tokens/s [1/s]");
  CHECK(rates.rows[0].back() == "4");
  CHECK(rates.rows[1].back() == "GPU memory full");

  Timeline line;
  line.scale = {"", Unit::seconds, false, 0, 1, {}};
  line.rows.push_back({"Direct", {{0, 37.5, "stall", Hue::shared, Fill::solid, false, {}}}});
  CHECK(data_of({"id", "", "", line}).rows.front() == std::vector<std::string>{"Direct", "stall", "0", "37.5"});

  Grid grid{{"#", "TP"}, {{{{"1", true, {}}, {"8", true, {}}}, true, false, {}, Hue::gpu}}};
  CHECK(data_of({"id", "", "", grid}).rows.front() == std::vector<std::string>{"1", "8"});
}

}  // namespace
}  // namespace llmsize::test

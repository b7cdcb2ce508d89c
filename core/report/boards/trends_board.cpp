// SPDX-License-Identifier: Apache-2.0
// The Trends page: where models, GPU memory and storage are going.
#include "core/quantity/print.hpp"
#include "core/report/boards/around.hpp"
#include "core/report/boards/boards.hpp"
#include "core/report/boards/words.hpp"
#include "core/report/pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace llmsize {
namespace {

constexpr std::string_view year_key = "trend.year";

double year_of(const Entry& entry) {
  double year = absent;
  for (const auto& [word, text] : entry.words)
    if (word == "year") std::from_chars(text.data(), text.data() + text.size(), year);
  return year;
}

/// A line of a result over the years, dashed because it is extrapolated.
Plot::Series line(const Around& around, std::string title, std::string_view id, Hue hue, Plot::Stroke stroke) {
  Plot::Series series{std::move(title), hue, stroke, false, false, {}};
  const double first = around.input("trend.base_year"), last = around.input(year_key);
  for (double year = first; year <= last; ++year) {
    const Moves moves{{year_key, year}};
    Plot::Point point{year, around.result(id, moves)};
    if (is_absent(point.y)) continue;
    point.source = around.source(id, moves);
    if (year == last) point.label = pretty(point.y, id == "trend.gpu_memory" ? Unit::bytes : Unit::count);
    if (year == last || year == first) point.mark = Plot::Mark::open;
    series.points.push_back(std::move(point));
  }
  return series;
}

void fit(Plot& plot) {
  double left = absent, right = absent, low = absent, high = absent;
  for (const Plot::Series& series : plot.series)
    for (const Plot::Point& point : series.points) {
      left = left <= point.x ? left : point.x, right = right >= point.x ? right : point.x;
      low = low <= point.y ? low : point.y, high = high >= point.y ? high : point.y;
    }
  plot.x.low = left - 0.3, plot.x.high = right + 0.3;
  plot.y.low = low / 2, plot.y.high = high * 2;
  plot.x = with_ticks(std::move(plot.x));
  plot.y = with_ticks(std::move(plot.y));
}

/// Why there is no trend, or nothing.
std::string untrended(const Around& around, std::string_view id) {
  if (const double years = around.result("trend.years"); is_absent(years))
    return "Add a model that has a year, or a base year, to the inputs.";
  if (!(around.result("trend.years") > 0)) return "The year is not after the base year; choose a later one.";
  if (const std::string needs = around.needs(id); !needs.empty()) return missing_sentence(needs);
  return {};
}

std::string years_text(const Around& around) {
  return fmt::format("from {} to {}, extrapolated", around.shown("trend.base_year"), around.shown(year_key));
}

Chart wall_chart(const Around& around) {
  Chart chart{"trends.wall", "The memory wall", "Parameters of the largest models, and GPUs that hold their states", Plot{}};
  chart.wide = true;
  chart.empty = untrended(around, "trend.gpus");
  if (!chart.empty.empty()) return chart;
  Plot plot;
  plot.x = {"year", Unit::year, false, 0, 1, {}};
  plot.y = {"parameters, GPUs", Unit::count, true, 0, 1, {}};
  plot.series.push_back(line(around, "parameters", "trend.parameters", Hue::cpu, Plot::Stroke::dashed));
  plot.series.push_back(line(around, "GPUs to hold the states", "trend.gpus", Hue::gpu, Plot::Stroke::dashed));
  fit(plot);
  const double first = around.result("trend.gpus", {{year_key, around.input("trend.base_year")}});
  chart.title = fmt::format(
      "In {} a model of its rank would fill {} GPUs instead of {}", around.shown(year_key), around.shown("trend.gpus"),
      pretty(first, Unit::count));
  chart.subtitle += ", " + years_text(around);
  chart.body = std::move(plot);
  return chart;
}

Chart memory_chart(const Around& around) {
  Chart chart{"trends.memory", "GPU memory over years", "Memory of accelerators of the catalog, and the trend", Plot{}};
  chart.empty = untrended(around, "trend.gpu_memory");
  if (!chart.empty.empty()) return chart;
  Plot plot;
  plot.x = {"year", Unit::year, false, 0, 1, {}};
  plot.y = {"GPU memory", Unit::bytes, true, 0, 1, {}};
  Plot::Series devices{"accelerators of the catalog", Hue::waiting, Plot::Stroke::none, false, false, {}};
  for (const std::string_view id : around.catalog().ids("accelerators")) {
    const Entry& entry = around.catalog().entry("accelerators", id);
    const Fact* memory = entry.find("accelerator.memory_label");
    if (!memory || !memory->number || is_absent(year_of(entry))) continue;
    Plot::Point point{year_of(entry), *memory->number};
    point.mark = Plot::Mark::dot;
    point.label = entry.name;
    devices.points.push_back(std::move(point));
  }
  if (!devices.points.empty()) plot.series.push_back(std::move(devices));
  plot.series.push_back(line(around, "trend", "trend.gpu_memory", Hue::gpu, Plot::Stroke::dashed));
  fit(plot);
  chart.title = fmt::format(
      "GPU memory would reach {} by {}, while models grow {} a year", around.shown("trend.gpu_memory"), around.shown(year_key),
      pretty(around.input("trend.model_growth"), Unit::count) + "-fold");
  chart.subtitle += ", " + years_text(around);
  chart.body = std::move(plot);
  return chart;
}

Chart storage_chart(const Around& around) {
  Chart chart{"trends.storage", "Demand for storage", "Growth of demand since the base year", Plot{}};
  chart.empty = untrended(around, "trend.bandwidth_factor");
  if (!chart.empty.empty()) return chart;
  Plot plot;
  plot.x = {"year", Unit::year, false, 0, 1, {}};
  plot.y = {"times the base year", Unit::count, true, 0, 1, {}};
  plot.series.push_back(line(around, "GPUs", "trend.memory_wall", Hue::gpu, Plot::Stroke::dashed));
  plot.series.push_back(line(around, "bandwidth", "trend.bandwidth_factor", Hue::shared, Plot::Stroke::dashed));
  plot.series.push_back(line(around, "capacity", "trend.capacity_factor", Hue::nvme, Plot::Stroke::dash_dot));
  fit(plot);
  chart.title = fmt::format(
      "Storage demand grows {} times in bandwidth, {} in capacity", pretty(around.result("trend.bandwidth_factor"), Unit::count),
      pretty(around.result("trend.capacity_factor"), Unit::count));
  chart.subtitle += ", " + years_text(around);
  chart.body = std::move(plot);
  return chart;
}

Figure times_figure(const Around& around, std::string label, std::string_view id, std::string qualifier) {
  Figure times = figure(around, std::move(label), id, std::move(qualifier));
  if (times.value == "–") return times;
  times.value = pretty(around.result(id), Unit::count);
  times.unit = "times";
  return times;
}

}  // namespace

Board trends_board(const Subject& subject, const Catalog& catalog) {
  const Around around(subject.scenario, catalog);
  Board board;
  board.id = "trends";
  board.title = title(around.plan());
  const std::string since = fmt::format("since {}", around.shown("trend.base_year"));
  board.figures = {
      figure(
          around, "Parameters", "trend.parameters",
          fmt::format("{} in {}", around.shown("model.parameters"), around.shown("trend.base_year"))),
      figure(around, "GPUs", "trend.gpus", fmt::format("of {} each", around.shown("trend.gpu_memory"))),
      times_figure(around, "Memory wall", "trend.memory_wall", since),
      times_figure(around, "Storage bandwidth", "trend.bandwidth_factor", since),
      times_figure(around, "Storage capacity", "trend.capacity_factor", since)};
  board.charts = {wall_chart(around), memory_chart(around), storage_chart(around)};
  if (const std::string& why = board.charts.front().empty; !why.empty()) {
    board.verdict = Board::Verdict::incomplete;
    board.verdict_label = "Inputs incomplete";
    board.sentence = why;
  } else {
    board.verdict = Board::Verdict::just;
    board.verdict_label = "Extrapolated";
    board.sentence = fmt::format(
        "{}; {}.", board.charts.front().title,
        around.input("trend.memory_growth") < around.input("trend.model_growth") ? "GPU memory grows more slowly than models"
                                                                                 : "GPU memory keeps up with models");
    board.summary = fmt::format(
        "{} parameters in {} · {} GPUs of {}", around.shown("trend.parameters"), around.shown(year_key), around.shown("trend.gpus"),
        around.shown("trend.gpu_memory"));
  }
  return board;
}

}  // namespace llmsize

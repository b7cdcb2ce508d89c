// SPDX-License-Identifier: Apache-2.0
// The Trends page: where models, GPU memory and storage are going.
#include "core/quantity/print.hpp"
#include "core/report/boards/around.hpp"
#include "core/report/boards/boards.hpp"
#include "core/report/boards/trends_catalog.hpp"
#include "core/report/boards/words.hpp"
#include "core/report/pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

constexpr std::string_view year_key = "trend.year", base_key = "trend.base_year";

/// A line of a result over the years, dashed because it is extrapolated.
Plot::Series line(const Around& around, std::string title, std::string_view id, Hue hue, Plot::Stroke stroke) {
  Plot::Series series{std::move(title), hue, stroke, false, false, {}};
  const double first = around.input(base_key), last = around.input(year_key);
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

/// "base year 2020; dashed: carried on to 2023, not data".
std::string years_text(const Around& around) {
  return fmt::format("base year {}; dashed: carried on to {}, not data", around.shown(base_key), around.shown(year_key));
}

/// Things of the catalog as grey dots, some of them by name.
Plot::Series dots_of(std::string title, const std::vector<Dated>& all, const std::vector<Dated>& named) {
  Plot::Series dots{std::move(title), Hue::waiting, Plot::Stroke::none, false, false, {}};
  for (const Dated& each : all) {
    Plot::Point point{each.year, each.amount};
    point.mark = Plot::Mark::dot;
    if (std::any_of(named.begin(), named.end(), [&](const Dated& other) { return other.id == each.id; })) point.label = each.name;
    dots.points.push_back(std::move(point));
  }
  return dots;
}

/// The largest model of every year, on the accelerator that then had most memory: how many of them hold its states.
Plot::Series filled_gpus(const Around& around) {
  Plot::Series marks{"largest model of a year on the largest GPU", Hue::waiting, Plot::Stroke::none, false, false, {}};
  const std::vector<Dated> devices = dated_accelerators(around.catalog());
  for (const Dated& model : largest_by_year(dated_models(around.catalog()))) {
    const Dated* device = nullptr;
    for (const Dated& each : devices)
      if (each.year <= model.year && (!device || each.amount > device->amount)) device = &each;
    if (!device) continue;
    const std::string year = text_of(base_key, model.year);
    Scenario then;
    for (const auto& [key, text] :
         Changes{{"model", model.id}, {"accelerator.id", device->id}, {std::string(base_key), year}, {std::string(year_key), year}})
      then.set(key, text, Giver{"catalog"});
    then.set("memory.recipe", around.word("memory.recipe"), Giver{"scenario"});
    Plot::Point point{model.year, Around(then, around.catalog()).result("trend.gpus")};
    if (is_absent(point.y)) continue;
    point.mark = Plot::Mark::dot;
    point.label = fmt::format("{}: {}", model.name, pretty(point.y, Unit::count));
    marks.points.push_back(std::move(point));
  }
  return marks;
}

Plot years_plot(std::string title, Unit unit) {
  Plot plot;
  plot.x = {"year", Unit::year, false, 0, 1, {}};
  plot.y = {std::move(title), unit, true, 0, 1, {}};
  return plot;
}

Chart wall_chart(const Around& around) {
  Chart chart{"trends.wall", "The memory wall", "GPUs that hold the training states of the largest model", Plot{}};
  chart.wide = true;
  chart.empty = untrended(around, "trend.gpus");
  if (!chart.empty.empty()) return chart;
  Plot plot = years_plot("GPUs needed", Unit::count);
  if (Plot::Series marks = filled_gpus(around); !marks.points.empty()) plot.series.push_back(std::move(marks));
  plot.series.push_back(line(around, "by trend", "trend.gpus", Hue::gpu, Plot::Stroke::dashed));
  fit(plot);
  const double first = around.result("trend.gpus", {{year_key, around.input(base_key)}});
  chart.title = fmt::format(
      "Carried on from {}, the largest model of {} would fill {} GPUs instead of {}", around.shown(base_key), around.shown(year_key),
      around.shown("trend.gpus"), pretty(first, Unit::count));
  chart.subtitle += "; " + years_text(around);
  chart.body = std::move(plot);
  return chart;
}

Chart parameters_chart(const Around& around) {
  Chart chart{"trends.parameters", "Parameters over years", "Parameters of models of the catalog, and the trend", Plot{}};
  chart.empty = untrended(around, "trend.parameters");
  if (!chart.empty.empty()) return chart;
  Plot plot = years_plot("parameters", Unit::count);
  const std::vector<Dated> models = dated_models(around.catalog());
  if (!models.empty()) plot.series.push_back(dots_of("models", models, records(models)));
  plot.series.push_back(line(around, "trend", "trend.parameters", Hue::cpu, Plot::Stroke::dashed));
  fit(plot);
  chart.title = fmt::format(
      "Models that grow {}-fold a year would have {} parameters in {}", pretty(around.input("trend.model_growth"), Unit::count),
      around.shown("trend.parameters"), around.shown(year_key));
  chart.subtitle += "; " + years_text(around);
  chart.body = std::move(plot);
  return chart;
}

Chart memory_chart(const Around& around) {
  Chart chart{"trends.memory", "GPU memory over years", "Memory of accelerators of the catalog, and the trend", Plot{}};
  chart.empty = untrended(around, "trend.gpu_memory");
  if (!chart.empty.empty()) return chart;
  Plot plot = years_plot("GPU memory", Unit::bytes);
  const std::vector<Dated> devices = dated_accelerators(around.catalog());
  if (!devices.empty()) plot.series.push_back(dots_of("accelerators", devices, records(devices)));
  plot.series.push_back(line(around, "trend", "trend.gpu_memory", Hue::gpu, Plot::Stroke::dashed));
  fit(plot);
  chart.title = fmt::format(
      "GPU memory that grows {}-fold a year would reach {} in {}", pretty(around.input("trend.memory_growth"), Unit::ratio),
      around.shown("trend.gpu_memory"), around.shown(year_key));
  chart.subtitle += "; " + years_text(around);
  chart.body = std::move(plot);
  return chart;
}

Chart storage_chart(const Around& around) {
  Chart chart{"trends.storage", "Demand for storage", "Demand as a multiple of the base year's", Plot{}};
  chart.empty = untrended(around, "trend.bandwidth_factor");
  if (!chart.empty.empty()) return chart;
  Plot plot = years_plot("times the base year", Unit::count);
  plot.series.push_back(line(around, "bandwidth", "trend.bandwidth_factor", Hue::shared, Plot::Stroke::dashed));
  plot.series.push_back(line(around, "capacity", "trend.capacity_factor", Hue::nvme, Plot::Stroke::dash_dot));
  fit(plot);
  chart.title = fmt::format(
      "From {} to {} storage needs {} times the bandwidth, {} times the capacity", around.shown(base_key), around.shown(year_key),
      pretty(around.result("trend.bandwidth_factor"), Unit::ratio), pretty(around.result("trend.capacity_factor"), Unit::ratio));
  chart.subtitle += "; " + years_text(around);
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
  const std::string since = fmt::format("since {}", around.shown(base_key));
  board.figures = {
      figure(
          around, "Parameters", "trend.parameters",
          fmt::format("in {}, {} in {}", around.shown(year_key), around.shown("model.parameters"), around.shown(base_key))),
      figure(around, "GPUs needed", "trend.gpus", fmt::format("of {} each", around.shown("trend.gpu_memory"))),
      times_figure(around, "Memory wall", "trend.memory_wall", since),
      times_figure(around, "Storage bandwidth", "trend.bandwidth_factor", since),
      times_figure(around, "Storage capacity", "trend.capacity_factor", since)};
  board.charts = {wall_chart(around), parameters_chart(around), memory_chart(around), storage_chart(around)};
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

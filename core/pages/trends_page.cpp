// SPDX-License-Identifier: Apache-2.0
// The Trends page: where models, GPU memory and storage are going.
#include "core/pages/pages.hpp"
#include "core/pages/trends_catalog.hpp"
#include "core/quantity/print.hpp"
#include "core/view/around.hpp"
#include "core/view/title.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace llmsize {
namespace {

constexpr InputKey year_key = "trend.year", base_key = "trend.base_year";

/// A line of a result over the years, dashed because it is extrapolated. `said` tells what else is not as the scenario
/// says.
Plot::Series line(
    const Around& around, std::string title, ResultKey id, Hue hue, Plot::Stroke stroke, const std::string& base = {},
    const Moves& said = {}) {
  Plot::Series series{std::move(title), hue, stroke, false, false, {}};
  const double first = around.input(base_key), last = around.input(year_key);
  for (double year = first; year <= last; ++year) {
    Moves moves{{year_key, year}};
    moves.insert(moves.end(), said.begin(), said.end());
    Plot::Point point{year, around.result(id, moves)};
    if (is_absent(point.y)) continue;
    point.source = around.source(id, moves);
    const std::string shown = pretty(point.y, id == "trend.gpu_memory" ? Unit::bytes : Unit::count);
    if (year == first) point.label = base.empty() || id != "trend.gpus" ? base : fmt::format("{}: {}", base, shown);
    if (year == last) point.label = shown;
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
std::string untrended(const Around& around, ResultKey id) {
  if (const double years = around.result("trend.years"); is_absent(years))
    return "Add a model with a release year, or a base year.";
  if (!(around.result("trend.years") > 0)) return "Choose a year after the base year.";
  if (const std::string needs = around.needs(id); !needs.empty()) return missing_sentence(needs);
  return {};
}

/// "base year 2020; dashed: carried on to 2023, not data".
std::string years_text(const Around& around) {
  return fmt::format("base year {}; dashed: extrapolated to {}", around.shown(base_key), around.shown(year_key));
}

/// Things of the catalog as grey dots, some of them by name.
Plot::Series dots_of(std::string title, const std::vector<Dated>& all, const std::vector<Dated>& named) {
  Plot::Series dots{std::move(title), Hue::waiting, Plot::Stroke::none, false, false, {}};
  for (const Dated& each : all) {
    Plot::Point point{each.year, each.amount};
    point.mark = Plot::Mark::dot;
    if (std::any_of(named.begin(), named.end(), [&](const Dated& other) { return other.id == each.id; }))
      point.label = each.name;
    dots.points.push_back(std::move(point));
  }
  return dots;
}

/// All but the one where the trend starts: nothing stands on a chart twice.
std::vector<Dated> all_but(std::vector<Dated> all, const std::string& id) {
  std::erase_if(all, [&](const Dated& each) { return each.id == id; });
  return all;
}

/// GPUs as the scenario's that hold the states of a model, at as many bytes per parameter as the scenario has.
Moves counted_moves(const Around& around, double parameters) {
  return {{year_key, around.input(base_key)}, {"model.parameters_given", std::round(parameters)}};
}

/// The largest other model of every year, all counted as the trend's first point is.
Plot::Series filled_gpus(const Around& around, const std::vector<Dated>& models) {
  Plot::Series marks{"largest model per year", Hue::waiting, Plot::Stroke::none, false, false, {}};
  for (const Dated& model : all_but(largest_by_year(models), around.word("model"))) {
    const Moves moves = counted_moves(around, model.amount);
    Plot::Point point{model.year, around.result("trend.gpus", moves)};
    if (is_absent(point.y)) continue;
    point.mark = Plot::Mark::dot;
    point.label = fmt::format("{}: {}", model.name, pretty(point.y, Unit::count));
    point.source = around.source("trend.gpus", moves);
    marks.points.push_back(std::move(point));
  }
  return marks;
}

/// The last year of the trend of which the catalog tells what came; nothing where all of it lies ahead.
std::optional<Dated> what_came(const Around& around, const std::vector<Dated>& all) {
  std::optional<Dated> last;
  for (const Dated& each : largest_by_year(all))
    if (each.year > around.input(base_key) && each.year <= around.input(year_key)) last = each;
  return last;
}

/// The model that the trend starts from: "GPT-3 175B", or its parameters where nobody named one.
std::string base_model(const Around& around) {
  const std::string name = around.name("model");
  return name.empty() ? fmt::format("{} parameters", around.shown("model.parameters")) : name;
}

/// "GPUs of 85.5 GB (H100 SXM5 80GB)".
std::string gpus_text(const Around& around) {
  const std::string name = around.name("accelerator.id");
  const std::string memory =
      pretty(around.result("trend.gpu_memory", {{year_key, around.input(base_key)}}), Unit::bytes);
  return fmt::format("GPUs of {}{}", memory, name.empty() ? name : fmt::format(" ({})", name));
}

Plot years_plot(std::string title, Unit unit) {
  Plot plot;
  plot.x = {"year", Unit::year, false, 0, 1, {}};
  plot.y = {std::move(title), unit, true, 0, 1, {}};
  return plot;
}

/// GPUs on trend, and those of the largest model that came.
std::string wall_title(const Around& around, const std::vector<Dated>& models, const Moves& same_gpu) {
  const auto at = [&](double year) {
    Moves moves = same_gpu;
    moves.push_back({year_key, year});
    return pretty(around.result("trend.gpus", moves), Unit::count);
  };
  if (const auto came = what_came(around, models))
    return fmt::format(
        "Trend from {}: {} GPUs in {}; largest model of {}, {}: {}", base_model(around), at(came->year), came->year,
        came->year, came->name, pretty(around.result("trend.gpus", counted_moves(around, came->amount)), Unit::count));
  return fmt::format(
      "Trend from {}: {} GPUs in {}, {} in {}", base_model(around), at(around.input(base_key)), around.shown(base_key),
      at(around.input(year_key)), around.shown(year_key));
}

Chart wall_chart(const Around& around, const std::vector<Dated>& models) {
  const std::string_view states = around.input("workload.trains") == 0 ? "weights" : "training states";
  Chart chart{"trends.wall", "The memory wall", fmt::format("GPUs for the {} of a model", states), Plot{}};
  chart.wide = true;
  chart.empty = untrended(around, "trend.gpus");
  if (!chart.empty.empty()) return chart;
  const Moves same_gpu{{"trend.memory_growth", 1}};
  Plot plot = years_plot("GPUs needed", Unit::count);
  if (Plot::Series marks = filled_gpus(around, models); !marks.points.empty()) plot.series.push_back(std::move(marks));
  plot.series.push_back(
      line(around, "on trend", "trend.gpus", Hue::cpu, Plot::Stroke::dashed, base_model(around), same_gpu));
  if (around.input("trend.memory_growth") != 1) {
    Plot::Series growing = line(around, "with growing GPU memory", "trend.gpus", Hue::gpu, Plot::Stroke::dashed);
    growing.points.front().mark = Plot::Mark::none;
    plot.series.push_back(std::move(growing));
  }
  fit(plot);
  chart.title = wall_title(around, models, same_gpu);
  chart.subtitle = fmt::format(
      "{} for the {} of a model, {} per parameter; {}", gpus_text(around), states,
      counted_text(around.result("memory.bytes_per_parameter"), "byte"), years_text(around));
  chart.body = std::move(plot);
  return chart;
}

Chart parameters_chart(const Around& around, const std::vector<Dated>& models) {
  Chart chart{"trends.parameters", "Parameters vs. year", "Parameters of catalog models, and the trend", Plot{}};
  chart.empty = untrended(around, "trend.parameters");
  if (!chart.empty.empty()) return chart;
  Plot plot = years_plot("parameters", Unit::count);
  plot.y.counted = "parameter";
  const std::vector<Dated> others = all_but(models, around.word("model"));
  if (!others.empty()) plot.series.push_back(dots_of("models", others, records(models)));
  plot.series.push_back(line(around, "trend", "trend.parameters", Hue::cpu, Plot::Stroke::dashed, base_model(around)));
  fit(plot);
  if (const auto came = what_came(around, models))
    chart.title = fmt::format(
        "Trend: {} parameters in {}; largest model {}: {}",
        pretty(around.result("trend.parameters", {{year_key, came->year}}), Unit::count), came->year, came->name,
        pretty(came->amount, Unit::count));
  else
    chart.title = fmt::format(
        "Growth {}× per year: {} parameters in {}", pretty(around.input("trend.model_growth"), Unit::count),
        around.shown("trend.parameters"), around.shown(year_key));
  chart.subtitle += "; " + years_text(around);
  chart.body = std::move(plot);
  return chart;
}

Chart memory_chart(const Around& around) {
  Chart chart{"trends.memory", "GPU memory vs. year", "Memory of catalog accelerators, and the trend", Plot{}};
  chart.empty = untrended(around, "trend.gpu_memory");
  if (!chart.empty.empty()) return chart;
  Plot plot = years_plot("GPU memory", Unit::bytes);
  const std::vector<Dated> devices = dated_accelerators(around.catalog());
  if (!devices.empty()) plot.series.push_back(dots_of("accelerators", devices, records(devices)));
  plot.series.push_back(line(around, "trend", "trend.gpu_memory", Hue::gpu, Plot::Stroke::dashed));
  fit(plot);
  if (const auto came = what_came(around, devices))
    chart.title = fmt::format(
        "Trend: {} per GPU in {}; largest GPU {}: {}",
        pretty(around.result("trend.gpu_memory", {{year_key, came->year}}), Unit::bytes), came->year, came->name,
        pretty(came->amount, Unit::bytes));
  else
    chart.title = fmt::format(
        "Growth {}× per year: {} per GPU in {}", pretty(around.input("trend.memory_growth"), Unit::ratio),
        around.shown("trend.gpu_memory"), around.shown(year_key));
  chart.subtitle += "; " + years_text(around);
  chart.body = std::move(plot);
  return chart;
}

Chart storage_chart(const Around& around) {
  Chart chart{"trends.storage", "Storage demand", "Storage demand as a multiple of the base year", Plot{}};
  chart.empty = untrended(around, "trend.bandwidth_factor");
  if (!chart.empty.empty()) return chart;
  Plot plot = years_plot("multiple of the base year", Unit::count);
  plot.series.push_back(line(around, "bandwidth", "trend.bandwidth_factor", Hue::shared, Plot::Stroke::dashed));
  plot.series.push_back(line(around, "capacity", "trend.capacity_factor", Hue::nvme, Plot::Stroke::dash_dot));
  fit(plot);
  chart.title = fmt::format(
      "Storage demand {} to {}: {}× bandwidth, {}× capacity", around.shown(base_key), around.shown(year_key),
      pretty(around.result("trend.bandwidth_factor"), Unit::ratio),
      pretty(around.result("trend.capacity_factor"), Unit::ratio));
  chart.subtitle += "; " + years_text(around);
  chart.body = std::move(plot);
  return chart;
}

/// "trend in 2023; largest model 179B": nobody takes the trend for what came.
std::string parameters_note(const Around& around, const std::optional<Dated>& came) {
  const std::string year = around.shown(year_key);
  if (came && came->year == around.input(year_key))
    return fmt::format("trend in {}; largest model {}", year, pretty(came->amount, Unit::count));
  return fmt::format("trend in {}; {} in {}", year, around.shown("model.parameters"), around.shown(base_key));
}

/// The models that came are set against the trend of their year.
std::string trend_label(const Around& around, const std::optional<Dated>& came) {
  if (!came || came->amount >= around.result("trend.parameters", {{year_key, came->year}})) return "Extrapolated";
  return fmt::format("Trend not met in {}", came->year);
}

Figure times_figure(const Around& around, std::string label, ResultKey id, std::string qualifier) {
  Figure times = figure(around, std::move(label), id, std::move(qualifier));
  if (!times.known) return times;
  times.value = pretty(around.result(id), Unit::count);
  times.unit = "×";
  return times;
}

}  // namespace

Page trends_page(const Subject& subject, const Catalog& catalog) {
  const Around around(subject.scenario, catalog);
  Page page;
  page.id = "trends";
  page.title = title(around.plan());
  page.subtitle = subtitle_of(subject, around);
  const std::string since = fmt::format("since {}", around.shown(base_key));
  // Every model of the catalog is evaluated for its size: once.
  const std::vector<Dated> models = dated_models(around.catalog());
  const std::optional<Dated> came = what_came(around, models);
  page.figures = {
      figure(around, "Parameters", "trend.parameters", parameters_note(around, came)),
      figure(around, "GPUs needed", "trend.gpus", fmt::format("{} per GPU", around.shown("trend.gpu_memory"))),
      times_figure(around, "Memory wall", "trend.memory_wall", since),
      times_figure(around, "Storage bandwidth", "trend.bandwidth_factor", since),
      times_figure(around, "Storage capacity", "trend.capacity_factor", since)};
  page.charts = {
      wall_chart(around, models), parameters_chart(around, models), memory_chart(around), storage_chart(around)};
  const std::string why = page.charts.front().empty;
  if (!why.empty() && !around.knows("trend.years") && around.knows("scaling.optimal_parameters")) {
    page.verdict = Page::Verdict::neutral;
    page.verdict_label = "Scaling laws only";
    page.sentence = fmt::format(
        "Compute-optimal for {}: {} parameters, {} tokens. A trend needs a model with a release year.",
        budget_text(around), around.shown("scaling.optimal_parameters"), around.shown("scaling.optimal_tokens"));
    page.figures = {
        figure(
            around, "Optimal parameters", "scaling.optimal_parameters",
            fmt::format("fit {}", around.word("scaling.fit"))),
        figure(
            around, "Optimal tokens", "scaling.optimal_tokens",
            fmt::format("{} per parameter", around.shown("scaling.tokens_per_parameter"))),
        figure(around, "Loss", "scaling.optimal_loss")};
    std::erase_if(page.charts, [](const Chart& chart) { return !chart.empty.empty(); });
  } else if (!why.empty()) {
    page.verdict = Page::Verdict::incomplete;
    page.verdict_label = "Missing inputs";
    page.sentence = why;
  } else {
    page.verdict = Page::Verdict::just;
    page.verdict_label = trend_label(around, came);
    page.sentence = fmt::format(
        "{}; {}.", page.charts.front().title,
        around.input("trend.memory_growth") < around.input("trend.model_growth")
            ? "GPU memory grows more slowly than models"
            : "GPU memory grows as fast as models");
    page.summary = fmt::format(
        "{} parameters in {} · {} GPUs of {}", around.shown("trend.parameters"), around.shown(year_key),
        around.shown("trend.gpus"), around.shown("trend.gpu_memory"));
  }
  say_once(page.charts);
  add_trends_numbers(around, page);
  offer_explanation(
      page,
      around.knows("scaling.optimal_parameters") ? ResultKey("scaling.optimal_parameters")
                                                 : ResultKey("trend.parameters"),
      subject.scenario);
  return page;
}

const PageKind trends_page_kind{
    .id = "trends",
    .title = "Trends",
    .group = "Evidence",
    .summary = "Growth of models, GPUs and storage",
    .place = 80,
    .make = of_first<trends_page>,
    .inputs = "model scaling",
    .decisions = Decisions::alike(
        {"model", "cluster.system", "trend.base_year", "trend.year", "trend.model_growth", "trend.memory_growth",
         "trend.bandwidth_growth", "trend.capacity_growth"}),
    .icon = R"(<path d="M3 3v14h14M5.500 13l3.500-4 3 2.500L17 5.500M13.500 5.500H17V9"/>)"};

}  // namespace llmsize

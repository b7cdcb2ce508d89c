// SPDX-License-Identifier: Apache-2.0
// How far predictions were from published runs, as the catalog holds both.
#include "core/quantity/print.hpp"
#include "core/quantity/statistics.hpp"
#include "core/validation/calibration.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

constexpr double shaded = 0.2;

struct PublishedRun {
  double measured, predicted;
};

std::vector<PublishedRun> published_runs(const Catalog& catalog) {
  std::vector<PublishedRun> runs;
  const std::optional<Json> document = catalog.document("measurements", "predicted");
  if (!document) return runs;
  for (const Json& run : document->at("runs"))
    runs.push_back({run.at("measured").get<double>(), run.at("predicted").get<double>()});
  return runs;
}

/// A line along which predictions are the measured times by a factor.
Plot::Series line_by(std::string title, double factor, double low, double high, Plot::Stroke stroke) {
  Plot::Series series{std::move(title), Hue::waiting, stroke, false, false, {}};
  for (const double x : {low, high}) series.points.push_back({x, x * factor});
  return series;
}

}  // namespace

Chart parity_chart(const Catalog& catalog) {
  Chart chart{
      "calibration.parity", "Predictions vs. published runs", "Step time in seconds, predicted vs. measured", Plot{}};
  const std::vector<PublishedRun> runs = published_runs(catalog);
  if (runs.empty()) {
    chart.empty = "The catalog has no published runs.";
    return chart;
  }
  Plot plot;
  double low = runs.front().measured, high = low;
  std::vector<double> errors;
  Plot::Series dots{"published runs", Hue::gpu, Plot::Stroke::none, false, false, {}};
  for (const PublishedRun& run : runs) {
    low = std::min({low, run.measured, run.predicted});
    high = std::max({high, run.measured, run.predicted});
    errors.push_back(std::abs(run.predicted / run.measured - 1));
    Plot::Point point{run.measured, run.predicted};
    point.mark = Plot::Mark::dot;
    dots.points.push_back(std::move(point));
  }
  plot.x = with_ticks({"measured", Unit::seconds, true, low / 1.3, high * 1.3, {}});
  plot.y = with_ticks({"predicted", Unit::seconds, true, low / 1.3, high * 1.3, {}});
  plot.series = {
      line_by("20% longer", 1 + shaded, plot.x.low, plot.x.high, Plot::Stroke::none),
      line_by("20% shorter", 1 - shaded, plot.x.low, plot.x.high, Plot::Stroke::none),
      line_by("", 1, plot.x.low, plot.x.high, Plot::Stroke::dashed), std::move(dots)};
  plot.areas = {{0, 1}};
  chart.title = fmt::format(
      "Median absolute error {1} on {0} published runs", pretty(static_cast<double>(runs.size()), Unit::count),
      share_text(median(errors)));
  chart.subtitle += "; shaded: within 20%";
  chart.body = std::move(plot);
  return chart;
}

}  // namespace llmsize

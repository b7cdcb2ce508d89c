// SPDX-License-Identifier: Apache-2.0
// Training time against nodes with the same split of the model.
#include "core/answer/certain_time.hpp"
#include "core/pages/size_charts.hpp"
#include "core/pages/sizes.hpp"
#include "core/quantity/print.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

constexpr std::string_view subtitle = "Time to train vs. nodes, same parallelism; open marks: valid sizes";

std::string days(double seconds) { return pretty(seconds, Unit::seconds); }

std::string title(const Around& around, const std::string& why) {
  const std::string nodes = counted_text(around.input("cluster.nodes"), "node");
  const double time = around.result("training.calendar_time"), deadline = around.input("goal.deadline");
  if (!why.empty()) return fmt::format("{}: {}, but {}", nodes, days(time), why);
  if (is_absent(deadline)) return fmt::format("{}: {} to train", nodes, days(time));
  if (time > deadline) return fmt::format("{}: P50 {} late", nodes, time_beside(time - deadline, deadline));
  if (const double late = time_at(around.plan(), "p80"); late > deadline)
    return fmt::format(
        "{}: P50 {} early, P80 {} late", nodes, time_beside(deadline - time, deadline),
        time_beside(late - deadline, deadline));
  return fmt::format("{}: P50 {} early", nodes, time_beside(deadline - time, deadline));
}

}  // namespace

Plot::Series time_series(const Subject& subject, const Around& around, Hue hue) {
  return sizes_line(
      around, sizes_of(subject, around, "training.calendar_time").possible, "training.calendar_time", hue);
}

void fit_axes(Plot& plot) {
  double left = absent, right = absent, low = absent, high = absent;
  const auto grow = [](double& least, double& most, double value) {
    if (!(least <= value)) least = value;
    if (!(most >= value)) most = value;
  };
  for (const Plot::Series& series : plot.series)
    for (const Plot::Point& point : series.points) {
      grow(left, right, point.x);
      grow(low, high, point.y);
      if (point.high > point.low) grow(low, high, point.low), grow(low, high, point.high);
    }
  for (const Plot::Limit& limit : plot.limits) limit.vertical ? grow(left, right, limit.at) : grow(low, high, limit.at);
  constexpr double room = 1.15;
  plot.x.low = left / room, plot.x.high = right * room;
  plot.y.low = low / room, plot.y.high = high * room;
  plot.x = with_ticks(std::move(plot.x));
  plot.y = with_ticks(std::move(plot.y));
}

Chart sizes_chart(const Subject& subject, const Around& around, ResultKey id, Chart chart) {
  chart.empty = obstacle(subject, around, id).sentence;
  if (chart.empty.empty() && is_absent(around.input("node.gpus"))) chart.empty = missing_sentence("a system");
  if (!chart.empty.empty()) return chart;
  const Sizes sizes = sizes_of(subject, around, id);
  Plot plot;
  const std::string system = around.name("cluster.system");
  plot.x = {"nodes", Unit::count, true, 0, 1, {}, system, {}, "node"};
  plot.y = {std::string(result_row(id).about->title), result_row(id).about->unit, true, 0, 1, {}};
  plot.y.title = lower_first(plot.y.title);
  plot.series.push_back(sizes_line(around, sizes.possible, id, Hue::gpu));
  if (Plot::Series crosses = crosses_of(sizes.impossible); !crosses.points.empty())
    plot.series.push_back(std::move(crosses));
  if (Plot::Series best = replanned_line(subject, around, sizes.possible, id); best.points.size() > 1)
    plot.series.push_back(std::move(best));
  std::vector<double> marked;
  for (const Plot::Series& series : plot.series)
    for (const Plot::Point& point : series.points)
      if (point.mark == Plot::Mark::open) marked.push_back(point.x);
  plot.x.ticks = node_ticks(std::move(marked), around.input("cluster.nodes"));
  fit_axes(plot);
  chart.body = std::move(plot);
  return chart;
}

Chart time_chart(const Subject& subject, const Around& around) {
  Chart chart = sizes_chart(
      subject, around, "training.calendar_time",
      {"size.time", "Time to train vs. nodes", std::string(subtitle), Plot{}});
  if (!chart.empty.empty()) return chart;
  Plot& plot = std::get<Plot>(chart.body);
  if (const double deadline = around.input("goal.deadline"); !is_absent(deadline)) {
    plot.limits.push_back({"deadline", deadline, false, Hue::limit, days(deadline)});
    fit_axes(plot);
  }
  const auto range = around.range("training.calendar_time");
  chart.title = title(around, why_not_here(around, around.at({})));
  chart.subtitle += range ? ", P10–P90 band" : "; no range, all inputs are exact";
  chart.view = "Time";
  if (Chart cost = cost_chart(subject, around); cost.empty.empty()) chart.views.push_back(std::move(cost));
  return chart;
}

}  // namespace llmsize

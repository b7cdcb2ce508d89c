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

std::string days(double seconds) { return pretty(seconds, Unit::seconds); }

std::string title(const Around& around, const std::string& why) {
  const std::string nodes = counted_text(around.result("planning.nodes"), "node");
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

/// "3 nodes do not fit; 5 nodes: 162 days": the fewest that do, where the scenario's own cannot be.
std::string title_of_others(const Around& around, const Plot& plot) {
  const double nodes = around.result("planning.nodes");
  const Plot::Point& first = plot.series.front().points.front();
  return fmt::format(
      "{} {} not fit; {}: {}", counted_text(nodes, "node"), nodes == 1 ? "does" : "do", counted_text(first.x, "node"),
      days(first.y));
}

}  // namespace

Plot::Series time_series(const Subject& subject, const Around& around, Hue hue) {
  constexpr ResultKey id = "training.calendar_time";
  if (const auto planned = planned_sizes(subject, around); !planned.empty()) return planned_line(planned, id, hue);
  return sizes_line(around, sizes_of(subject, around, id).possible, id, hue);
}

std::string_view sizes_words(const std::vector<PlannedSize>& sizes) {
  return sizes.empty() ? "same parallelism; open marks: valid sizes" : "planned layout per size";
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

/// Lines, marks and crosses of sizes.
std::vector<Plot::Series> series_of(
    const Subject& subject, const Around& around, const std::vector<PlannedSize>& planned, ResultKey id) {
  if (!planned.empty()) return {planned_line(planned, id, Hue::gpu)};
  const Sizes sizes = sizes_of(subject, around, id);
  std::vector<Plot::Series> all{sizes_line(around, sizes.possible, id, Hue::gpu)};
  if (Plot::Series crosses = crosses_of(sizes.impossible); !crosses.points.empty()) all.push_back(std::move(crosses));
  return all;
}

/// The nodes that the model states need, where they are not far below the others.
void add_states_limit(const Subject& subject, const Around& around, Plot& plot) {
  const double states = around.result("capacity.nodes_states");
  if (is_unplanned(subject)) return;
  if (states > 1 && states >= around.result("planning.nodes") / 4)
    plot.limits.push_back({"model states", states, true, Hue::limit, counted_text(states, "node")});
}

/// Whether other sizes show a result that the scenario's own has not, as no layout fits it.
bool others_fit(const Subject& subject, const std::vector<PlannedSize>& sizes, ResultKey id) {
  return is_unplanned(subject) && std::any_of(sizes.begin(), sizes.end(), [&](const PlannedSize& each) {
           return each.planned && each.planned->knows(id);
         });
}

Chart sizes_chart(
    const Subject& subject, const Around& around, const std::vector<PlannedSize>& sizes, ResultKey id, Chart chart) {
  if (!others_fit(subject, sizes, id)) chart.empty = obstacle(subject, around, id).sentence;
  if (chart.empty.empty() && is_absent(around.input("node.gpus"))) chart.empty = missing_sentence("a system");
  if (!chart.empty.empty()) return chart;
  Plot plot;
  const std::string system = around.name("cluster.system");
  plot.x = {"nodes", Unit::count, true, 0, 1, {}, system, {}, "node"};
  plot.y = {std::string(result_row(id).about->title), result_row(id).about->unit, true, 0, 1, {}};
  plot.y.title = lower_first(plot.y.title);
  plot.series = series_of(subject, around, sizes, id);
  // What all points have in common is said below the title.
  plot.series.front().title.clear();
  if (!sizes.empty()) plot.track = 0;
  std::vector<double> marked;
  for (const Plot::Series& series : plot.series)
    for (const Plot::Point& point : series.points)
      if (point.mark == Plot::Mark::open) marked.push_back(point.x);
  if (is_unplanned(subject)) {
    const double nodes = around.result("planning.nodes");
    plot.limits.push_back({"no layout fits", nodes, true, Hue::error, counted_text(nodes, "node")});
  }
  add_states_limit(subject, around, plot);
  plot.x.ticks = node_ticks(std::move(marked), around.result("planning.nodes"));
  fit_axes(plot);
  chart.body = std::move(plot);
  return chart;
}

Chart time_chart(const Subject& subject, const Around& around, const std::vector<PlannedSize>& sizes) {
  Chart chart = sizes_chart(
      subject, around, sizes, "training.calendar_time",
      {"size.time", "Time to train vs. nodes", fmt::format("Time to train vs. nodes, {}", sizes_words(sizes)), Plot{}});
  if (!chart.empty.empty()) return chart;
  Plot& plot = std::get<Plot>(chart.body);
  if (const double deadline = around.input("goal.deadline"); !is_absent(deadline)) {
    plot.limits.push_back({"deadline", deadline, false, Hue::limit, days(deadline), false, "goal.deadline"});
    fit_axes(plot);
  }
  const auto range = around.range("training.calendar_time");
  chart.title =
      is_unplanned(subject) ? title_of_others(around, plot) : title(around, why_not_here(around, around.at({})));
  chart.subtitle += range ? ", P10–P90 band" : "; no range, all inputs are exact";
  if (is_unplanned(subject)) return chart;
  chart.view = "Time";
  if (Chart cost = cost_chart(subject, around, sizes); cost.empty.empty()) chart.views.push_back(std::move(cost));
  return chart;
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// What the planner tried: times over nodes, memory and ranks of the best.
#include "core/pages/layout_charts.hpp"

#include "core/pages/size_charts.hpp"
#include "core/pages/sizes.hpp"
#include "core/quantity/print.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

constexpr std::size_t most_bars = 7;
constexpr double most_times_slower = 8;

/// The best layouts of a plan as points over its nodes. `from` is the scenario that the changes of their sources start
/// from.
void add_layouts(
    const LayoutPlan& plan, const Scenario& from, ResultKey id, std::size_t most, std::vector<Plot::Point>& points) {
  Once values(plan.space.base.values, dependents());
  for (std::size_t i = 0; i < plan.search.best.size() && i < most; ++i) {
    const Candidate& candidate = plan.search.best[i];
    values.change(plan.space.changes_of(candidate.layout));
    Plot::Point point{plan.nodes, finite_or_absent(result_row(id).value(values))};
    if (is_absent(point.y)) continue;
    point.source = {std::string(id), changes_to(from, plan.with(candidate))};
    points.push_back(std::move(point));
  }
}

/// Some of all layouts that a search timed, as points over its nodes: those that fit and those that do not. A step
/// lasts as long as the training has steps, whatever the layout, so that one layout's times tell those of all others.
void add_sample(const LayoutPlan& plan, ResultKey id, Plot::Series& fitting, Plot::Series& too_large) {
  if (!plan.found()) return;
  Once values(plan.space.base.values, dependents());
  const Candidate& best = plan.search.best.front();
  values.change(plan.space.changes_of(best.layout));
  const double each = finite_or_absent(result_row(id).value(values)) / best.pace();
  if (is_absent(each)) return;
  for (const Tried& tried : plan.search.sample) {
    Plot::Point point{plan.nodes, each * tried.pace()};
    point.mark = Plot::Mark::dot;
    (tried.fits ? fitting : too_large).points.push_back(std::move(point));
  }
}

/// What lies far above the front would press it flat.
void cut_above(Plot::Series& cloud, double highest) {
  std::erase_if(cloud.points, [&](const Plot::Point& point) { return point.y > highest; });
}

std::string front_title(const Subject& subject, const Around& around) {
  const std::string nodes = counted_text(around.input("cluster.nodes"), "node");
  const double deadline = around.input("goal.deadline"), time = around.result("training.calendar_time");
  if (time > deadline) return fmt::format("No layout of {} meets the deadline", nodes);
  if (time <= deadline && !subject.said.find("cluster.nodes"))
    return fmt::format("{} meet the deadline {} early", nodes, time_beside(deadline - time, deadline));
  return fmt::format("{} is fastest on {}", split_text(around), nodes);
}

std::string memory_title(bool planned, double whole, double total, double capacity) {
  if (total > capacity)
    return fmt::format(
        "GPU memory exceeded: {}, {} over", used_text(total, capacity, Unit::memory),
        pretty(total - capacity, Unit::memory));
  if (whole > capacity) return fmt::format("Does not fit with PP 1: {} per GPU", pretty(whole, Unit::memory));
  const std::string layout = planned ? "Fastest layout" : "This layout";
  if (is_absent(capacity)) return fmt::format("{}: {} of GPU memory", layout, pretty(total, Unit::memory));
  return fmt::format("{}: {} of GPU memory", layout, share_text(total / capacity));
}

/// A layout in the list: its parallelism, and what else differs from the best: "TP 4 · PP 7, ZeRO 2"; where much
/// differs, "PP 7, ZeRO 2, VPP 7". DP follows from the other degrees.
std::string row_name(const Around& one, const Around& best) {
  std::string text = fmt::format("PP {}", one.shown("layout.pipeline"));
  const auto add = [&](std::string_view before, std::string_view name, const std::string& value,
                       const std::string& other) {
    if (value != other) text += fmt::format("{}{} {}", before, name, value);
  };
  add(" · ", "CP", one.shown("layout.context"), best.shown("layout.context"));
  add(" · ", "EP", one.shown("layout.expert"), best.shown("layout.expert"));
  add(", ", "ZeRO", one.word("layout.zero"), best.word("layout.zero"));
  const auto again = [](const Around& each) { return recompute_word(each.plan()); };
  add(", ", "recompute", again(one), again(best));
  if (one.input("layout.pipeline") > 1)
    add(", ", "VPP", one.shown("layout.interleave"), best.shown("layout.interleave"));
  add(", ", "MBS", one.shown("layout.micro_batch"), best.shown("layout.micro_batch"));
  const bool much =
      std::count(text.begin(), text.end(), ',') > 1 && one.shown("layout.tensor") == best.shown("layout.tensor");
  return much ? text : fmt::format("TP {} · {}", one.shown("layout.tensor"), text);
}

}  // namespace

Chart front_chart(const Subject& subject, const Around& around) {
  Chart chart{"layout.front", "Searched layouts", "Time vs. nodes; gray: a sample of the layouts searched", Plot{}};
  chart.empty = unranked(subject, around);
  if (!chart.empty.empty()) return chart;
  const ResultKey id = whole_time(around);
  const double chosen = around.input("cluster.nodes");
  Plot plot;
  plot.x = {"nodes", Unit::count, true, 0, 1, {}, {}, {}, "node"};
  plot.y = {id == "training.calendar_time" ? "time to train" : "step time", Unit::seconds, true, 0, 1, {}};
  Plot::Series cloud{"fit", Hue::waiting, Plot::Stroke::none, false, false, {}};
  Plot::Series too_large{"do not fit", Hue::waiting, Plot::Stroke::none, false, true, {}};
  Plot::Series line{"planned layout per size", Hue::gpu, Plot::Stroke::solid, false, false, {}};
  constexpr std::size_t most = 6;
  bool has_chosen = false;
  const auto add = [&](const LayoutPlan& plan) {
    std::vector<Plot::Point> points;
    add_layouts(plan, around.scenario(), id, most, points);
    if (points.empty()) return;
    add_sample(plan, id, cloud, too_large);
    Plot::Point best = points.front();
    points.erase(points.begin());
    for (Plot::Point& point : points) {
      point.mark = Plot::Mark::dot;
      cloud.points.push_back(std::move(point));
    }
    best.mark = plan.nodes == chosen ? Plot::Mark::filled : Plot::Mark::open;
    if (plan.nodes == chosen) {
      has_chosen = true;
      best.callout = fmt::format("{}, {}\n{}", counted_text(chosen, "node"), split_text(around), time_text(best.y));
    }
    line.points.push_back(std::move(best));
  };
  for (const Rung& size : subject.sizes()) add(*size.plan);
  if (!has_chosen) add(*subject.plan());
  std::sort(
      line.points.begin(), line.points.end(), [](const Plot::Point& a, const Plot::Point& b) { return a.x < b.x; });
  std::vector<double> sizes;
  sizes.reserve(line.points.size());
  for (const Plot::Point& point : line.points) sizes.push_back(point.x);
  plot.x.ticks = node_ticks(std::move(sizes), chosen);
  const auto slowest = std::max_element(
      line.points.begin(), line.points.end(), [](const Plot::Point& a, const Plot::Point& b) { return a.y < b.y; });
  for (Plot::Series* each : {&too_large, &cloud}) {
    if (slowest != line.points.end()) cut_above(*each, most_times_slower * slowest->y);
    if (!each->points.empty()) plot.series.push_back(std::move(*each));
  }
  plot.series.push_back(std::move(line));
  if (const double deadline = around.input("goal.deadline"); !is_absent(deadline) && id == "training.calendar_time")
    plot.limits.push_back({"deadline", deadline, false, Hue::limit, time_text(deadline), false, "goal.deadline"});
  fit_axes(plot);
  chart.title = front_title(subject, around);
  chart.body = std::move(plot);
  return chart;
}

Chart layouts_memory_chart(const Subject& subject, const Around& around) {
  Chart chart{
      "layout.memory", "GPU memory, best layouts",
      "GPU memory by layout; rows name the parallelism and other differences from the first", Stack{}};
  chart.empty = layout_obstacle(subject, around, "memory.gpu_total").sentence;
  if (!chart.empty.empty()) return chart;
  Stack stack;
  const double capacity = around.result("memory.gpu_capacity");
  double longest = is_absent(capacity) ? 0 : capacity;
  const auto add = [&](const Around& one) {
    stack.bars.push_back(memory_bar(one, stack.bars.empty() ? split_text(one) : row_name(one, around)));
    longest = std::max(longest, one.result("memory.gpu_total"));
  };
  add(around);
  stack.bars.front().strong = true;
  if (subject.plan() && subject.plan()->found())
    for (std::size_t i = 1; i < subject.plan()->search.best.size() && stack.bars.size() < most_bars - 1; ++i)
      add(around.with(changes_to(around.scenario(), subject.plan()->with(subject.plan()->search.best[i]))));
  // What pipeline stages are good for.
  double whole = absent;
  const double stages = around.input("layout.pipeline");
  if (stages > 1) {
    const Around one = around.with(
        {{"layout.pipeline", "1"},
         {"layout.interleave", "1"},
         {"layout.data", text_of("layout.data", around.input("layout.data") * stages)}});
    whole = one.result("memory.gpu_total");
    add(one);
  }
  if (!is_absent(capacity)) stack.limits.push_back(memory_limit(around));
  // A bar that is far too long would press the others small; it is cut, and its end says how long it is.
  constexpr double most_over = 1.5;
  const double high = 1.05 * longest;
  stack.scale =
      with_ticks({"", Unit::memory, false, 0, is_absent(capacity) ? high : std::min(high, most_over * capacity), {}});
  if (is_unplanned(subject)) chart.subtitle = "GPU memory, layout nearest to fitting";
  chart.title = memory_title(subject.plan() != nullptr, whole, around.result("memory.gpu_total"), capacity);
  chart.body = std::move(stack);
  return chart;
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// Training time against nodes with the same split of the model: more nodes are more copies.
#include "core/quantity/print.hpp"
#include "core/report/boards/size_charts.hpp"
#include "core/report/boards/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace llmsize {
namespace {

constexpr std::string_view subtitle = "Training time against nodes, split as chosen; open marks are possible sizes";
constexpr std::size_t most_marks = 9, most_crosses = 4;

/// So many nodes with the split of the model as it is. Every input that says the number takes its new value.
Moves cluster_of(const Around& around, double nodes) {
  const double gpus = nodes * around.input("node.gpus");
  const double split = around.input("layout.tensor") * around.input("layout.pipeline") * around.input("layout.context");
  Moves moves{{"cluster.nodes", nodes}, {"cluster.gpus", gpus}, {"layout.data", gpus / split}};
  return moves;
}

/// Why so many nodes cannot be used with this split, or nothing.
std::string why_not_here(const Around& around, const Once& values) {
  const double data = values.values().value[find_slot("layout.data")];
  if (std::floor(data) != data || data < 1) return "not with this split";
  return is_estimated(around) ? std::string{} : why_not(values);
}

struct Size {
  double nodes;
  Moves moves;
  double time;
  std::string why;  ///< it cannot be; empty where it can
};

/// Numbers of nodes worth a mark: those of a halved or doubled machine and their steps, of whole copies, and those that were planned.
std::set<double> sizes_to_try(const Subject& subject, const Around& around, double chosen) {
  std::set<double> sizes{chosen};
  for (const double factor : {0.25, 0.375, 0.5, 0.75, 1.5, 2.0, 3.0, 4.0})
    if (std::floor(chosen * factor) == chosen * factor) sizes.insert(chosen * factor);
  for (const double usual : {1.0, 2.0, 4.0, 8.0, 16.0, 24.0, 32.0, 40.0, 48.0, 64.0, 96.0, 128.0, 192.0, 256.0, 384.0, 512.0, 1024.0})
    if (usual >= chosen / 4 && usual <= chosen * 4) sizes.insert(usual);
  const double split = around.input("layout.tensor") * around.input("layout.pipeline") * around.input("layout.context");
  const double copies = chosen * around.input("node.gpus") / split;
  for (double more = std::max(1.0, std::ceil(copies / 4)); more <= copies * 4; more *= 2) {
    const double nodes = more * split / around.input("node.gpus");
    if (std::floor(nodes) == nodes) sizes.insert(nodes);
  }
  for (const LayoutPlan& plan : subject.front)
    if (plan.nodes >= chosen / 4 && plan.nodes <= chosen * 4) sizes.insert(plan.nodes);
  return sizes;
}

/// Keeps the marks that say most: the chosen one, then the nearest to it that lie apart.
std::vector<Size> thinned(std::vector<Size> sizes, double chosen, std::size_t most, double apart) {
  std::sort(sizes.begin(), sizes.end(), [&](const Size& a, const Size& b) {
    return std::abs(std::log(a.nodes / chosen)) < std::abs(std::log(b.nodes / chosen));
  });
  std::vector<Size> kept;
  for (Size& size : sizes) {
    const bool free =
        std::all_of(kept.begin(), kept.end(), [&](const Size& other) { return std::abs(std::log(size.nodes / other.nodes)) >= apart; });
    if (free && kept.size() < most) kept.push_back(std::move(size));
  }
  std::sort(kept.begin(), kept.end(), [](const Size& a, const Size& b) { return a.nodes < b.nodes; });
  return kept;
}

/// The fastest layout of every number of nodes that was planned.
Plot::Series replanned(const Subject& subject, const Around& around, double chosen) {
  Plot::Series best{"best layout per size", Hue::gpu, Plot::Stroke::dashed, false, true, {}};
  for (const LayoutPlan& plan : subject.front) {
    if (!plan.found() || plan.nodes < chosen / 4 || plan.nodes > chosen * 4) continue;
    const Around planned = around.with(changes_to(around.scenario(), plan.with(plan.search.best.front())));
    if (planned.knows("training.time"))
      best.points.push_back({plan.nodes, planned.result("training.time"), 0, 0, Plot::Mark::none, {}, {}, planned.source("training.time")});
  }
  return best;
}

std::string days(double seconds) { return pretty(seconds, Unit::seconds); }

std::string title(const Around& around, const std::optional<std::pair<double, double>>& range) {
  const std::string nodes = counted_text(around.input("cluster.nodes"), "node");
  const bool one = around.input("cluster.nodes") == 1;
  const double time = around.result("training.time"), deadline = around.input("goal.deadline");
  if (is_absent(deadline)) return fmt::format("{} train{} in {}", nodes, one ? "s" : "", days(time));
  if (time > deadline)
    return fmt::format("{} finish{} {} after the deadline", nodes, one ? "es" : "", time_beside(time - deadline, deadline));
  if (range && range->second > deadline)
    return fmt::format(
        "{} meet{} the deadline, but P90 is {} late", nodes, one ? "s" : "", time_beside(range->second - deadline, deadline));
  return fmt::format("{} finish{} {} before the deadline", nodes, one ? "es" : "", time_beside(deadline - time, deadline));
}

/// Sizes that can be and some near the chosen one that cannot.
struct Sizes {
  std::vector<Size> possible, impossible;
};
Sizes sizes_of(const Subject& subject, const Around& around) {
  const double chosen = around.input("cluster.nodes");
  Sizes sizes;
  for (const double nodes : sizes_to_try(subject, around, chosen)) {
    const Moves moves = cluster_of(around, nodes);
    const Once values = around.at(moves);
    Size size{nodes, moves, finite_or_absent(find_result("training.time")->value(values)), {}};
    if (is_absent(size.time)) continue;
    size.why = nodes == chosen ? std::string{} : why_not_here(around, values);
    (size.why.empty() ? sizes.possible : sizes.impossible).push_back(std::move(size));
  }
  sizes.possible = thinned(std::move(sizes.possible), chosen, most_marks, 0.15);
  // A cross says something only where a mark would be expected.
  std::erase_if(sizes.impossible, [&](const Size& size) {
    const auto is_near = [&](const Size& other) { return std::abs(std::log(size.nodes / other.nodes)) < 0.12; };
    return size.nodes < chosen / 2.5 || size.nodes > chosen * 2.5 || std::any_of(sizes.possible.begin(), sizes.possible.end(), is_near);
  });
  sizes.impossible = thinned(std::move(sizes.impossible), chosen, most_crosses, 0.3);
  return sizes;
}

Plot::Series line_of(const Around& around, const std::vector<Size>& possible, Hue hue) {
  Plot::Series line{"same split", hue, Plot::Stroke::solid, false, false, {}};
  for (const Size& size : possible) {
    Plot::Point point{size.nodes, size.time};
    const bool is_chosen = size.nodes == around.input("cluster.nodes");
    const Moves moves = is_chosen ? Moves{} : size.moves;
    const auto range = around.range("training.time", moves);
    if (range) std::tie(point.low, point.high) = *range;
    point.mark = is_chosen ? Plot::Mark::filled : Plot::Mark::open;
    if (is_chosen) {
      const std::string ends = range ? fmt::format(" ({})", range_text(range->first, range->second, Unit::seconds)) : std::string{};
      point.callout = fmt::format("{}\n{}{}", counted_text(size.nodes, "node"), days(size.time), ends);
    }
    point.source = around.source("training.time", moves);
    line.points.push_back(std::move(point));
  }
  return line;
}

Plot::Series crosses_of(const std::vector<Size>& impossible) {
  Plot::Series crosses{{}, Hue::error, Plot::Stroke::none, false, false, {}};
  for (const Size& size : impossible) {
    Plot::Point point{size.nodes, size.time};
    point.mark = Plot::Mark::cross;
    point.label = fmt::format("{}: {}", pretty(size.nodes, Unit::count), size.why);
    crosses.points.push_back(std::move(point));
  }
  return crosses;
}

}  // namespace

Plot::Series time_series(const Subject& subject, const Around& around, Hue hue) {
  return line_of(around, sizes_of(subject, around).possible, hue);
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

Chart time_chart(const Subject& subject, const Around& around) {
  Chart chart{"size.time", "Training time against nodes", std::string(subtitle), Plot{}};
  chart.empty = obstacle(subject, around, "training.time");
  const double chosen = around.input("cluster.nodes");
  if (chart.empty.empty() && is_absent(around.input("node.gpus"))) chart.empty = missing_sentence("a system");
  if (!chart.empty.empty()) return chart;

  const Sizes sizes = sizes_of(subject, around);
  Plot plot;
  const std::string system = around.name("cluster.system");
  plot.x = {system.empty() ? "nodes" : fmt::format("nodes ({})", system), Unit::count, true, 0, 1, {}};
  plot.y = {"training time", Unit::seconds, true, 0, 1, {}};
  plot.series.push_back(line_of(around, sizes.possible, Hue::gpu));
  for (const Size& size : sizes.possible) plot.x.ticks.push_back({size.nodes, pretty(size.nodes, Unit::count)});
  if (Plot::Series crosses = crosses_of(sizes.impossible); !crosses.points.empty()) plot.series.push_back(std::move(crosses));
  if (Plot::Series best = replanned(subject, around, chosen); best.points.size() > 1) plot.series.push_back(std::move(best));
  if (const double deadline = around.input("goal.deadline"); !is_absent(deadline))
    plot.limits.push_back({fmt::format("deadline {}", days(deadline)), deadline});
  fit_axes(plot);
  const auto range = around.range("training.time");
  chart.title = title(around, range);
  chart.subtitle += range ? ", the band is P10 to P90" : "; no range, all inputs are certain";
  chart.body = std::move(plot);
  return chart;
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// Time lost and write bandwidth by checkpoint interval.
#include "core/pages/checkpoint_charts.hpp"
#include "core/quantity/print.hpp"
#include "core/tables/storage_rows.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace llmsize {
namespace {

constexpr double minute = 60, hour = 3600, day = 86400;
constexpr std::size_t samples = 90;
constexpr InputKey interval_key = "checkpoint.interval_given";

/// Lost shares are what goodput leaves.
double lost(double goodput) { return 1 - goodput; }

/// Values from low to high, evenly spread on a logarithmic axis.
std::vector<double> spread(double low, double high, std::size_t count) {
  std::vector<double> all;
  for (std::size_t i = 0; i < count; ++i) all.push_back(low * std::pow(high / low, double(i) / double(count - 1)));
  return all;
}

struct Best {
  double interval, lost;
};

/// Absent where the optimum cannot be set.
Best best_of(const SavingMode& mode) {
  const double interval = mode.around.result("checkpoint.optimal_interval");
  if (!is_settable_interval(interval)) return {absent, absent};
  return {interval, lost(mode.around.result("reliability.goodput", {{interval_key, interval}}))};
}

/// What the scenario does: its interval, given or best, and what its own way to save loses with it.
Best own_of(const SavingMode& mode) {
  return {mode.around.result("checkpoint.interval"), lost(mode.around.result("reliability.goodput"))};
}

bool is_best(const Best& own, const Best& best) { return std::abs(std::log(own.interval / best.interval)) < 0.02; }

/// What the scenario does, and what would be best.
std::string lost_title(const std::vector<SavingMode>& modes) {
  const SavingMode* best = nullptr;
  const SavingMode* own = nullptr;
  for (const SavingMode& mode : modes) {
    if (is_absent(best_of(mode).lost)) continue;
    if (!best || best_of(mode).lost < best_of(*best).lost) best = &mode;
    if (mode.own) own = &mode;
  }
  if (!own) return fmt::format("{} checkpoints lose least time: {}", best->title, share_text(best_of(*best).lost));
  const Best does = own_of(*own), could = best_of(*best);
  const std::string start = fmt::format(
      "{} checkpoints every {} lose {} of the time", own->title, pretty(does.interval, Unit::seconds),
      share_text(does.lost));
  if (could.lost > 0.9 * does.lost) return start + (own == best ? " (lowest)" : " (near the lowest)");
  if (own == best)
    return fmt::format("{}; every {}: {}", start, pretty(could.interval, Unit::seconds), share_text(could.lost));
  return fmt::format("{}; {}: {}", start, lower_first(best->title), share_text(could.lost));
}

/// A mark on a curve that runs from left to right.
void insert(Plot::Series& series, Plot::Point mark) {
  const auto after = std::find_if(
      series.points.begin(), series.points.end(), [&](const Plot::Point& point) { return point.x > mark.x; });
  series.points.insert(after, std::move(mark));
}

/// Filled, with what the scenario loses, on the curve of its own way to save.
void mark_own(const SavingMode& mode, Plot::Series& series) {
  const Best own = own_of(mode);
  if (!is_settable_interval(own.interval) || is_absent(own.lost)) return;
  Plot::Point point{own.interval, own.lost};
  point.mark = Plot::Mark::filled;
  point.callout = fmt::format("every {}\n{} lost", pretty(own.interval, Unit::seconds), share_text(own.lost));
  point.source = mode.around.source("reliability.goodput");
  insert(series, std::move(point));
}

/// Widens an axis of intervals so that one lies well inside.
void take_interval(Scale& x, double interval) {
  if (!is_settable_interval(interval)) return;
  x.low = std::min(x.low, interval / 2);
  x.high = std::max(x.high, interval * 2);
}

Plot::Series lost_series(const SavingMode& mode, const Scale& x, double highest) {
  Plot::Series series{mode.title, mode.hue, mode.stroke, false, false, {}};
  Once values = mode.around.at({});
  const ResultRow& goodput = result_row("reliability.goodput");
  for (const double interval : spread(x.low, x.high, samples)) {
    values.change(interval_key, interval);
    const double share = lost(goodput.value(values));
    if (!(share <= highest)) continue;
    series.points.push_back(
        {interval,
         share,
         0,
         0,
         Plot::Mark::none,
         {},
         {},
         mode.around.source("reliability.goodput", {{interval_key, interval}})});
  }
  const Best best = best_of(mode);
  if (!mode.own || !is_best(own_of(mode), best)) {
    Plot::Point mark{best.interval, best.lost};
    mark.mark = Plot::Mark::open;
    mark.label = fmt::format("{}, {}", pretty(best.interval, Unit::seconds), share_text(best.lost));
    mark.source = mode.around.source("reliability.goodput", {{interval_key, best.interval}});
    insert(series, std::move(mark));
  }
  if (mode.own) mark_own(mode, series);
  return series;
}

std::string bandwidth_title(const Around& around) {
  const double need = around.result("checkpoint.required_bandwidth"), ratio = around.result("checkpoint.supply_ratio");
  const std::string needed = pretty(need, Unit::bandwidth), there = around.shown("tier.store_write_rate");
  if (is_absent(need)) return "Checkpoint write bandwidth";
  if (is_absent(ratio)) return fmt::format("Checkpoint write bandwidth: {} required", needed);
  if (ratio < 1) return fmt::format("Storage too slow: {} write, checkpoints need {}", there, needed);
  if (ratio < 1.25) return fmt::format("No headroom: {} write, checkpoints need {}", there, needed);
  return fmt::format("Checkpoint write bandwidth: {} of {}", needed, there);
}

/// What the scenario's own saves need, as a mark; nothing where that or its interval is not known.
std::optional<Plot::Series> own_need(const Around& around, const std::vector<SavingMode>& modes) {
  const double interval = around.result("checkpoint.interval"), need = around.result("checkpoint.required_bandwidth");
  const auto own = std::find_if(modes.begin(), modes.end(), [](const SavingMode& mode) { return mode.own; });
  if (own == modes.end() || !is_settable_interval(interval) || !(need > 0)) return {};
  Plot::Point point{interval, need};
  point.mark = Plot::Mark::filled;
  point.callout = fmt::format("every {}\n{} required", pretty(interval, Unit::seconds), pretty(need, Unit::bandwidth));
  point.source = around.source("checkpoint.required_bandwidth");
  return Plot::Series{{}, own->hue, Plot::Stroke::none, false, false, {std::move(point)}};
}

}  // namespace

Chart lost_time_chart(const Subject& subject, const Around& around, const std::vector<SavingMode>& modes) {
  Chart chart{
      "checkpoint.lost", "Lost time vs. checkpoint interval",
      "Time lost to stalls, rework and restarts vs. checkpoint interval; open marks: optimal intervals", Plot{}};
  chart.empty = obstacle(subject, around, "reliability.goodput").sentence;
  if (!chart.empty.empty()) return chart;
  Plot plot;
  plot.x = {"checkpoint interval", Unit::seconds, true, 5 * minute, day, {}};
  plot.y = {"time lost", Unit::ratio, false, 0, 0, {}};
  double highest = 0;
  for (const SavingMode& mode : modes) {
    const Best best = best_of(mode);
    if (is_absent(best.lost)) continue;
    take_interval(plot.x, best.interval);
    highest = std::max(highest, 3.2 * best.lost);
    if (!mode.own) continue;
    take_interval(plot.x, own_of(mode).interval);
    highest = std::max(highest, 1.15 * own_of(mode).lost);
  }
  plot.y.high = std::min(1.0, highest);
  for (const SavingMode& mode : modes) {
    if (is_absent(best_of(mode).lost)) continue;
    plot.series.push_back(lost_series(mode, plot.x, plot.y.high));
  }
  plot.x = with_ticks(std::move(plot.x));
  plot.y = with_ticks(std::move(plot.y));
  chart.title = lost_title(modes);
  chart.body = std::move(plot);
  return chart;
}

Chart write_bandwidth_chart(const Subject& subject, const Around& around, const std::vector<SavingMode>& modes) {
  Chart chart{
      "checkpoint.bandwidth", "Required write bandwidth",
      "Shared-storage write bandwidth vs. checkpoint interval, by stall budget", Plot{}};
  chart.empty = obstacle(subject, around, "checkpoint.size").sentence;
  if (!chart.empty.empty()) return chart;
  Plot plot;
  plot.x = {"checkpoint interval", Unit::seconds, true, 10 * minute, 12 * hour, {}};
  plot.y = {"write bandwidth", Unit::bandwidth, true, 1e300, 0, {}};
  take_interval(plot.x, around.result("checkpoint.interval"));
  constexpr ResultKey id = "checkpoint.required_bandwidth";
  const auto line = [&](std::string title, const SavingMode& mode, Plot::Stroke stroke, const Moves& budget) {
    Plot::Series series{std::move(title), mode.hue, stroke, false, false, {}};
    Once values = mode.around.at(budget);
    for (const double interval : spread(plot.x.low, plot.x.high, samples / 3)) {
      values.change(interval_key, interval);
      const double need = result_row(id).value(values);
      if (!std::isfinite(need)) continue;
      Moves moves = budget;
      moves.push_back({interval_key, interval});
      series.points.push_back({interval, need, 0, 0, Plot::Mark::none, {}, {}, mode.around.source(id, moves)});
      plot.y.low = std::min(plot.y.low, need), plot.y.high = std::max(plot.y.high, need);
    }
    plot.series.push_back(std::move(series));
  };
  for (const SavingMode& mode : modes) {
    if (mode.word == "direct") {
      line("direct, 1% stall", mode, Plot::Stroke::solid, {{"goal.save_overhead", 0.01}});
      line("direct, 5% stall", mode, Plot::Stroke::dashed, {{"goal.save_overhead", 0.05}});
      plot.areas.push_back({0, 1});
    } else if (mode.word == "hierarchical") {
      line("hierarchical", mode, mode.stroke, {});
    }
  }
  if (std::optional<Plot::Series> own = own_need(around, modes)) {
    const double need = own->points.front().y;
    plot.y.low = std::min(plot.y.low, need), plot.y.high = std::max(plot.y.high, need);
    plot.series.push_back(std::move(*own));
  }
  const auto limit = [&](std::string title, double rate, Hue hue) {
    plot.limits.push_back({std::move(title), rate, false, hue, pretty(rate, Unit::bandwidth)});
    plot.y.low = std::min(plot.y.low, rate), plot.y.high = std::max(plot.y.high, rate);
  };
  const double own = around.result("tier.store_write_rate");
  if (!is_absent(own)) limit("this storage", own, Hue::limit);
  for (const Guideline& each : guidelines_for(around))
    if (each.write != own) limit(each.title, each.write, Hue::waiting);
  plot.y.low /= 1.5, plot.y.high *= 1.5;
  plot.x = with_ticks(std::move(plot.x));
  plot.y = with_ticks(std::move(plot.y));
  chart.title = bandwidth_title(around);
  chart.body = std::move(plot);
  return chart;
}

}  // namespace llmsize

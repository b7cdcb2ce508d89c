// SPDX-License-Identifier: Apache-2.0
// What the time between saves costs and asks for.
#include "core/quantity/print.hpp"
#include "core/report/boards/checkpoint_charts.hpp"
#include "core/report/boards/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

constexpr double minute = 60, hour = 3600, day = 86400;
constexpr std::size_t samples = 90;
constexpr std::string_view interval_key = "checkpoint.interval_given";

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
Best best_of(const SavingMode& mode) {
  const double interval = mode.around.result("checkpoint.optimal_interval");
  return {interval, lost(mode.around.result("reliability.goodput", {{interval_key, interval}}))};
}

std::string lost_title(const std::vector<SavingMode>& modes) {
  const SavingMode* best = nullptr;
  const SavingMode* own = nullptr;
  for (const SavingMode& mode : modes) {
    if (is_absent(best_of(mode).lost)) continue;
    if (!best || best_of(mode).lost < best_of(*best).lost) best = &mode;
    if (mode.own) own = &mode;
  }
  if (!own || own == best) return fmt::format("{} saves lose least: {} of the time", best->title, share_text(best_of(*best).lost));
  const double ratio = best_of(*best).lost / best_of(*own).lost;
  const std::string from = share_text(best_of(*own).lost), to = share_text(best_of(*best).lost);
  if (ratio > 0.9) return fmt::format("{} saves lose {}, and no other way much less", own->title, from);
  return fmt::format("{} saves would lose {} instead of {}", best->title, to, from);
}

Plot::Series lost_series(const SavingMode& mode, const Scale& x, double highest) {
  Plot::Series series{mode.title, mode.hue, mode.stroke, false, false, {}};
  Once values = mode.around.at({});
  const ResultRow& goodput = *find_result("reliability.goodput");
  const std::size_t slot = find_slot(interval_key);
  for (const double interval : spread(x.low, x.high, samples)) {
    values.change(slot, interval);
    const double share = lost(goodput.value(values));
    if (!(share <= highest)) continue;
    series.points.push_back(
        {interval, share, 0, 0, Plot::Mark::none, {}, {}, mode.around.source("reliability.goodput", {{interval_key, interval}})});
  }
  const Best best = best_of(mode);
  Plot::Point mark{best.interval, best.lost};
  mark.mark = Plot::Mark::filled;
  mark.label = fmt::format("{}, {}", pretty(best.interval, Unit::seconds), share_text(best.lost));
  mark.source = mode.around.source("reliability.goodput", {{interval_key, best.interval}});
  const auto after = std::find_if(series.points.begin(), series.points.end(), [&](const Plot::Point& point) { return point.x > mark.x; });
  series.points.insert(after, std::move(mark));
  return series;
}

/// The interval that the user set, on the curve of the scenario's mode.
void mark_own(const SavingMode& mode, Plot& plot) {
  const double interval = mode.around.input(interval_key);
  if (is_absent(interval)) return;
  const double share = lost(mode.around.result("reliability.goodput"));
  if (!(share <= plot.y.high)) return;
  Plot::Series chosen{{}, mode.hue, Plot::Stroke::none, false, false, {}};
  Plot::Point point{interval, share};
  point.mark = Plot::Mark::open;
  point.callout = fmt::format("every {}\n{} lost", pretty(interval, Unit::seconds), share_text(share));
  point.source = mode.around.source("reliability.goodput");
  chosen.points.push_back(std::move(point));
  plot.series.push_back(std::move(chosen));
}

std::string bandwidth_title(const Around& around) {
  const double need = around.result("checkpoint.required_bandwidth"), ratio = around.result("checkpoint.supply_ratio");
  const std::string needed = pretty(need, Unit::bandwidth), there = around.shown("tier.store_write_rate");
  if (is_absent(need)) return "Write bandwidth that checkpoints need";
  if (is_absent(ratio)) return fmt::format("Checkpoints need {}", needed);
  if (ratio < 1) return fmt::format("{} are too slow: checkpoints need {}", there, needed);
  if (ratio < 1.25) return fmt::format("{} are just enough for the {} that checkpoints need", there, needed);
  return fmt::format("Checkpoints need {} of {}", needed, there);
}

}  // namespace

Chart lost_time_chart(const Subject& subject, const Around& around, const std::vector<SavingMode>& modes) {
  Chart chart{
      "checkpoint.lost", "Lost time against interval", "Time lost to stalls, rework and restarts; marks show the best interval", Plot{}};
  chart.empty = obstacle(subject, around, "reliability.goodput");
  if (!chart.empty.empty()) return chart;
  Plot plot;
  plot.x = {"time between saves", Unit::seconds, true, 5 * minute, day, {}};
  plot.y = {"time lost", Unit::ratio, false, 0, 0, {}};
  double highest = 0;
  for (const SavingMode& mode : modes) {
    const Best best = best_of(mode);
    if (is_absent(best.lost)) continue;
    plot.x.low = std::min(plot.x.low, best.interval / 2);
    plot.x.high = std::max(plot.x.high, best.interval * 2);
    highest = std::max(highest, best.lost);
  }
  plot.y.high = std::min(1.0, 3.2 * highest);
  for (const SavingMode& mode : modes) {
    if (is_absent(best_of(mode).lost)) continue;
    plot.series.push_back(lost_series(mode, plot.x, plot.y.high));
    if (mode.own) mark_own(mode, plot);
  }
  plot.x = with_ticks(std::move(plot.x));
  plot.y = with_ticks(std::move(plot.y));
  chart.title = lost_title(modes);
  chart.body = std::move(plot);
  return chart;
}

Chart write_bandwidth_chart(const Subject& subject, const Around& around, const std::vector<SavingMode>& modes) {
  Chart chart{
      "checkpoint.bandwidth", "Write bandwidth needed", "Write bandwidth of shared storage that keeps the stall within a share of the time",
      Plot{}};
  chart.empty = obstacle(subject, around, "checkpoint.size");
  if (!chart.empty.empty()) return chart;
  Plot plot;
  plot.x = {"time between saves", Unit::seconds, true, 10 * minute, 12 * hour, {}};
  plot.y = {"write bandwidth", Unit::bandwidth, true, 1e300, 0, {}};
  constexpr std::string_view id = "checkpoint.required_bandwidth";
  const auto line = [&](std::string title, const SavingMode& mode, Plot::Stroke stroke, const Moves& budget) {
    Plot::Series series{std::move(title), mode.hue, stroke, false, false, {}};
    Once values = mode.around.at(budget);
    for (const double interval : spread(plot.x.low, plot.x.high, samples / 3)) {
      values.change(find_slot(interval_key), interval);
      const double need = find_result(id)->value(values);
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
      line("direct, stall 1 %", mode, Plot::Stroke::solid, {{"goal.save_overhead", 0.01}});
      line("stall 5 %", mode, Plot::Stroke::dashed, {{"goal.save_overhead", 0.05}});
      plot.areas.push_back({0, 1});
    } else if (mode.word == "hierarchical") {
      line("NVMe first", mode, mode.stroke, {});
    }
  }
  const auto limit = [&](std::string title, double rate, Hue hue) {
    plot.limits.push_back({fmt::format("{} {}", title, pretty(rate, Unit::bandwidth)), rate, false, hue});
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

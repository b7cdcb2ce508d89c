// SPDX-License-Identifier: Apache-2.0
// A service over the hours of a day: replicas that run, what autoscaling saves, and what idle replicas could do.
#include "core/pages/serve.hpp"
#include "core/quantity/print.hpp"
#include "core/view/service_day.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

namespace llmsize {
namespace {

/// Tokens of batch jobs on idle replicas, over those of a full hour: replicas drain and start (expert judgment).
constexpr double batch_yield = 0.8;
/// Replicas that run for this share of the day are worth reserving at half of the price on demand.
constexpr double reserved_price = 0.5;

std::function<double(NumberId)> numbers_of(const Around& around) {
  return [&around](NumberId id) { return around.number(id); };
}

std::optional<ServiceDay> day_of(const Around& around) {
  return service_day(around.word("traffic.day_curve"), numbers_of(around));
}

}  // namespace

std::vector<std::string> day_parts(const Around& around) {
  const auto day = day_of(around);
  if (!day) return {};
  const double used = day->served.hours(), all = day->replicas * traffic::hours_of_day;
  std::vector<std::string> parts{
      day->served.least() == day->served.most()
          ? counted_text(day->served.most(), "replica") + " all day"
          : fmt::format(
                "{} to {} over the day ({})", pretty(day->served.least(), Unit::count),
                counted_text(day->served.most(), "replica"), day->curve.word),
      fmt::format(
          "{} of {} replica-hours ({})", pretty(used, Unit::count), pretty(all, Unit::count), share_text(used / all)),
      fmt::format("at least {} for half of the day", counted_text(day->served.reserved(reserved_price), "replica"))};
  const double full = around.result("serving.capacity") * around.input("serving.output_tokens") / day->replicas;
  const double idle = (all - used) * 3600 * batch_yield * full;
  if (idle > 0 && generates(around))
    parts.push_back(fmt::format("idle replicas could serve {} batch tokens/day", pretty(idle, Unit::count)));
  return parts;
}

Chart day_chart(const Around& around) {
  Chart chart{
      "serve.day", "Replicas over the day", "Replicas that the load of each hour needs, started ahead of it", Plot{}};
  const auto day = day_of(around);
  if (!day) {
    chart.empty = "Name a day curve (--day-curve) and a load within the goodput.";
    return chart;
  }
  Plot plot;
  plot.x = {"hour of the day", Unit::count, false, 0, traffic::hours_of_day, {}};
  for (int hour = 0; hour <= 24; hour += 4)
    plot.x.ticks.push_back({static_cast<double>(hour), fmt::format("{}:00", hour)});
  plot.y = {"replicas", Unit::count, false, 0, 1.15 * day->replicas, {}};
  Plot::Series running{"autoscaled", Hue::gpu, Plot::Stroke::solid, true, false, {}};
  for (std::size_t i = 0; i < traffic::ServedDay::slots; ++i)
    running.points.push_back({static_cast<double>(i) / traffic::ServedDay::slots_of_hour, day->served.replicas[i]});
  running.points.push_back({traffic::hours_of_day, day->served.replicas.back()});
  plot.series.push_back(std::move(running));
  plot.limits.push_back({"deployed", day->replicas, false, Hue::limit, counted_text(day->replicas, "replica")});
  plot.y = with_ticks(std::move(plot.y));
  const double used = day->served.hours(), all = day->replicas * traffic::hours_of_day;
  chart.title = fmt::format(
      "Autoscaling uses {} of the replica-hours; a replica starts in {}", share_text(used / all),
      pretty(cold_start(numbers_of(around)), Unit::seconds));
  chart.body = std::move(plot);
  return chart;
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// A service over the hours of a day: replicas that run, which of them to reserve, and what idle replicas could do.
#include "core/pages/serve.hpp"
#include "core/quantity/print.hpp"
#include "core/view/service_day.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <cmath>

namespace llmsize {
namespace {

std::function<double(NumberId)> numbers_of(const Around& around) {
  return [&around](NumberId id) { return around.number(id); };
}

std::optional<ServiceDay> day_of(const Around& around) {
  return service_day(around.word("traffic.day_curve"), numbers_of(around));
}

/// "on demand at 1.5× the reserved price: reserve 3 of 17 replicas, 276 of 408 replica-hours": what a day costs, and
/// with all of them reserved.
std::string reserved_text(const ServiceDay& day, double ratio) {
  const double reserved = day.served.reserved(1 / ratio);
  return fmt::format(
      "on demand at {:.3g}× the reserved price: reserve {} of {}, {} of {} replica-hours", ratio,
      pretty(reserved, Unit::count), counted_text(day.served.most(), "replica"),
      pretty(day.served.cost(reserved, ratio), Unit::count),
      pretty(day.served.cost(day.served.most(), ratio), Unit::count));
}

/// A contract with its price of a GPU-hour: the replicas to reserve, and what a day costs.
std::string contract_text(const Around& around, const ServiceDay& day, std::string_view contract, ResultKey price) {
  const double hour = around.result(price), ratio = around.input("economics.rental_price") / hour;
  if (!std::isfinite(ratio)) return {};
  const double reserved = day.served.reserved(1 / ratio),
               gpus = around.input("cluster.gpus") / around.result("serving.decode_replicas");
  const auto money = [&](double replica_hours) {
    return with_unit(pretty(replica_hours * gpus * hour, Unit::money), around.plan().currency);
  };
  return fmt::format(
      "{} reserved for {}, the others on demand: {}/day (all on demand {}, all reserved {})",
      counted_text(reserved, "replica"), contract, money(day.served.cost(reserved, ratio)),
      money(day.served.cost(0, ratio)), money(day.served.cost(day.served.most(), ratio)));
}

/// "10B batch tokens in 48 days, in 30 days with 2 more replicas".
std::string job_text(const Around& around, const traffic::BatchRun& run) {
  const std::string tokens = pretty(around.input("traffic.batch_job"), Unit::count);
  std::string text = std::isfinite(run.time)
                         ? fmt::format("{} batch tokens in {}", tokens, pretty(run.time, Unit::seconds))
                         : fmt::format("no idle replica for {} batch tokens", tokens);
  if (run.added_replicas > 0)
    text += fmt::format(
        ", in {} with {} more {}", around.shown("traffic.batch_deadline"), pretty(run.added_replicas, Unit::count),
        run.added_replicas == 1 ? "replica" : "replicas");
  return text;
}

}  // namespace

std::vector<std::string> day_parts(const Around& around) {
  const auto day = day_of(around);
  if (!day) return {};
  const double used = day->served.hours(), all = day->all_hours();
  std::vector<std::string> parts{
      day->served.least() == day->served.most()
          ? counted_text(day->served.most(), "replica") + " all day"
          : fmt::format(
                "{} to {} over the day ({})", pretty(day->served.least(), Unit::count),
                counted_text(day->served.most(), "replica"), day->curve.word),
      fmt::format(
          "{} of {} replica-hours ({})", pretty(used, Unit::count), pretty(all, Unit::count), share_text(used / all)),
      fmt::format("{} of the capacity free", share_text(day->free))};
  if (!generates(around)) return parts;
  const IdleUse idle = idle_use(*day, numbers_of(around));
  if (idle.tokens > 0)
    parts.push_back(fmt::format("idle replicas could serve {} batch tokens/day", pretty(idle.tokens, Unit::count)));
  if (idle.job) parts.push_back(job_text(around, *idle.job));
  return parts;
}

std::vector<std::string> reserved_parts(const Around& around) {
  // Contracts in price lists of 2025 and 2026 cost 15 to 60% less than on demand.
  constexpr double usual_ratios[] = {1.5, 2.5};
  const auto day = day_of(around);
  if (!day || day->served.least() == day->served.most()) return {};
  const bool stated = around.plan().origin("economics.on_demand_ratio").kind == Origin::Kind::user;
  if (stated) return {reserved_text(*day, around.input("economics.on_demand_ratio"))};
  if (around.input("economics.rental_price") > 0)
    return {
        contract_text(around, *day, "1 year", "economics.rent_hour_1y"),
        contract_text(around, *day, "3 years", "economics.rent_hour_3y")};
  std::vector<std::string> parts;
  for (const double ratio : usual_ratios) parts.push_back(reserved_text(*day, ratio));
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
  const double used = day->served.hours(), all = day->all_hours();
  chart.title = fmt::format(
      "Autoscaling uses {} of the replica-hours; a replica starts in {}", share_text(used / all),
      pretty(cold_start(numbers_of(around)), Unit::seconds));
  chart.body = std::move(plot);
  return chart;
}

}  // namespace llmsize

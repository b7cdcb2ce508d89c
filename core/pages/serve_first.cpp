// SPDX-License-Identifier: Apache-2.0
// The first screen of a service: what it carries within its limits, and what a replica does for it.
#include "core/pages/first_lines.hpp"
#include "core/pages/serve.hpp"
#include "core/planning/goals.hpp"
#include "core/quantity/print.hpp"
#include "core/scenario/load.hpp"
#include "core/view/title.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace llmsize {
namespace {

std::string tail_percentile(const Around& around) {
  return fmt::format("P{:g}", 100 * around.input("serving.tail_share"));
}

/// "99.75%", and never all of it.
std::string nearly_all_text(double share) {
  constexpr double nearly_all = 0.9999;
  return share > nearly_all ? std::string{"over 99.99%"} : fmt::format("{:.4g}%", 100 * share);
}

/// "99%": of the requests, to be within all SLOs together; nothing where each SLO is judged by itself.
std::string wanted_share(const Around& around) {
  const double goal = around.input("serving.attainment_goal");
  return is_absent(goal) ? std::string{} : fmt::format("{:.4g}%", 100 * goal);
}

/// "P99 167 ms (94.6–312)", the mean beside it, and the limit with what it is set on.
void add_latency(
    const Around& around, std::string label, ResultKey mean, ResultKey tail, InputKey limit, FirstLines& lines) {
  const std::string judged = wanted_share(around).empty() ? slo_percentile(around) + " " : std::string{};
  // Of several traffic classes each has a line with its own.
  std::string slo = is_absent(around.input(limit)) || has_classes(around)
                        ? std::string{}
                        : fmt::format("SLO {}{}", judged, around.shown(limit));
  const std::string at_tail = tail_percentile(around) + " {}";
  lines.add(std::move(label), {ranged(around, tail, at_tail), ranged(around, mean, "mean {}"), std::move(slo)});
}

/// "20,000 users → 120,000 requests/day → 1.39 req/s on average → 2.78 req/s in the busiest hour".
void add_users(const Around& around, FirstLines& lines) {
  const bool by_active = is_load_of_active_users(around.plan());
  if (is_absent(around.input("traffic.requests_per_day")) && !by_active) return;
  std::vector<std::string> chain;
  if (around.input("traffic.users") > 0) chain.push_back(counted_text(around.input("traffic.users"), "user"));
  if (by_active)
    chain.push_back(if_known(around, "traffic.active_users", "{} active"));
  else
    chain.insert(
        chain.end(), {fmt::format("{} requests/day", around.shown("traffic.requests_per_day")),
                      fmt::format("{} on average", around.shown("traffic.mean_rate"))});
  chain.push_back(fmt::format("{} in the busiest hour", around.shown("serving.rate")));
  std::erase(chain, "");
  const double growth = around.input("traffic.growth");
  lines.add(
      "Users",
      {fmt::format("{}", fmt::join(chain, " → ")), growth == 1 ? std::string{} : fmt::format("growth {:g}×", growth)});
}

/// "1 spare node · enough nodes up 99.8% · with one node less: TTFT P99 310 ms, 8.2 req/s within SLO".
void add_redundancy(const Around& around, FirstLines& lines) {
  const double nodes = around.input("cluster.nodes"), spares = around.input("cluster.spare_nodes");
  if (is_absent(around.input("serving.rate")) || !around.knows("serving.availability")) return;
  if (nodes == 1 && !(spares > 0)) return;
  std::string lost;
  if (!(spares > 0) && !around.plan().has("serving.decode_workers")) {
    const Moves fewer{
        {"cluster.nodes", nodes - 1}, {"cluster.gpus", (nodes - 1) / nodes * around.input("cluster.gpus")}};
    const double goodput = around.result("serving.rate_at_limit", fewer),
                 ttft = around.result("serving.ttft_limited", fewer);
    lost = goodput > 0 ? fmt::format("with one node less {} req/s", promised(goodput)) : "with one node less 0 req/s";
    if (!is_absent(ttft)) lost += fmt::format(", TTFT {} {}", tail_percentile(around), pretty(ttft, Unit::seconds));
  }
  lines.add(
      "Redundancy",
      {counted_text(spares, "spare node"),
       fmt::format("enough nodes up {} of the time", nearly_all_text(around.result("serving.availability"))),
       std::move(lost)});
}

/// "hit rate 62% at the goodput, 70% at this load, at most 74% · 310k tokens · kept 12 min".
void add_reuse(const Around& around, FirstLines& lines) {
  if (!(around.input("traffic.turns") > 1) || !around.knows("serving.prefix_hit_ceiling")) return;
  const double age = around.result("serving.cache_age");
  constexpr double endless = 1e8;
  const std::string hit = share_text(around.input("serving.prefix_hit")),
                    now = share_text(around.result("serving.prefix_hit_expected"));
  const bool planned = around.plan().origin("serving.prefix_hit").detail == "plan";
  lines.add(
      "Prefix cache", {fmt::format(
                           "hit rate {}{}, at most {}", hit,
                           planned && hit != now ? fmt::format(" at the goodput, {} at this load", now) : std::string{},
                           share_text(around.result("serving.prefix_hit_ceiling"))),
                       around.input("serving.prefix_hit_gpu") > 0
                           ? fmt::format("{} without loading", share_text(around.input("serving.prefix_hit_gpu")))
                           : std::string{},
                       if_known(around, "serving.reuse_room", "{} tokens"),
                       age < endless ? if_known(around, "serving.cache_age", "kept {}") : std::string{}});
}

/// "Poisson arrivals", or how much more they vary.
std::string arrivals(const Around& around) {
  const double cv2 = around.input("serving.arrival_cv2");
  return cv2 == 1 ? "Poisson arrivals" : fmt::format("arrival CV² {}", around.shown("serving.arrival_cv2"));
}

/// The goodput in three digits, and not below a target that it meets by less than these.
std::string kept_rate_text(const Around& around) {
  const double goodput = around.result("serving.rate_at_limit"), target = around.result("serving.wanted_rate");
  constexpr double rounding = 1.01;
  return goodput >= target && goodput < rounding * target ? pretty(target, Unit::ratio) : promised(goodput);
}

/// Whether the planner was free to take more nodes.
bool chose_nodes_freely(const Around& around) {
  return around.plan().origin("cluster.nodes").detail == "plan" &&
         std::none_of(std::begin(size_limits), std::end(size_limits), [&](const SizeLimit& limit) {
           return around.plan().has(limit.key);
         });
}

void add_goodput(const Around& around, FirstLines& lines) {
  constexpr ResultKey id = "serving.rate_at_limit";
  if (!around.knows(id)) return;
  std::string text = fmt::format("{} req/s", kept_rate_text(around));
  if (const auto range = around.range(id))
    text += fmt::format(" (P10–P90 {}–{})", pretty(range->first, Unit::ratio), pretty(range->second, Unit::ratio));
  const double target = around.result("serving.wanted_rate"), needed = around.result("serving.nodes_needed");
  if (!is_absent(target)) text += fmt::format(" · target {} req/s", pretty(target, Unit::ratio));
  const auto ends = around.range("serving.nodes_needed");
  if (around.input("traffic.reuse_rate") < target)
    text += chose_nodes_freely(around) ? " · on no number of nodes" : " · more nodes needed";
  else if (needed > around.input("cluster.nodes"))
    text += fmt::format(" · {} needed", counted_text(needed, "node"));
  else if (ends && ends->second > around.input("cluster.nodes"))
    text += fmt::format(" · {} for P90", counted_text(std::ceil(ends->second), "node"));
  if (around.knows("serving.attainment"))
    text += fmt::format(
        " · {} of requests within SLO{}", nearly_all_text(around.result("serving.attainment")),
        wanted_share(around).empty() ? std::string{} : fmt::format(" (goal {})", wanted_share(around)));
  text += if_known(around, "serving.capacity", " · saturates at {}");
  lines.add("Goodput", {text});
}

void add_throughput(const Around& around, FirstLines& lines) {
  const auto rate = [&](ResultKey id, std::string_view of) {
    return around.knows(id) ? fmt::format("{}{}", tokens_text(around.result(id)), of) : std::string{};
  };
  if (!generates(around)) return lines.add("Throughput", {rate("serving.throughput_input", " of prompts")});
  lines.add(
      "Throughput", {rate("serving.throughput", ""), rate("serving.throughput_per_gpu", "/GPU"),
                     rate("serving.throughput_per_user", "/user")});
}

/// "1M requests in 29.4 min at capacity": how long a corpus takes.
void add_index(const Around& around, FirstLines& lines) {
  constexpr double corpus = 1e6;
  if (around.knows("serving.capacity"))
    lines.add(
        "Batch time",
        {fmt::format(
            "1M requests in {} at capacity", pretty(corpus / around.result("serving.capacity"), Unit::seconds))});
}

void add_batch(const Around& around, FirstLines& lines) {
  lines.add(
      "Batch size", {if_known(around, "serving.running_batch", "{} per replica"),
                     if_known(
                         around, "serving.max_batch",
                         around.result("serving.max_batch") == 1 ? "{} fits in KV cache" : "{} fit in KV cache"),
                     around.knows("serving.utilisation")
                         ? fmt::format("utilization {}", share_text(around.result("serving.utilisation")))
                         : std::string{}});
}

void add_memory(const Around& around, FirstLines& lines) {
  lines.add(
      "GPU memory",
      {around.knows("serving.gpu_total")
           ? around.shown("serving.gpu_total") + if_known(around, "memory.gpu_capacity", " of {}")
           : std::string{},
       if_known(around, "serving.weights_per_gpu", "weights {}"), if_known(around, "serving.kv_per_gpu", "KV cache {}"),
       if_known(around, "serving.reserve_per_gpu", "overhead {}")});
}

}  // namespace

bool has_slo(const Around& around) {
  return around.input("serving.ttft_limit") > 0 || around.input("serving.latency_limit") > 0 ||
         (around.input("serving.tpot_limit") > 0 && generates(around));
}

bool generates(const Around& around) { return around.input("serving.output_tokens") > 1; }

std::string slo_percentile(const Around& around) {
  return around.input("serving.at_tail") == 1 ? tail_percentile(around) : std::string{"mean"};
}

std::string slo_basis(const Around& around) {
  const std::string share = wanted_share(around);
  return share.empty() ? slo_percentile(around) : share + " of requests";
}

FirstScreen serve_first(const Around& around, const ServingPlan& plan, const std::string& machine) {
  FirstScreen first;
  first.headline =
      fmt::format("{}: {}", around.name("model").empty() ? std::string("The model") : around.name("model"), machine);
  if (around.knows("serving.rate_at_limit"))
    first.headline += fmt::format(", {} req/s{}", kept_rate_text(around), has_slo(around) ? " within SLO" : "");
  if (const double target = around.result("serving.wanted_rate"); !is_absent(target))
    first.headline += fmt::format(", target {}", pretty(target, Unit::ratio));
  FirstLines lines;
  lines.add(
      "Workload",
      {has_classes(around) ? around.name("traffic.id") : std::string{},
       if_known(around, "serving.input_tokens", "ISL {}"), if_known(around, "serving.output_tokens", "OSL {}"),
       if_known(around, "serving.rate", "{}, " + arrivals(around)),
       if_known(around, "serving.concurrency", "concurrency {}")});
  add_users(around, lines);
  add_goodput(around, lines);
  add_latency(around, "TTFT", "serving.ttft", "serving.ttft_limited", "serving.ttft_limit", lines);
  if (generates(around))
    add_latency(around, "TPOT", "serving.tpot", "serving.tpot_limited", "serving.tpot_limit", lines);
  if (generates(around) || around.input("serving.latency_limit") > 0)
    add_latency(around, "E2EL", "serving.request_latency", "serving.latency_limited", "serving.latency_limit", lines);
  for (ClassLine& each : class_lines(around)) lines.add(std::move(each.label), each.parts);
  if (generates(around)) lines.add("Drafts", draft_parts(around, plan));
  add_reuse(around, lines);
  add_redundancy(around, lines);
  lines.add("Autoscaling", day_parts(around));
  lines.add("Reserved", reserved_parts(around));
  add_throughput(around, lines);
  add_batch(around, lines);
  add_memory(around, lines);
  if (!generates(around)) add_index(around, lines);
  if (generates(around)) lines.add("Energy", {if_known(around, "serving.energy_per_token", "{} per output token")});
  if (generates(around))
    lines.add("Cost", {if_known(around, "serving.cost_per_million_output", "{} per million output tokens")});
  add_rent(around, lines);
  first.lines = std::move(lines).take();
  return first;
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// The first screen of a service: what it carries within its limits, and what a replica does for it.
#include "core/pages/first_lines.hpp"
#include "core/pages/serve.hpp"
#include "core/quantity/print.hpp"
#include "core/view/title.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <cmath>

namespace llmsize {
namespace {

/// "P99 167 ms (94.6–312)", the mean beside it, and the limit with what it is set on.
void add_latency(
    const Around& around, std::string label, ResultKey mean, ResultKey tail, InputKey limit, FirstLines& lines) {
  const bool at_tail = around.input("serving.at_tail") == 1;
  std::string slo = is_absent(around.input(limit))
                        ? std::string{}
                        : fmt::format("SLO {} {}", at_tail ? "P99" : "mean", around.shown(limit));
  lines.add(std::move(label), {ranged(around, tail, "P99 {}"), ranged(around, mean, "mean {}"), std::move(slo)});
}

void add_goodput(const Around& around, FirstLines& lines) {
  constexpr ResultKey id = "serving.rate_at_limit";
  if (!around.knows(id)) return;
  std::string text = fmt::format("{} req/s", promised(around.result(id)));
  if (const auto range = around.range(id))
    text += fmt::format(" (P10–P90 {}–{})", pretty(range->first, Unit::ratio), pretty(range->second, Unit::ratio));
  const double target = around.result("serving.wanted_rate"), needed = around.result("serving.nodes_needed");
  if (!is_absent(target)) text += fmt::format(" · target {} req/s", pretty(target, Unit::ratio));
  const auto ends = around.range("serving.nodes_needed");
  if (needed > around.input("cluster.nodes"))
    text += fmt::format(" · {} needed", counted_text(needed, "node"));
  else if (ends && ends->second > around.input("cluster.nodes"))
    text += fmt::format(" · {} for P90", counted_text(std::ceil(ends->second), "node"));
  text += if_known(around, "serving.capacity", " · saturates at {}");
  lines.add("Goodput", {text});
}

void add_throughput(const Around& around, FirstLines& lines) {
  const auto rate = [&](ResultKey id, std::string_view of) {
    return around.knows(id) ? fmt::format("{}{}", tokens_text(around.result(id)), of) : std::string{};
  };
  lines.add(
      "Throughput", {rate("serving.throughput", ""), rate("serving.throughput_per_gpu", "/GPU"),
                     rate("serving.throughput_per_user", "/user")});
}

void add_batch(const Around& around, FirstLines& lines) {
  lines.add(
      "Batch size", {if_known(around, "serving.running_batch", "{} per replica"),
                     if_known(around, "serving.max_batch", "{} fit in KV cache"),
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

FirstScreen serve_first(const Around& around, const std::string& machine) {
  FirstScreen first;
  first.headline =
      fmt::format("{}: {}", around.name("model").empty() ? std::string("The model") : around.name("model"), machine);
  if (around.knows("serving.rate_at_limit"))
    first.headline += fmt::format(", {} req/s within SLO", promised(around.result("serving.rate_at_limit")));
  if (const double target = around.result("serving.wanted_rate"); !is_absent(target))
    first.headline += fmt::format(", target {}", pretty(target, Unit::ratio));
  FirstLines lines;
  lines.add(
      "Workload",
      {if_known(around, "serving.input_tokens", "ISL {}"), if_known(around, "serving.output_tokens", "OSL {}"),
       if_known(around, "serving.rate", "{}, Poisson arrivals"),
       if_known(around, "serving.concurrency", "concurrency {}")});
  add_goodput(around, lines);
  add_latency(around, "TTFT", "serving.ttft", "serving.ttft_p99", "serving.ttft_limit", lines);
  add_latency(around, "TPOT", "serving.tpot", "serving.tpot_p99", "serving.tpot_limit", lines);
  add_throughput(around, lines);
  add_batch(around, lines);
  add_memory(around, lines);
  lines.add("Energy", {if_known(around, "serving.energy_per_token", "{} per output token")});
  lines.add("Cost", {if_known(around, "serving.cost_per_million_output", "{} per million output tokens")});
  add_rent(around, lines);
  first.lines = std::move(lines).take();
  return first;
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// The charts of the Serve page.
#include "core/pages/serve.hpp"
#include "core/pages/serve_published.hpp"
#include "core/pages/size_charts.hpp"
#include "core/quantity/print.hpp"
#include "core/registry/registry.hpp"
#include "core/view/numbers.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace llmsize {
namespace {

constexpr InputKey in_flight = "serving.concurrency";

/// 1, 2, 4 … up to as many sequences as fit all replicas.
std::vector<double> loads(const Around& around) {
  const double most = around.result("serving.max_concurrency");
  std::vector<double> all;
  if (!(most >= 1)) return all;
  for (double each = 1; each < most; each *= 2) all.push_back(each);
  all.push_back(most);
  return all;
}

/// A split of a replica and what makes it the scenario's.
struct Split {
  std::string title;
  Changes changes;
};

std::string split_title(const ReplicaSplit& split) {
  std::string title = fmt::format("TP {:g}", split.tensor);
  if (split.pipeline > 1) title += fmt::format(" PP {:g}", split.pipeline);
  if (split.copies > 1) title += fmt::format(" DP {:g}", split.copies);
  return title;
}

/// " + 2 prefill (TP 8)"; nothing where the same replicas do both.
std::string prefill_title(const ServedLayout& layout) {
  if (!(layout.prefill_workers > 0)) return {};
  return fmt::format(" + {:g} prefill ({})", layout.prefill_workers, split_title(layout.prefill));
}

/// The best few that were searched, most of them without pipeline stages; the scenario's own where none was.
std::vector<Split> splits_of(const ServingPlan& plan) {
  constexpr std::size_t most = 5, with_stages = 2;
  std::vector<Split> splits;
  splits.reserve(most);
  for (const ServedLayout& layout : plan.layouts) {
    if (splits.size() == most) break;
    if (layout.pipeline > 1 && splits.size() > with_stages) continue;
    splits.push_back({split_title(layout) + prefill_title(layout), layout.changes()});
  }
  if (splits.empty()) splits.push_back({"current parallelism", {}});
  return splits;
}

}  // namespace

Around unloaded(const Around& around) {
  Changes open{{"serving.rate", ""},     {"serving.concurrency", ""}, {"serving.batch", ""},
               {"serving.requests", ""}, {"traffic.users", ""},       {"traffic.requests_per_day", ""}};
  // Users without a class are of the usual one, which holds without them too.
  if (const std::string traffic = around.word("traffic.id"); !traffic.empty()) open.emplace_back("traffic.id", traffic);
  return around.with(open);
}

std::string no_speed(const Around& around) {
  if (const std::string needs = around.needs("serving.capacity"); !needs.empty()) return missing_sentence(needs);
  return around.result("serving.max_batch") >= 1 ? std::string{} : "Throughput needs a model that fits.";
}

Chart load_line_chart(const Around& around) {
  Chart chart{
      "serve.load_line", "Throughput vs. TPOT",
      "Output throughput (tok/s) vs. time per output token (TPOT), by concurrent requests", Plot{}};
  chart.empty = no_speed(around);
  if (!chart.empty.empty()) return chart;
  const Around server = unloaded(around);
  Plot plot;
  plot.x = {"TPOT", Unit::seconds, true, 1e-3, 1, {}};
  plot.y = {"tok/s", Unit::tokens_per_second, true, 1, 10, {}};
  Plot::Series line{{}, Hue::gpu, Plot::Stroke::solid, false, false, {}};
  double last = absent;
  for (const double each : loads(server)) {
    const Moves moves{{in_flight, each}};
    Plot::Point point{server.result("serving.tpot", moves), server.result("serving.throughput", moves)};
    if (is_absent(point.x) || is_absent(point.y)) continue;
    if (const auto ends = server.range("serving.throughput", moves)) std::tie(point.low, point.high) = *ends;
    point.mark = Plot::Mark::open;
    point.source = server.source("serving.throughput", moves);
    if (is_absent(last) || each >= 4 * last) {
      point.label = counted_text(each, "request");
      last = each;
    }
    line.points.push_back(std::move(point));
  }
  plot.series.push_back(std::move(line));
  plot.track = 0;
  if (around.knows("serving.tpot") && around.knows("serving.throughput")) {
    Plot::Point here{around.result("serving.tpot"), around.result("serving.throughput")};
    here.mark = Plot::Mark::filled;
    here.callout = fmt::format("{}\nTPOT {}", tokens_text(here.y), around.shown("serving.tpot"));
    here.source = around.source("serving.throughput");
    plot.series.push_back({"this scenario", Hue::gpu, Plot::Stroke::none, false, false, {here}});
  }
  const std::vector<Plot::Series> published = published_servers(around);
  if (!published.empty())
    chart.subtitle += fmt::format(
        "; dots: published results for this model, GPU and sequence lengths, on {}",
        counted_text(around.input("cluster.gpus"), "GPU"));
  plot.series.insert(plot.series.end(), published.begin(), published.end());
  if (const double limit = around.input("serving.tpot_limit"); !is_absent(limit))
    plot.limits.push_back(
        {"TPOT SLO", limit, true, Hue::limit, around.shown("serving.tpot_limit"), false, "serving.tpot_limit"});
  fit_axes(plot);
  chart.title = fmt::format(
      "{} at concurrency {}, {} per user at concurrency 1", tokens_text(around.result("serving.throughput")),
      counted_text(around.result("serving.running_batch") * around.result("serving.decode_replicas"), "request"),
      tokens_text(1 / server.result("serving.tpot", {{in_flight, 1.0}})));
  chart.body = std::move(plot);
  return chart;
}

Chart front_chart(const Around& around, const ServingPlan& plan) {
  Chart chart{
      "serve.front", "Throughput per GPU vs. per user", "Output tok/s/GPU vs. tok/s/user, by parallelism of a replica",
      Plot{}};
  chart.empty = no_speed(around);
  if (!chart.empty.empty()) return chart;
  const std::vector<Split> splits = splits_of(plan);
  Plot plot;
  plot.x = {"tok/s/user", Unit::tokens_per_second, true, 1, 10, {}};
  plot.y = {"tok/s/GPU", Unit::tokens_per_second, true, 1, 10, {}};
  const Around server = unloaded(around);
  constexpr std::array strokes{Plot::Stroke::solid, Plot::Stroke::dashed, Plot::Stroke::dash_dot};
  constexpr std::array hues{Hue::gpu, Hue::cpu, Hue::nvme, Hue::shared, Hue::network};
  for (std::size_t i = 0; i < splits.size(); ++i) {
    const Around on = server.with(splits[i].changes);
    Plot::Series line{splits[i].title, hues[i % hues.size()], strokes[i % strokes.size()], false, false, {}};
    for (const double each : loads(on)) {
      const Moves moves{{in_flight, each}};
      Plot::Point point{
          on.result("serving.throughput_per_user", moves), on.result("serving.throughput_per_gpu", moves)};
      if (is_absent(point.x) || is_absent(point.y)) continue;
      point.source = on.source("serving.throughput_per_gpu", moves);
      line.points.push_back(std::move(point));
    }
    std::reverse(line.points.begin(), line.points.end());
    if (line.points.size() > 1) plot.series.push_back(std::move(line));
  }
  if (around.knows("serving.throughput_per_user") && around.knows("serving.throughput_per_gpu")) {
    Plot::Point here{around.result("serving.throughput_per_user"), around.result("serving.throughput_per_gpu")};
    here.mark = Plot::Mark::filled;
    here.source = around.source("serving.throughput_per_gpu");
    plot.series.push_back({"this scenario", Hue::gpu, Plot::Stroke::none, false, false, {here}});
  }
  fit_axes(plot);
  if (plan.layouts.size() > 1)
    chart.title = fmt::format("{} configurations fit; larger replicas raise tok/s/user", plan.layouts.size());
  chart.body = std::move(plot);
  return chart;
}

Chart serving_memory_chart(const Around& around) {
  Chart chart{"serve.memory", "GPU memory", "Replica GPU memory with running sequences", Stack{}};
  chart.empty = missing_sentence(around.needs("serving.weights_per_gpu"));
  if (around.knows("serving.weights_per_gpu")) chart.empty.clear();
  if (!chart.empty.empty()) return chart;
  Stack stack;
  stack.scale = {"memory", Unit::memory, false, 0, 1, {}};
  Stack::Bar bar{{}, {}, around.shown("serving.gpu_total"), true};
  const auto part = [&](std::string name, ResultKey id, Hue hue, Fill fill, std::string note) {
    bar.parts.push_back(
        {std::move(name), around.result(id), hue, fill, around.shown(id), std::move(note), around.source(id)});
  };
  part("Weights", "serving.weights_per_gpu", Hue::gpu, Fill::solid, {});
  part(
      "KV cache", "serving.kv_per_gpu", Hue::gpu, Fill::tint,
      fmt::format("{} sequences", around.shown("serving.running_batch")));
  part("Runtime overhead", "serving.reserve_per_gpu", Hue::waiting, Fill::hatch, "CUDA context, graphs, workspace");
  stack.bars.push_back(std::move(bar));
  const double capacity = around.result("memory.gpu_capacity");
  stack.limits.push_back({"GPU memory", capacity, false, Hue::limit, around.shown("memory.gpu_capacity")});
  stack.scale.high = 1.05 * std::max(capacity, around.result("serving.gpu_total"));
  stack.scale = with_ticks(std::move(stack.scale));
  chart.title = fmt::format(
      "GPU memory {}; max {} sequences per replica",
      used_text(around.result("serving.gpu_total"), capacity, Unit::memory), around.shown("serving.max_batch"));
  chart.body = std::move(stack);
  return chart;
}

namespace {

struct DecodePart {
  std::string_view title;
  ResultKey id;
  Hue hue;
  Fill fill;
};
constexpr DecodePart decode_parts[] = {
    {"Weight reads and GEMMs", "serving.linear_time", Hue::gpu, Fill::solid},
    {"Experts", "serving.expert_time", Hue::gpu, Fill::tint},
    {"KV cache", "serving.attention_time", Hue::cpu, Fill::solid},
    {"Communication", "serving.collective_time", Hue::network, Fill::solid},
    {"Kernel launch gaps", "serving.layer_time", Hue::waiting, Fill::solid}};

}  // namespace

Chart step_parts_chart(const Around& around) {
  Chart chart{
      "serve.step", "Decode step breakdown", "Decode step time by batch size per replica; CPU scheduling overlaps",
      Stack{}};
  chart.empty = no_speed(around);
  if (!chart.empty.empty()) return chart;
  const Around server = unloaded(around);
  const double replicas = server.result("serving.decode_replicas"), fits = server.result("serving.max_batch");
  std::vector<double> batches;
  for (const double each : {1.0, 8.0, 64.0, 512.0})
    if (each < fits) batches.push_back(each);
  batches.push_back(fits);
  Stack stack;
  stack.scale = {"decode step time", Unit::seconds, false, 0, 1e-3, {}};
  for (const double each : batches) {
    const Moves moves{{in_flight, each * replicas}};
    const double total = server.result("serving.decode_time", moves);
    Stack::Bar bar{counted_text(each, "sequence"), {}, pretty(total, Unit::seconds)};
    double sum = 0;
    for (const DecodePart& part : decode_parts) {
      const double value = server.result(part.id, moves);
      if (!(value > 0)) continue;
      sum += value;
      bar.parts.push_back(
          {std::string(part.title),
           value,
           part.hue,
           part.fill,
           pretty(value, Unit::seconds),
           {},
           server.source(part.id, moves)});
    }
    if (total > sum * 1.001)
      bar.parts.push_back(
          {"CPU overhead", total - sum, Hue::waiting, Fill::hatch, pretty(total - sum, Unit::seconds), {}, {}});
    stack.scale.high = std::max({stack.scale.high, 1.1 * total, 1.1 * sum});
    stack.bars.push_back(std::move(bar));
  }
  stack.scale = with_ticks(std::move(stack.scale));
  const double running = around.result("serving.running_batch"), at_load = around.result("serving.decode_time");
  chart.title =
      running < fits && at_load > 0
          ? fmt::format(
                "Decode step {} at this load (batch {})", pretty(at_load, Unit::seconds), pretty(running, Unit::count))
          : fmt::format(
                "Decode step {} at the largest batch ({})",
                pretty(server.result("serving.decode_time", {{in_flight, fits * replicas}}), Unit::seconds),
                pretty(fits, Unit::count));
  chart.body = std::move(stack);
  return chart;
}

Chart reuse_chart(const Around& around) {
  Chart chart{
      "serve.reuse", "TTFT vs. prefix-cache hit rate",
      "TTFT of one prompt vs. prefix-cache hit rate, by KV-cache offload tier", Plot{}};
  chart.empty = no_speed(around);
  if (!chart.empty.empty()) return chart;
  const Around server = unloaded(around);
  struct Tier {
    std::string_view word, title;
    Hue hue;
    Plot::Stroke stroke;
  };
  constexpr Tier tiers[] = {
      {"gpu", "GPU memory", Hue::gpu, Plot::Stroke::solid},
      {"cpu", "CPU memory", Hue::cpu, Plot::Stroke::dashed},
      {"nvme", "local NVMe", Hue::nvme, Plot::Stroke::dash_dot},
      {"shared", "shared storage", Hue::shared, Plot::Stroke::solid}};
  Plot plot;
  plot.x = {"prefix-cache hit rate", Unit::ratio, false, 0, 1, {}};
  plot.y = {"TTFT", Unit::seconds, true, 1e-3, 1, {}};
  double low = absent, high = absent;
  for (const Tier& tier : tiers) {
    const Around on = server.with({{"serving.kv_tier", std::string(tier.word)}});
    Plot::Series series{std::string(tier.title), tier.hue, tier.stroke, false, false, {}};
    for (double share = 0; share <= 0.951; share += 0.05) {
      const Moves moves{{in_flight, 1.0}, {"serving.prefix_hit", share}};
      Plot::Point point{share, on.result("serving.ttft", moves)};
      if (is_absent(point.y)) continue;
      low = is_absent(low) ? point.y : std::min(low, point.y);
      high = is_absent(high) ? point.y : std::max(high, point.y);
      point.source = on.source("serving.ttft", moves);
      series.points.push_back(std::move(point));
    }
    if (!series.points.empty()) plot.series.push_back(std::move(series));
  }
  plot.limits.push_back(
      {"this scenario", around.input("serving.prefix_hit"), true, Hue::limit,
       share_text(around.input("serving.prefix_hit"))});
  plot.y.low = low / 1.5;
  plot.y.high = 1.5 * high;
  plot.x = with_ticks(std::move(plot.x));
  plot.y = with_ticks(std::move(plot.y));
  chart.title = fmt::format("Break-even KV load bandwidth {} per replica", around.shown("serving.kv_breakeven_rate"));
  if (around.input("serving.store_tier") > 0)
    chart.title += fmt::format("; all replicas load {}", around.shown("serving.kv_read_rate"));
  chart.body = std::move(plot);
  return chart;
}

Chart token_cost_chart(const Around& around) {
  const bool priced = around.knows("serving.cost_per_million_output");
  const ResultKey id = priced ? ResultKey("serving.cost_per_million_output") : ResultKey("serving.energy_per_token");
  Chart chart{
      "serve.cost", priced ? "Cost per million output tokens" : "Energy per output token",
      fmt::format("{} vs. tok/s/user", priced ? "Cost per million output tokens" : "Energy per output token"), Plot{}};
  const Around server = unloaded(around);
  Plot plot;
  plot.x = {"tok/s/user", Unit::tokens_per_second, true, 1, 10, {}};
  plot.y = {priced ? "cost" : "joules", priced ? Unit::money : Unit::count, true, 1e-3, 1, {}};
  Plot::Series line{{}, Hue::gpu, Plot::Stroke::solid, false, false, {}};
  for (const double each : loads(server)) {
    const Moves moves{{in_flight, each}};
    Plot::Point point{server.result("serving.throughput_per_user", moves), server.result(id, moves)};
    if (is_absent(point.x) || is_absent(point.y)) continue;
    point.source = server.source(id, moves);
    line.points.push_back(std::move(point));
  }
  std::reverse(line.points.begin(), line.points.end());
  plot.series.push_back(std::move(line));
  if (around.knows(id) && around.knows("serving.throughput_per_user")) {
    Plot::Point here{around.result("serving.throughput_per_user"), around.result(id)};
    here.mark = Plot::Mark::filled;
    here.callout = around.shown(id);
    here.source = around.source(id);
    plot.series.push_back({"this scenario", Hue::gpu, Plot::Stroke::none, false, false, {here}});
    chart.title = priced ? fmt::format("{} per million output tokens", around.shown(id))
                         : fmt::format("{} per output token", around.shown(id));
  }
  fit_axes(plot);
  chart.body = std::move(plot);
  return chart;
}

Chart splits_chart(const ServingPlan& plan) {
  Chart chart{
      "serve.splits", fmt::format("{} of {} configurations fit", plan.layouts.size(), plan.tried),
      "Parallelism of a replica, best first; goodput in req/s", Grid{}};
  Grid grid;
  grid.header = {"TP", "PP", "DP attention", "Replicas", "Nodes", "Max sequences", "req/s", "TPOT"};
  const auto cell = [](double value, Unit unit) { return Grid::Cell{pretty(value, unit), true, {}}; };
  constexpr std::size_t most = 12;
  chart.subtitle += more_text(most, plan.layouts.size());
  for (std::size_t i = 0; i < std::min(plan.layouts.size(), most); ++i) {
    const ServedLayout& each = plan.layouts[i];
    Grid::Row row;
    Grid::Cell replicas = cell(each.replicas, Unit::count);
    replicas.text += prefill_title(each);
    row.cells = {cell(each.tensor, Unit::count), cell(each.pipeline, Unit::count),
                 cell(each.copies, Unit::count), replicas,
                 cell(each.nodes, Unit::count),  cell(each.sequences, Unit::count),
                 cell(each.rate, Unit::ratio),   cell(each.tpot, Unit::seconds)};
    row.strong = i == 0;
    row.dull = !each.met;
    row.apply.changes = each.changes();
    grid.rows.push_back(std::move(row));
  }
  chart.body = std::move(grid);
  return chart;
}

void add_serving_numbers(const Around& around, Page& page) {
  Numbers numbers(around);
  numbers.group("Load");
  for (const ResultKey id : std::initializer_list<ResultKey>{
           "serving.requests_per_second", "serving.throughput", "serving.throughput_input",
           "serving.throughput_per_gpu", "serving.throughput_per_user", "serving.utilisation", "serving.capacity"})
    numbers.add_ranged(id);
  numbers.group("Latency");
  for (const ResultKey id : std::initializer_list<ResultKey>{
           "serving.ttft", "serving.ttft_p99", "serving.tpot", "serving.tpot_p99", "serving.itl_p99",
           "serving.backlog_time", "serving.request_latency", "serving.prefill_time", "serving.prefill_work",
           "serving.prefill_share"})
    numbers.add_ranged(id);
  for (const ResultKey id : std::initializer_list<ResultKey>{
           "serving.ttft_p50", "serving.ttft_p90", "serving.ttft_p95", "serving.tpot_p50", "serving.tpot_p90",
           "serving.tpot_p95", "serving.latency_p50", "serving.latency_p90", "serving.latency_p95",
           "serving.latency_p99"})
    numbers.add(id);
  numbers.group("Users and sessions");
  for (const ResultKey id : std::initializer_list<ResultKey>{
           "traffic.mean_rate", "traffic.in_flight", "traffic.open_sessions", "traffic.active_users",
           "traffic.active_share", "traffic.tokens_per_user"})
    numbers.add(id);
  numbers.group("Goodput and sizing");
  for (const ResultKey id : std::initializer_list<ResultKey>{
           "serving.rate_at_limit", "serving.attainment", "serving.replicas_needed", "serving.gpus_needed",
           "serving.nodes_needed", "serving.prefill_workers_needed", "serving.longest_context", "serving.nodes_down",
           "serving.availability"})
    numbers.add_ranged(id);
  numbers.group("Prefix cache");
  if (around.input("traffic.turns") > 1)
    for (const ResultKey id : std::initializer_list<ResultKey>{
             "serving.prefix_hit_ceiling", "serving.prefix_hit_expected", "serving.reuse_room", "serving.cache_age"})
      numbers.add(id);
  numbers.group("KV cache offload");
  if (around.input("serving.prefix_hit") > 0)
    for (const ResultKey id : std::initializer_list<ResultKey>{
             "serving.kv_read_rate", "serving.kv_write_rate", "serving.kv_store_capacity", "serving.kv_store_room",
             "serving.kv_needed_rate", "serving.kv_read_time"})
      numbers.add_ranged(id);
  numbers.add_ranged("serving.kv_breakeven_rate");
  numbers.group("State and external data");
  if (around.input("serving.sessions") > 0 || around.input("serving.fetches") > 0)
    for (const ResultKey id : std::initializer_list<ResultKey>{
             "service.state_held", "service.local_share", "service.state_read", "service.state_written",
             "service.fetched", "service.fetch_share", "service.shared_read", "service.shared_iops",
             "service.nodes_enough", "service.added_time"})
      numbers.add_ranged(id);
  numbers.group("Cost and energy");
  for (const ResultKey id : std::initializer_list<ResultKey>{
           "serving.energy_per_token", "serving.cost_per_million_output", "serving.cost_per_million_input"})
    numbers.add_ranged(id);
  std::move(numbers).add_to(page, "serve.numbers", "All serving metrics", "With P10–P90");
}

}  // namespace llmsize

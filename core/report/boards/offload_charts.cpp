// SPDX-License-Identifier: Apache-2.0
// Nodes, throughput and efficiency by memory tier.
#include "core/report/boards/offload_charts.hpp"

#include "core/quantity/print.hpp"
#include "core/report/boards/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

constexpr std::string_view parameters_key = "model.parameters_given";

std::vector<double> sizes(double low, double high, std::size_t count) {
  std::vector<double> all;
  for (std::size_t i = 0; i < count; ++i) all.push_back(low * std::pow(high / low, double(i) / double(count - 1)));
  return all;
}

std::string nodes_title(const Around& around, std::string_view id, std::string_view what) {
  const std::string parameters = around.shown("model.parameters");
  std::vector<double> needed;
  for (double tier = 0; tier < 4; ++tier) needed.push_back(around.result(id, {{"memory.target_tier", tier}}));
  if (is_absent(needed[0])) return fmt::format("Nodes for the {} of {} parameters", what, parameters);
  std::string text = fmt::format("{} parameters need {}", parameters, counted_text(needed[0], "node"));
  if (needed[0] == 1) return fmt::format("{} parameters fit the GPU memory of one node", parameters);
  for (std::size_t tier = 3; tier > 0; --tier)
    if (needed[tier] < needed[0] && (tier == 1 || needed[tier] < needed[tier - 1]))
      return fmt::format(
          "{}, or {} with {}", text, pretty(needed[tier], Unit::count),
          tier == 3   ? "shared storage"
          : tier == 2 ? "local NVMe"
                      : "CPU memory");
  return text;
}

Plot::Series nodes_line(const Around& around, std::string_view id, std::size_t tier, double highest) {
  const TierLook& look = tier_looks[tier];
  Plot::Series series{tier == 0 ? std::string(look.title) : fmt::format("+ {}", lower_first(std::string(look.title))),
                      look.hue,
                      look.stroke,
                      true,
                      false,
                      {}};
  const Moves target{{"memory.target_tier", double(tier)}};
  Once values = around.at(target);
  for (const double parameters : sizes(1e9, highest, 160)) {
    values.change(find_slot(parameters_key), parameters);
    const double nodes = finite_or_absent(find_result(id)->value(values));
    if (!(nodes >= 1)) continue;
    Moves moves = target;
    moves.push_back({parameters_key, std::round(parameters)});
    series.points.push_back({parameters, nodes, 0, 0, Plot::Mark::none, {}, {}, around.source(id, moves)});
  }
  if (series.points.empty()) return series;
  const double own = around.result("model.parameters"), nodes = around.result(id, target);
  // A slower tier is marked where it saves nodes.
  const double faster = tier == 0 ? absent : around.result(id, {{"memory.target_tier", double(tier - 1)}});
  if (own > 1e9 && own < highest && nodes >= 1 && nodes != faster) {
    Plot::Point mark{own, nodes};
    mark.mark = Plot::Mark::filled;
    const std::string name = around.name("model");
    mark.label = name.empty() ? pretty(nodes, Unit::count) : fmt::format("{}: {}", name, pretty(nodes, Unit::count));
    mark.source = around.source(id, target);
    const auto after = std::find_if(series.points.begin(), series.points.end(), [&](const auto& point) { return point.x > own; });
    series.points.insert(after, std::move(mark));
  }
  return series;
}

/// Throughput of one model on one tier, or why it has none.
Dots::Dot throughput_dot(const Around& on, const TierLook& look, std::string& instead) {
  Dots::Dot dot{on.result("offload.throughput"), look.hue, std::string(look.brief), {}, on.source("offload.throughput")};
  const std::string why = why_not(on.at({}));
  if (!why.empty()) {
    dot.value = absent;
    instead = why;
  }
  dot.shown = is_absent(dot.value) ? std::string("–") : fmt::format("{} tokens/s", value_and_unit(dot.value, Unit::per_second).first);
  return dot;
}

Dots::Row throughput_row(const std::vector<Around>& tiers, std::string title) {
  const Around& around = tiers.front();
  const bool trains = around.input("workload.trains") == 1;
  Dots::Row row{std::move(title), fmt::format("batch {}", around.shown(trains ? "workload.global_batch" : "serving.batch")), {}, {}};
  for (std::size_t tier = 0; tier < tiers.size(); ++tier) row.dots.push_back(throughput_dot(tiers[tier], tier_looks[tier], row.instead));
  return row;
}

std::string throughput_title(const std::vector<Around>& tiers) {
  const auto rate = [&](std::size_t tier) {
    return why_not(tiers[tier].at({})).empty() ? tiers[tier].result("offload.throughput") : absent;
  };
  const double gpu = rate(0), nvme = rate(2), shared = rate(3);
  if (nvme > 0 && shared > 0) {
    const double ratio = shared / nvme;
    if (ratio > 1.1) return fmt::format("Shared storage is {:.2g} times as fast as local NVMe", ratio);
    if (ratio < 0.9) return fmt::format("Local NVMe is {:.2g} times as fast as shared storage", 1 / ratio);
    return "Shared storage is as fast as local NVMe";
  }
  for (std::size_t tier = 3; tier > 0; --tier)
    if (rate(tier) > 0 && gpu > 0)
      return fmt::format("{} keeps {} of the throughput of GPU memory", tier_looks[tier].title, share_text(rate(tier) / gpu));
  for (std::size_t tier = 0; tier < 4; ++tier)
    if (rate(tier) > 0) return fmt::format("Only {} holds this model", lower_first(std::string(tier_looks[tier].title)));
  return "No tier holds this model on these nodes";
}

/// The models of the offload experiment beside this scenario's, as far as the catalog has them.
std::vector<std::string> other_models(const Around& around) {
  std::vector<std::string> ids;
  for (const std::string_view id : around.catalog().ids("models"))
    for (const std::string_view known : {"bloom-7b1", "bloom-176b", "bloom-mod-1", "bloom-mod-2"})
      if (id == known && id != around.word("model")) ids.emplace_back(id);
  return ids;
}

/// The batch multiplied: micro-batches grow, so that a step has as many of them.
Moves batch_moves(const Around& around, double factor) {
  if (around.input("workload.trains") == 1)
    return {
        {"workload.global_batch", factor * around.input("workload.global_batch")},
        {"layout.micro_batch", factor * around.input("layout.micro_batch")}};
  return {{"serving.batch", factor * around.input("serving.batch")}};
}

std::string efficiency_title(const Around& around, const std::vector<Around>& tiers) {
  const std::string batch = around.shown(around.input("workload.trains") == 1 ? "workload.global_batch" : "serving.batch");
  for (std::size_t tier = 3; tier > 0; --tier) {
    const double share = tiers[tier].result("offload.gpu_efficiency");
    if (is_absent(share)) continue;
    std::string text =
        fmt::format("Batch {} keeps GPUs {} busy from {}", batch, share_text(share), lower_first(std::string(tier_looks[tier].title)));
    const double goal = around.input("goal.efficiency"), needed = tiers[tier].result("offload.goal_batch");
    if (share < goal && needed > 0) text += fmt::format("; {} would reach {}", pretty(needed, Unit::count), share_text(goal));
    return text;
  }
  return "GPU efficiency against bandwidth";
}

}  // namespace

std::vector<Around> on_tiers(const Around& around) {
  std::vector<Around> tiers;
  for (const TierLook& look : tier_looks) {
    Changes changes{{"memory.offload", std::string(look.word)}};
    // What is said of one kind of state would hold against the whole.
    for (const std::string_view key : {"memory.offload_parameters", "memory.offload_gradients", "memory.offload_optimizer"})
      if (around.scenario().find(key)) changes.emplace_back(key, look.word);
    tiers.push_back(around.with(changes));
  }
  return tiers;
}

Chart nodes_chart(const Around& around, bool training) {
  const std::string_view id = training ? "capacity.nodes_states" : "capacity.nodes_weights";
  const std::string_view what = training ? "training states" : "weights";
  Chart chart{
      "offload.nodes", fmt::format("Nodes that hold the {}", what),
      fmt::format("Nodes needed to hold the {} against model size, per deepest memory tier used", what), Plot{}};
  chart.view = training ? "Training states" : "Weights only";
  if (!around.knows("model.parameters"))
    chart.empty = missing_sentence("a model");
  else if (!around.knows("capacity.gpu_bytes"))
    chart.empty = missing_sentence(around.needs("capacity.gpu_bytes"));
  if (!chart.empty.empty()) return chart;
  if (training) chart.subtitle += fmt::format(" ({} per parameter)", around.shown("memory.bytes_per_parameter"));
  Plot plot;
  plot.x = {"parameters", Unit::count, true, 1e9, std::max(1e14, 4 * around.result("model.parameters")), {}};
  plot.y = {"nodes", Unit::count, true, 0.8, 10, {}};
  for (std::size_t tier = 0; tier < tier_looks.size(); ++tier) {
    Plot::Series series = nodes_line(around, id, tier, plot.x.high);
    if (series.points.empty()) continue;
    for (const Plot::Point& point : series.points) plot.y.high = std::max(plot.y.high, 1.3 * point.y);
    plot.series.push_back(std::move(series));
  }
  plot.x = with_ticks(std::move(plot.x));
  plot.y = with_ticks(std::move(plot.y));
  chart.title = nodes_title(around, id, what);
  chart.body = std::move(plot);
  return chart;
}

Chart throughput_chart(const Subject& subject, const std::vector<Around>& tiers) {
  const Around& around = tiers.front();
  const bool trains = around.input("workload.trains") == 1;
  Chart chart{
      "offload.throughput", "Throughput per tier",
      fmt::format(
          "Tokens per second of {} on {}, by where the model lives", trains ? "training" : "decoding",
          counted_text(around.input("cluster.nodes"), "node")),
      Dots{}};
  chart.empty = obstacle(subject, around, "offload.throughput");
  if (!chart.empty.empty()) return chart;
  Dots dots;
  dots.rows.push_back(throughput_row(tiers, around.knows("model.parameters") ? around.shown("model.parameters") : around.name("model")));
  for (const std::string& id : other_models(around)) {
    try {
      const Around other = around.with({{"model", id}});
      Dots::Row row = throughput_row(on_tiers(other), other.shown("model.parameters"));
      if (row.instead.find("cannot be split") == std::string::npos) dots.rows.push_back(std::move(row));
    } catch (const BadInput&) {
      continue;  // the layout as it is said does not go with this model
    }
  }
  double low = absent, high = absent;
  for (const Dots::Row& row : dots.rows)
    for (const Dots::Dot& dot : row.dots) {
      if (is_absent(dot.value)) continue;
      low = low <= dot.value ? low : dot.value;
      high = high >= dot.value ? high : dot.value;
    }
  dots.scale = with_ticks({"tokens/s", Unit::per_second, true, low / 3, high * 3, {}});
  chart.title = throughput_title(tiers);
  chart.body = std::move(dots);
  return chart;
}

Chart efficiency_chart(const Subject& subject, const std::vector<Around>& tiers) {
  const Around& around = tiers.front();
  Chart chart{
      "offload.efficiency", "GPU efficiency against bandwidth",
      "Share of the time in which GPUs do not wait, against bandwidth per GPU of the tier", Plot{}};
  const Around& streaming = tiers[1];
  chart.empty = obstacle(subject, streaming, "offload.gpu_efficiency");
  if (!chart.empty.empty()) return chart;
  Plot plot;
  plot.x = {"bandwidth per GPU", Unit::bandwidth, true, 0.5e9, 200e9, {}};
  plot.y = {"GPU efficiency", Unit::ratio, false, 0, 1, {}};
  const bool trains = around.input("workload.trains") == 1;
  constexpr double fast = 1e15;  // CPU memory that is never the limit, so that the link alone is
  for (const double factor : {0.25, 1.0, 4.0, 16.0}) {
    Moves batch = batch_moves(around, factor);
    if (std::floor(batch.back().value) != batch.back().value) continue;
    const std::string shown = pretty(batch.front().value, Unit::count);
    Plot::Series series{
        fmt::format("batch {}", shown), Hue::gpu, factor == 1 ? Plot::Stroke::solid : Plot::Stroke::dashed, false, factor < 1, {}};
    for (const double rate : sizes(plot.x.low, plot.x.high, 48)) {
      Moves moves = batch;
      moves.push_back({"accelerator.host_link", rate * around.input("accelerator.devices")});
      moves.push_back({"node.host_bandwidth", fast});
      const double share = streaming.result("offload.gpu_efficiency", moves);
      if (is_absent(share)) continue;
      series.points.push_back({rate, share, 0, 0, Plot::Mark::none, {}, {}, streaming.source("offload.gpu_efficiency", moves)});
    }
    if (!series.points.empty()) plot.series.push_back(std::move(series));
  }
  constexpr std::string_view rates[] = {"", "tier.cpu_rate", "tier.nvme_read_rate", "tier.shared_read_rate"};
  for (std::size_t tier = 1; tier < 4; ++tier)
    if (const double rate = tiers[tier].result(rates[tier]); rate > plot.x.low && rate < plot.x.high)
      plot.limits.push_back({std::string(tier_looks[tier].brief), rate, true, tier_looks[tier].hue});
  plot.limits.push_back({fmt::format("wanted {}", share_text(around.input("goal.efficiency"))), around.input("goal.efficiency")});
  plot.x = with_ticks(std::move(plot.x));
  plot.y = with_ticks(std::move(plot.y));
  if (trains) chart.subtitle += "; larger batches by larger micro-batches";
  chart.title = efficiency_title(around, tiers);
  chart.body = std::move(plot);
  return chart;
}

}  // namespace llmsize

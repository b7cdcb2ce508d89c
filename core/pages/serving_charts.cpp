// SPDX-License-Identifier: Apache-2.0
// How many sequences fit and what they yield; how many nodes hold the weights.
#include "core/pages/serving_charts.hpp"

#include "core/pages/offload_charts.hpp"
#include "core/pages/size_charts.hpp"
#include "core/quantity/print.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

constexpr InputKey batch_key = "serving.batch";
constexpr ResultKey throughput_id = "offload.throughput";

/// A batch and what it yields.
struct DecodedBatch {
  double sequences, rate;
  std::string why;  ///< it cannot be; empty where it can
};

/// The scenario's batch, halved and doubled until memory is full.
std::vector<DecodedBatch> batches(const Around& around) {
  constexpr double most = 65536, steps_beyond = 1;
  const double own = around.input(batch_key);
  std::vector<double> sizes;
  for (double size = own; size >= 1 && size >= own / 16; size /= 2)
    if (size == std::floor(size)) sizes.push_back(size);
  for (double size = 2 * own; size <= most; size *= 2) sizes.push_back(size);
  std::sort(sizes.begin(), sizes.end());
  std::vector<DecodedBatch> all;
  double beyond = 0;
  for (const double size : sizes) {
    const Once values = around.at({{batch_key, size}});
    DecodedBatch batch{size, finite_or_absent(result_row(throughput_id).value(values)), why_not(values)};
    if (is_absent(batch.rate)) continue;
    if (!batch.why.empty() && size > own && ++beyond > steps_beyond) break;
    all.push_back(std::move(batch));
  }
  return all;
}

std::string batch_title(const Around& around, const std::vector<DecodedBatch>& all) {
  const double own = around.input(batch_key);
  const auto here =
      std::find_if(all.begin(), all.end(), [&](const DecodedBatch& batch) { return batch.sequences == own; });
  const std::string batch = fmt::format("Batch {}", pretty(own, Unit::count));
  if (here == all.end()) return "Throughput vs. batch size";
  const auto largest =
      std::find_if(all.rbegin(), all.rend(), [](const DecodedBatch& each) { return each.why.empty(); });
  if (!here->why.empty()) {
    if (largest == all.rend()) return fmt::format("{} does not fit: {}", batch, here->why);
    return fmt::format("{} does not fit; {} fits", batch, pretty(largest->sequences, Unit::count));
  }
  if (largest->sequences == own)
    return fmt::format("{}: {}; double the batch does not fit", batch, tokens_text(here->rate));
  return fmt::format(
      "{}: {}; batch {}: {}", batch, tokens_text(here->rate), pretty(largest->sequences, Unit::count),
      tokens_text(largest->rate));
}

}  // namespace

Chart batch_chart(const Subject& subject, const Around& around) {
  Chart chart{
      "size.batch", "Throughput vs. batch size",
      fmt::format(
          "Decode throughput (tok/s) vs. batch size, {} tokens per sequence", around.shown("workload.sequence")),
      Plot{}};
  chart.empty = layout_obstacle(subject, around, throughput_id).sentence;
  if (!chart.empty.empty()) return chart;
  const double own = around.input(batch_key);
  const std::vector<DecodedBatch> all = batches(around);
  Plot plot;
  plot.x = {"batch size (sequences)", Unit::count, true, 0, 1, {}, {}, {}, "sequence"};
  plot.y = {"tok/s", Unit::tokens_per_second, true, 0, 1, {}};
  Plot::Series line{{}, Hue::gpu, Plot::Stroke::solid, false, false, {}},
      crosses{{}, Hue::error, Plot::Stroke::none, false, false, {}};
  for (const DecodedBatch& batch : all) {
    Plot::Point point{batch.sequences, batch.rate};
    point.source = around.source(throughput_id, batch.sequences == own ? Moves{} : Moves{{batch_key, batch.sequences}});
    plot.x.ticks.push_back({batch.sequences, pretty(batch.sequences, Unit::count)});
    if (!batch.why.empty()) {
      point.mark = Plot::Mark::cross;
      point.label = batch.why;
      crosses.points.push_back(std::move(point));
      continue;
    }
    point.mark = batch.sequences == own ? Plot::Mark::filled : Plot::Mark::open;
    if (batch.sequences == own)
      point.callout = fmt::format("batch {}\n{}", pretty(own, Unit::count), tokens_text(batch.rate));
    line.points.push_back(std::move(point));
  }
  if (!line.points.empty()) plot.series.push_back(std::move(line));
  if (!crosses.points.empty()) plot.series.push_back(std::move(crosses));
  fit_axes(plot);
  chart.title = batch_title(around, all);
  chart.body = std::move(plot);
  return chart;
}

Chart weights_chart(const Around& around) {
  constexpr ResultKey id = "capacity.nodes_weights";
  Chart chart{"size.weights", "Nodes for the weights", "Nodes for the weights by slowest memory tier used", Bars{}};
  chart.empty = missing_sentence(around.needs(id));
  if (around.knows(id)) chart.empty.clear();
  if (!chart.empty.empty()) return chart;
  Bars bars;
  double most = 1;
  for (std::size_t tier = 0; tier < tier_looks.size(); ++tier) {
    const Moves moves{{"memory.target_tier", double(tier)}};
    const double nodes = around.result(id, moves);
    if (is_absent(nodes)) continue;
    const std::string title(tier_looks[tier].title);
    bars.rows.push_back(
        {tier == 0 ? title : "+ " + lower_first(title),
         {},
         0,
         nodes,
         counted_text(nodes, "node"),
         tier_looks[tier].hue,
         double(tier) == around.input("memory.target_tier"),
         {},
         around.source(id, moves)});
    most = std::max(most, nodes);
  }
  bars.scale = with_ticks({"", Unit::count, false, 0, 1.1 * most, {}});
  const std::string weights = around.shown("memory.model_states");
  chart.title =
      most == 1
          ? fmt::format("{} of weights fit in GPU memory of 1 node", weights)
          : fmt::format("{} of weights need GPU memory of {}", weights, counted_text(bars.rows.front().to, "node"));
  chart.body = std::move(bars);
  return chart;
}

}  // namespace llmsize

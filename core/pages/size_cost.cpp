// SPDX-License-Identifier: Apache-2.0
// What a training costs against nodes: money where prices are given, else energy.
#include "core/pages/size_charts.hpp"
#include "core/pages/sizes.hpp"
#include "core/quantity/print.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

/// "169 MWh on 28 nodes", and which size takes clearly less.
std::string title(const Around& around, ResultKey id, const std::vector<Size>& possible) {
  constexpr double worth = 0.02;
  const Unit unit = result_row(id).about->unit;
  const double own = around.result(id), nodes = around.input("cluster.nodes");
  const bool money = unit == Unit::money;
  const auto shown = [&](double value) {
    return with_unit(pretty(value, unit), money ? around.plan().currency : std::string{});
  };
  std::string text =
      fmt::format("{} {} on {}", money ? "Training cost" : "Energy", shown(own), counted_text(nodes, "node"));
  const auto least = std::min_element(
      possible.begin(), possible.end(), [](const Size& a, const Size& b) { return a.value < b.value; });
  if (least == possible.end() || least->nodes == nodes) return text;
  if (least->value > (1 - worth) * own) return text + " (near the lowest)";
  return fmt::format("{}; {} on {}", text, shown(least->value), counted_text(least->nodes, "node"));
}

}  // namespace

Chart cost_chart(const Subject& subject, const Around& around) {
  const bool money = around.knows("economics.run_cost");
  const ResultKey id = money ? ResultKey("economics.run_cost") : ResultKey("economics.energy");
  Chart chart = sizes_chart(
      subject, around, id,
      {"size.time", money ? "Training cost vs. nodes" : "Energy vs. nodes",
       money ? "Training cost vs. nodes, same parallelism, GPU-hours at your price"
             : "Energy vs. nodes, same parallelism; set prices to see cost",
       Plot{}});
  chart.view = money ? "Cost" : "Energy";
  if (chart.empty.empty()) chart.title = title(around, id, sizes_of(subject, around, id).possible);
  return chart;
}

}  // namespace llmsize

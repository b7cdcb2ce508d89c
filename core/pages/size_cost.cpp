// SPDX-License-Identifier: Apache-2.0
// What a training costs against nodes: money where prices are given, else energy.
#include "core/pages/size_charts.hpp"
#include "core/quantity/print.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

/// "169 MWh on 28 nodes", and which size takes clearly less.
std::string title(const Around& around, ResultKey id, const Plot::Series& sizes) {
  constexpr double worth = 0.02;
  const Unit unit = result_row(id).about->unit;
  const double own = around.result(id), nodes = around.result("planning.nodes");
  const bool money = unit == Unit::money;
  const auto shown = [&](double value) {
    return with_unit(pretty(value, unit), money ? around.plan().currency : std::string{});
  };
  std::string text =
      fmt::format("{} {} on {}", money ? "Training cost" : "Energy", shown(own), counted_text(nodes, "node"));
  const auto& all = sizes.points;
  const auto least =
      std::min_element(all.begin(), all.end(), [](const Plot::Point& a, const Plot::Point& b) { return a.y < b.y; });
  if (least == all.end() || least->x == nodes) return text;
  if (least->y > (1 - worth) * own) return text + " (near the lowest)";
  return fmt::format("{}; {} on {}", text, shown(least->y), counted_text(least->x, "node"));
}

}  // namespace

Chart cost_chart(const Subject& subject, const Around& around, const std::vector<PlannedSize>& sizes) {
  const bool money = around.knows("economics.run_cost");
  const ResultKey id = money ? ResultKey("economics.run_cost") : ResultKey("economics.energy");
  Chart chart = sizes_chart(
      subject, around, sizes, id,
      {"size.time", money ? "Training cost vs. nodes" : "Energy vs. nodes",
       money ? fmt::format("Training cost vs. nodes, {}, GPU-hours at your price", sizes_words(sizes))
             : fmt::format("Energy vs. nodes, {}; set prices to see cost", sizes_words(sizes)),
       Plot{}});
  chart.view = money ? "Cost" : "Energy";
  if (chart.empty.empty()) chart.title = title(around, id, std::get<Plot>(chart.body).series.front());
  return chart;
}

}  // namespace llmsize

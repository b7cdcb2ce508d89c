// SPDX-License-Identifier: Apache-2.0
// Reads published runs of servers out of the catalog.
#include "core/pages/serve_published.hpp"

#include "core/inputs/weight_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace llmsize {
namespace {

/// Lengths that differ by more than this factor make another load.
constexpr double alike_lengths = 1.3;

/// Whether weights that are multiplied so are what a published run calls its format. Runs call all 4-bit floats "fp4".
bool are_called(std::string_view format, Units units) {
  if (format == "fp4") return units == Units::fp4 || units == Units::fp4_by_8;
  const WeightFormat* known = find_format(format);
  return known && known->units() == units;
}

bool close_to(double one, double other) { return one <= alike_lengths * other && other <= alike_lengths * one; }

}  // namespace

std::vector<Plot::Series> published_servers(const Around& around) {
  std::vector<Plot::Series> engines;
  const std::optional<Json> document = around.catalog().document("measurements", "serving");
  const bool is_mixture = around.input("model.moe_layers") > 0;
  const double units = is_mixture ? around.result("memory.expert_units") : around.result("memory.other_units");
  if (!document || is_absent(units)) return engines;
  const std::string model = around.word("model"), accelerator = around.word("accelerator.id");
  const double prompt = around.input("serving.input_tokens"), output = around.input("serving.output_tokens");
  for (const Json& run : document->at("runs")) {
    if (text_of(run, "model") != model || text_of(run, "accelerator") != accelerator ||
        !are_called(text_of(run, "weights"), static_cast<Units>(units)) ||
        !close_to(run.at("input").get<double>(), prompt) || !close_to(run.at("output").get<double>(), output))
      continue;
    const std::string title = fmt::format("{}, published", text_of(run, "stack"));
    auto engine =
        std::find_if(engines.begin(), engines.end(), [&](const Plot::Series& each) { return each.title == title; });
    if (engine == engines.end())
      engine = engines.insert(engines.end(), {title, Hue::waiting, Plot::Stroke::none, false, false, {}});
    const double share = around.input("cluster.gpus") / run.at("gpus").get<double>();
    for (const Json& point : run.at("points")) {
      constexpr double millisecond = 1e-3;
      Plot::Point published{point.at(1).get<double>() * millisecond, point.at(2).get<double>() * share};
      published.mark = Plot::Mark::dot;
      engine->points.push_back(std::move(published));
    }
  }
  return engines;
}

}  // namespace llmsize

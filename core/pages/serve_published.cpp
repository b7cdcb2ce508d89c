// SPDX-License-Identifier: Apache-2.0
// Reads published runs of servers out of the catalog.
#include "core/pages/serve_published.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace llmsize {
namespace {

/// Lengths that differ by more than this factor make another load.
constexpr double alike_lengths = 1.3;

/// Bits of a weight's format: "mxfp4" and "int4" 4, "fp8" 8, "bf16" 16.
int bits_of(std::string_view format) {
  for (const int bits : {16, 8, 4})
    if (format.ends_with(std::to_string(bits))) return bits;
  return 0;
}

/// Bits of the format that weights have on average, as a replica keeps them; 0 where that is not known.
int bits_of_weights(const Around& around) {
  constexpr double most_of_4_bits = 0.75, most_of_8_bits = 1.5;
  const double bytes = around.result("serving.weights_per_gpu") * around.input("cluster.gpus") /
                       around.result("serving.decode_replicas") / around.result("model.parameters");
  if (is_absent(bytes)) return 0;
  return bytes < most_of_4_bits ? 4 : bytes < most_of_8_bits ? 8 : 16;
}

bool close_to(double one, double other) { return one <= alike_lengths * other && other <= alike_lengths * one; }

}  // namespace

std::vector<Plot::Series> published_servers(const Around& around) {
  std::vector<Plot::Series> engines;
  const std::optional<Json> document = around.catalog().document("measurements", "serving");
  const int bits = bits_of_weights(around);
  if (!document || bits == 0) return engines;
  const std::string model = around.word("model"), accelerator = around.word("accelerator.id");
  const double prompt = around.input("serving.input_tokens"), output = around.input("serving.output_tokens");
  for (const Json& run : document->at("runs")) {
    if (text_of(run, "model") != model || text_of(run, "accelerator") != accelerator ||
        bits_of(text_of(run, "weights")) != bits || !close_to(run.at("input").get<double>(), prompt) ||
        !close_to(run.at("output").get<double>(), output))
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

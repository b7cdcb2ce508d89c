// SPDX-License-Identifier: Apache-2.0
// llmsize size: the one-page answer.
#include "cli/command.hpp"

namespace llmsize::cli {

Command size_command() {
  return {
      .name = "size",
      .summary = "Size a training cluster: nodes, time to train, power",
      .usage = "--model MODEL --system SYSTEM [OPTIONS]",
      .examples =
          {"llmsize size --model gpt3-175b --system dgx-h100 --tokens 300B --deadline 30d",
           "llmsize size --model megatron-1008b --system dgx-a100-640 --nodes 384 --tokens 450B",
           "llmsize size --parameters 70B --system dgx-b200 --tokens 15T --deadline 60d --precision fp8"},
      .topics =
          {{"Goal", {"--deadline", "--certainty", "--goal", "--max-power", "--max-racks", "--budget"}},
           {"Training",
            {"--model", "--parameters", "--tokens", "--sequence", "--global-batch", "--precision", "--overhead"}},
           {"Cluster", {"--system", "--nodes", "--gpus", "--network", "--storage", "--node-price"}},
           {"Layout", {"--tp", "--pp", "--dp", "--recompute", "--zero", "--layout"}}},
      .prepare = [](Parser& app) {
        auto common = std::make_shared<Common>();
        add_scenario_options(app, *common);
        add_page_options(app, *common);
        add_picture_options(app, *common);
        return [common] { return answer(*common, "size"); };
      }};
}

}  // namespace llmsize::cli

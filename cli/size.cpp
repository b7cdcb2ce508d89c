// SPDX-License-Identifier: Apache-2.0
// llmsize size: the one-page answer.
#include "cli/command.hpp"

namespace llmsize::cli {

Command size_command() {
  return {
      "size", "Size a training cluster: nodes, time to train, power",
      "  llmsize size --model gpt3-175b --system dgx-h100 --tokens 300B --deadline 30d\n"
      "  llmsize size --model megatron-1008b --system dgx-a100-640 --nodes 384 --tokens 450B\n"
      "  llmsize size --parameters 70B --system dgx-b200 --tokens 15T --deadline 60d --precision fp8\n",
      [](Parser& app) {
        auto common = std::make_shared<Common>();
        add_scenario_options(app, *common);
        add_page_options(app, *common);
        add_picture_options(app, *common);
        return [common] { return answer(*common, "size"); };
      }};
}

}  // namespace llmsize::cli

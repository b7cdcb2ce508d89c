// SPDX-License-Identifier: Apache-2.0
// llmsize checkpoint: size, time, stall, interval, restart, goodput, capacity.
#include "cli/command.hpp"

namespace llmsize::cli {

Command checkpoint_command() {
  return {
      "checkpoint", "Size checkpoint bandwidth, interval and goodput",
      "  llmsize checkpoint --model gpt3-175b --system dgx-h100 --nodes 128 --tp 8 --pp 16 --storage "
      "superpod-h100-better\n"
      "  llmsize checkpoint --model llama-3.1-405b --system dgx-h100 --tp 8 --pp 32 --dp 2 --zero 1 --checkpoint async "
      "--interval 10min "
      "--storage superpod-h100-best\n"
      "  llmsize checkpoint --checkpoint.size_given 2.3TB --save-time 40s --mtbf 24h\n"
      "  llmsize checkpoint --model gpt3-175b --system dgx-h100 --nodes 128 --tp 8 --pp 16 --checkpoint-read broadcast "
      "--json\n",
      [](Parser& app) {
        auto common = std::make_shared<Common>();
        add_scenario_options(app, *common);
        add_page_options(app, *common);
        add_picture_options(app, *common);
        return [common] { return answer(*common, "checkpoint"); };
      }};
}

}  // namespace llmsize::cli

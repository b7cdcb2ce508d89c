// SPDX-License-Identifier: Apache-2.0
// llmsize trend: scaling laws, compute-optimal sizes, the memory wall.
#include "cli/command.hpp"

namespace llmsize::cli {

Command trend_command() {
  return {
      "trend", "Find the compute-optimal model and tokens for a budget; show trends",
      "  llmsize trend --compute 5.76e23FLOP\n"
      "  llmsize trend --system dgx-h100 --nodes 16 --deadline 30d\n"
      "  llmsize trend --model gpt3-175b --accelerator a100-sxm4-80gb --year 2026\n"
      "  llmsize trend --compute 3640PF-days --fit hoffmann-2022 --json\n",
      [](Parser& app) {
        auto common = std::make_shared<Common>();
        add_scenario_options(app, *common);
        add_page_options(app, *common);
        add_picture_options(app, *common);
        return [common] { return answer(*common, "trend"); };
      }};
}

}  // namespace llmsize::cli

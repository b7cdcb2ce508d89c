// SPDX-License-Identifier: Apache-2.0
// llmsize trend: scaling laws, compute-optimal sizes, the memory wall.
#include "cli/command.hpp"

namespace llmsize::cli {

Command trend_command() {
  return {
      .name = "trend",
      .summary = "Find the compute-optimal model and tokens for a budget; show trends",
      .usage = "[OPTIONS]",
      .examples =
          {"llmsize trend --compute 5.76e23FLOP", "llmsize trend --system dgx-h100 --nodes 16 --deadline 30d",
           "llmsize trend --model gpt3-175b --accelerator a100-sxm4-80gb --year 2026"},
      .topics =
          {{"Compute budget", {"--compute", "--fit", "--system", "--nodes", "--deadline"}},
           {"Trends", {"--model", "--accelerator", "--storage", "--base-year", "--year"}}},
      .prepare = [](Parser& app) {
        auto common = std::make_shared<Common>();
        add_scenario_options(app, *common);
        add_page_options(app, *common);
        add_picture_options(app, *common);
        return [common] { return answer(*common, "trend"); };
      }};
}

}  // namespace llmsize::cli

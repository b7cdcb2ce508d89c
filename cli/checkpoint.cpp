// SPDX-License-Identifier: Apache-2.0
// llmsize checkpoint: size, time, stall, interval, restart, goodput, capacity.
#include "cli/command.hpp"

namespace llmsize::cli {

Command checkpoint_command() {
  return {
      .name = "checkpoint",
      .summary = "Size checkpoint bandwidth, interval and goodput",
      .usage = "--model MODEL --system SYSTEM [OPTIONS]",
      .examples =
          {"llmsize checkpoint --model gpt3-175b --system dgx-h100 --nodes 128 --storage superpod-h100-better",
           "llmsize checkpoint --model llama-3.1-405b --system dgx-h100 --nodes 64 --checkpoint async",
           "llmsize checkpoint --checkpoint.size_given 2.3TB --save-time 40s --mtbf 24h"},
      .topics =
          {{"Checkpoints",
            {"--checkpoint", "--interval", "--checkpoint-write", "--checkpoint-read", "--save-time", "--mtbf"}},
           {"Storage", {"--storage", "--appliances", "--storage-nics", "--tenants"}},
           {"Training", {"--model", "--system", "--nodes", "--tp", "--pp", "--zero", "--recipe", "--tokens"}}},
      .prepare = [](Parser& app) {
        auto common = std::make_shared<Common>();
        add_scenario_options(app, *common);
        add_page_options(app, *common);
        add_picture_options(app, *common);
        return [common] { return answer(*common, "checkpoint"); };
      }};
}

}  // namespace llmsize::cli

// SPDX-License-Identifier: Apache-2.0
// llmsize train: time of a step and of a training.
#include "cli/command.hpp"

namespace llmsize::cli {

Command train_command() {
  return {
      .name = "train",
      .summary = "Predict step time, MFU and time to train",
      .usage = "--model MODEL --system SYSTEM [OPTIONS]",
      .examples =
          {"llmsize train --model gpt3-175b --system dgx-a100-640 --gpus 1024 --tp 8 --pp 16 --recompute full",
           "llmsize train --model llama-3-70b --system dgx-h100 --nodes 8 --tp 4 --pp 4 --interleave 5",
           "llmsize train --model gpt3-175b --system dgx-h100 --nodes 16 --results training.mfu --json"},
      .topics =
          {{"Training",
            {"--model", "--parameters", "--tokens", "--sequence", "--global-batch", "--precision", "--overhead"}},
           {"Cluster", {"--system", "--accelerator", "--network", "--nodes", "--gpus", "--software"}},
           {"Layout",
            {"--tp", "--pp", "--dp", "--cp", "--ep", "--interleave", "--micro-batch", "--zero", "--recompute",
             "--sequence-parallel", "--layout"}}},
      .prepare = [](Parser& app) {
        auto common = std::make_shared<Common>();
        add_scenario_options(app, *common);
        add_page_options(app, *common);
        add_picture_options(app, *common);
        return [common] { return answer(*common, "train"); };
      }};
}

}  // namespace llmsize::cli

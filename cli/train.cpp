// SPDX-License-Identifier: Apache-2.0
// llmsize train: time of a step and of a training.
#include "cli/command.hpp"

namespace llmsize::cli {

Command train_command() {
  return {
      "train", "Predict step time, MFU and time to train",
      "  llmsize train --model gpt3-175b --system dgx-a100-640 --gpus 1024 --tp 8 --pp 16 --global-batch 1536 "
      "--recompute full --tokens "
      "300B\n"
      "  llmsize train --model llama-3-70b --system dgx-h100 --nodes 8 --tp 4 --pp 4 --interleave 5 --global-batch 128 "
      "--zero 1\n"
      "  llmsize train --model gpt3-175b --system dgx-h100 --nodes 16 --tp 8 --pp 8 --global-batch 512 --results "
      "training.mfu --json\n",
      [](Parser& app) {
        auto common = std::make_shared<Common>();
        add_scenario_options(app, *common);
        add_page_options(app, *common);
        add_picture_options(app, *common);
        return [common] { return answer(*common, "train"); };
      }};
}

}  // namespace llmsize::cli

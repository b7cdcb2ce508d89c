// SPDX-License-Identifier: Apache-2.0
// llmsize data: ingest, model loading, the stages of a project.
#include "cli/command.hpp"

namespace llmsize::cli {

Command data_command() {
  return {
      "data", "Size storage bandwidth for training data and model loading",
      "  llmsize data --model gpt3-175b --system dgx-h100 --nodes 128 --tp 8 --pp 16 --global-batch 1536 --tokens 300B "
      "--storage "
      "superpod-h100-good\n"
      "  llmsize data --system dgx-h100 --data volumes --data.batch 7 --data.step_time 0.323s --data.samples 1M "
      "--epochs 5 --dataset-cache 10TB\n"
      "  llmsize data --dataset llama-3 --results ingest.dataset_size\n"
      "  llmsize data --model bloom-176b --system dgx-a100-640 --nodes 32 --replicas 32 --storage ddn-ai400x2 --json\n",
      [](Parser& app) {
        auto common = std::make_shared<Common>();
        add_scenario_options(app, *common);
        add_page_options(app, *common);
        add_picture_options(app, *common);
        return [common] { return answer(*common, "data"); };
      }};
}

}  // namespace llmsize::cli

// SPDX-License-Identifier: Apache-2.0
// llmsize data: ingest, model loading, the stages of a project.
#include "cli/command.hpp"

namespace llmsize::cli {

Command data_command() {
  return {
      .name = "data",
      .summary = "Size storage bandwidth for training data and model loading",
      .usage = "--model MODEL --system SYSTEM [OPTIONS]",
      .examples =
          {"llmsize data --model gpt3-175b --system dgx-h100 --nodes 128 --storage superpod-h100-good",
           "llmsize data --dataset llama-3 --results ingest.dataset_size",
           "llmsize data --model bloom-176b --system dgx-a100-640 --nodes 32 --replicas 32 --json"},
      .topics =
          {{"Data", {"--dataset", "--data", "--epochs", "--dataset-cache", "--tokens"}},
           {"Storage", {"--storage", "--appliances", "--storage-nics", "--tenants"}},
           {"Job", {"--model", "--system", "--nodes", "--global-batch", "--sequence", "--replicas"}}},
      .prepare = [](Parser& app) {
        auto common = std::make_shared<Common>();
        add_scenario_options(app, *common);
        add_page_options(app, *common);
        add_picture_options(app, *common);
        return [common] { return answer(*common, "data"); };
      }};
}

}  // namespace llmsize::cli

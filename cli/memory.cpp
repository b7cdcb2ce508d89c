// SPDX-License-Identifier: Apache-2.0
// llmsize memory: where every byte lives.
#include "cli/command.hpp"

namespace llmsize::cli {

Command memory_command() {
  return {
      .name = "memory",
      .summary = "Break down memory per GPU and tier; check fit",
      .usage = "--model MODEL --system SYSTEM [OPTIONS]",
      .examples =
          {"llmsize memory --model gpt3-175b --system dgx-h100 --nodes 16 --tp 8 --pp 16",
           "llmsize memory --parameters 17B --accelerator h100-sxm5-80gb --gpus 1 --check",
           "llmsize memory --model bloom-176b --system dgx-a100-640 --zero 3 --offload cpu --json"},
      .topics =
          {{"Model", {"--model", "--parameters", "--sequence", "--global-batch", "--micro-batch", "--recipe"}},
           {"Cluster", {"--system", "--accelerator", "--nodes", "--gpus"}},
           {"Layout", {"--tp", "--pp", "--dp", "--cp", "--ep", "--zero", "--recompute", "--sequence-parallel"}},
           {"Offload", {"--offload", "--offload-optimizer", "--offload-activations"}}},
      .prepare = [](Parser& app) {
        auto common = std::make_shared<Common>();
        add_scenario_options(app, *common);
        add_page_options(app, *common);
        add_picture_options(app, *common);
        return [common] { return answer(*common, "memory"); };
      }};
}

}  // namespace llmsize::cli

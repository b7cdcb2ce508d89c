// SPDX-License-Identifier: Apache-2.0
// llmsize train: time of a step and of a training.
#include "cli/launch.hpp"

namespace llmsize::cli {
namespace {

int run(const Common& common) {
  if (common.launch.empty()) return answer(common, "train");
  const Catalog catalog = load_catalog(common);
  return finish_launch(
      common, question_of_name("train").ask(read_scenario(common), catalog, asking_of(common)), catalog);
}

}  // namespace

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
             "--sequence-parallel", "--layout"}},
           {"Launch line", {"--launch"}}},
      .prepare = [](Parser& app) {
        auto common = std::make_shared<Common>();
        add_scenario_options(app, *common);
        add_page_options(app, *common);
        add_picture_options(app, *common);
        add_launch_option(app, *common, true);
        return [common] { return run(*common); };
      }};
}

}  // namespace llmsize::cli

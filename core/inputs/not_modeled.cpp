// SPDX-License-Identifier: Apache-2.0
#include "core/inputs/not_modeled.hpp"

#include <algorithm>
#include <array>

namespace llmsize {
namespace {

struct Refused {
  std::array<std::string_view, 8> words;
  std::string_view sentence;
};

constexpr Refused refused[] = {
    {{"rl", "rlhf", "ppo", "grpo", "reinforcement", "reinforcement_learning"},
     "reinforcement learning is not modeled; nearest are its training as fine-tuning and its rollouts as inference: "
     "--mode finetune and --mode infer"},
    {{"sites", "multi_site", "datacenters", "regions", "wan"},
     "training across several sites is not modeled; nearest is one site with all nodes, which needs no option"},
    {{"spot", "preemptible", "spot_price", "spot_nodes"},
     "spot capacity is not modeled; nearest is a shorter job MTBF"},
    {{"images", "image", "video", "videos", "vision", "multimodal", "modality", "diffusion"},
     "image and video ingest is not modeled; nearest is a dataset of samples with their size"},
    {{"oversubscription", "oversubscribed", "blocking_factor"},
     "an oversubscribed fabric is not modeled; nearest is a slower port: 2:1 of 400Gb/s is --network.rate 200Gb/s"},
    {{"goodput", "goodput_goal", "min_goodput"},
     "a goodput goal of training is not modeled; nearest is --goal.save_overhead 5%, the share of time that "
     "checkpoints may take; of a service it is --slo-attainment 99%"},
    {{"step_time", "iteration_time", "measured_step_time"},
     "a measured step time is not modeled; nearest is 'llmsize explain training.iteration_flop', divided by GPUs and "
     "seconds"}};

/// "sites" of "--sites", "cluster.sites" or "--cluster-sites": the name without its dashes and its group.
std::string bare(std::string_view word) {
  word.remove_prefix(std::min(word.find_first_not_of('-'), word.size()));
  if (const auto dot = word.rfind('.'); dot != std::string_view::npos) word.remove_prefix(dot + 1);
  std::string name(word);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace

std::string_view not_modeled(std::string_view word) {
  const std::string name = bare(word);
  if (name.empty()) return {};
  for (const Refused& each : refused)
    if (std::find(each.words.begin(), each.words.end(), name) != each.words.end()) return each.sentence;
  return {};
}

}  // namespace llmsize

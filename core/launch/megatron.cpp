// SPDX-License-Identifier: Apache-2.0
// torchrun pretrain_gpt.py: the layout of a training run; model, data and optimizer stay the user's.
#include "core/inputs/tier.hpp"
#include "core/launch/facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

constexpr std::string_view megatron = "megatron";

bool is_on(const LaunchFacts& facts, InputKey key) { return facts.input(key) == 1; }

/// ZeRO 2 and 3 are Megatron-FSDP, ZeRO 1 is the distributed optimizer.
void add_sharding(LaunchFacts& facts) {
  const bool weights = is_on(facts, "layout.shard_parameters"), gradients = is_on(facts, "layout.shard_gradients");
  facts.numbers["fsdp"] = weights || gradients ? 1 : 0;
  if (is_on(facts, "layout.shard_in_node"))
    facts.reasons.emplace_back("Hybrid sharding (HSDP) has no flag in the recorded release.");
  if (!weights && !gradients) return;
  facts.words["sharding"] = weights ? "optim_grads_params" : "optim_grads";
  facts.words["checkpoint_format"] = "fsdp_dtensor";
  facts.notes.emplace_back("Megatron-FSDP needs CUDA_DEVICE_MAX_CONNECTIONS above 1 or unset.");
  if (facts.input("layout.pipeline") > 1)
    facts.reasons.emplace_back("ZeRO 2 and 3 with pipeline parallelism are not documented for Megatron-FSDP.");
}

/// What selective recomputation recomputes.
std::string modules_of(LaunchFacts& facts) {
  std::string modules = is_on(facts, "layout.recompute_core") ? "core_attn" : "";
  if (!is_on(facts, "layout.recompute_modules")) return modules;
  modules += (modules.empty() ? "" : " ") + std::string("layernorm");
  if (facts.number("model.kv_rank") > 0) modules += " mla_up_proj";
  if (facts.number("model.moe_layers") > 0)
    modules += " moe_act";
  else
    facts.notes.emplace_back("Recomputed activation functions of dense MLPs are left out. They have no module name.");
  return modules;
}

void recompute_layers(LaunchFacts& facts, double share) {
  facts.words["recompute"] = "full";
  facts.words["recompute_method"] = share == 1 ? "uniform" : "block";
  const double layers = share * facts.input("model.layers") / facts.input("layout.pipeline");
  facts.numbers["recompute_layers"] = share == 1 ? 1 : layers;
  if (share == 1) return;
  // Of interleaved pipelines the flag counts layers of a virtual stage.
  if (layers != std::floor(layers) || facts.input("layout.interleave") > 1)
    facts.reasons.push_back(fmt::format(
        "Recomputation of {:.3g} of the layers is not a whole number of layers per pipeline stage.", share));
}

void add_recomputation(LaunchFacts& facts) {
  facts.numbers["recompute_layers"] = absent;
  const double share = facts.input("layout.recompute_fraction");
  if (share > 0) return recompute_layers(facts, share);
  facts.words["recompute_modules"] = modules_of(facts);
  if (!facts.words["recompute_modules"].empty()) facts.words["recompute"] = "selective";
}

void add_precision(LaunchFacts& facts) {
  const std::string precision = facts.word("workload.precision");
  const bool eight = precision == "fp8" || precision == "mxfp8", four = precision == "fp4" || precision == "nvfp4";
  facts.numbers["bf16"] = precision == "bf16" || eight || four ? 1 : 0;
  facts.numbers["fp16"] = precision == "fp16" ? 1 : 0;
  if (four) facts.words["fp4_format"] = "e2m1";
  if (!eight) return;
  facts.words["fp8_format"] = precision == "fp8" ? "hybrid" : "e4m3";
  if (precision == "mxfp8")
    facts.words["fp8_recipe"] = "mxfp8";
  else
    facts.notes.emplace_back("The FP8 recipe is left out. It is not an input.");
}

void add_megatron_reasons(LaunchFacts& facts) {
  constexpr InputKey tiers[] = {
      "memory.parameters_tier", "memory.gradients_tier", "memory.optimizer_tier", "memory.activations_tier"};
  const auto is_offloaded = [&](InputKey key) { return facts.input(key) > code(Tier::gpu); };
  if (std::any_of(std::begin(tiers), std::end(tiers), is_offloaded))
    facts.reasons.emplace_back("Offloaded states have no matching flag.");
  if (facts.input("layout.tiling") > 1) facts.reasons.emplace_back("Tiled linear layers have no flag.");
  if (const std::string adapter = facts.word("workload.adapter"); !adapter.empty() && adapter != "none")
    facts.reasons.emplace_back("Adapters (LoRA) have no flag. pretrain_gpt.py trains all weights.");
}

/// "torchrun --nproc-per-node 8 --nnodes 16 …", the same on every node.
LaunchCommand torchrun(LaunchFacts& facts) {
  const double gpus = facts.input("cluster.gpus"), most = host_gpus(facts);
  const double nodes = is_absent(most) ? 1 : std::ceil(gpus / most);
  if (std::fmod(gpus, nodes) > 0)
    facts.reasons.push_back(fmt::format("{:.0f} GPUs do not fill {:.0f} nodes evenly.", gpus, nodes));
  LaunchCommand command{{}, {fmt::format("torchrun --nproc-per-node {:.0f}", gpus / nodes)}};
  if (nodes > 1) {
    command.place = fmt::format("Same line on each of {:.0f} nodes", nodes);
    command.parts.push_back(fmt::format("--nnodes {:.0f}", nodes));
    command.parts.emplace_back("--node-rank \"$NODE_RANK\"");
    command.parts.emplace_back("--master-addr \"$MASTER_ADDR\"");
    facts.notes.emplace_back("Set NODE_RANK per node from 0, and MASTER_ADDR to the address of node 0.");
  }
  command.parts.emplace_back("pretrain_gpt.py");
  return command;
}

}  // namespace

std::vector<LaunchCommand> megatron_commands(LaunchFacts& facts) {
  const bool mixture = facts.number("model.moe_layers") > 0;
  facts.numbers["expert_tensor"] = mixture ? facts.input("layout.expert_tensor") : absent;
  // Megatron-LM turns it off without tensor parallelism.
  facts.numbers["sequence_parallel"] =
      is_on(facts, "layout.sequence_parallel") && facts.input("layout.tensor") > 1 ? 1 : 0;
  if (facts.numbers["sequence_parallel"] == 0 && facts.input("layout.expert") > 1 && facts.input("layout.tensor") > 1)
    facts.notes.emplace_back("Megatron-LM warns about EP with TP without sequence parallelism.");
  add_sharding(facts);
  add_recomputation(facts);
  add_precision(facts);
  add_megatron_reasons(facts);
  LaunchCommand command = torchrun(facts);
  for (std::string& text : flags_with_values(megatron, facts)) command.parts.push_back(std::move(text));
  // Model, data and optimizer arguments of whoever runs the script.
  command.parts.emplace_back("\"$@\"");
  facts.notes.emplace_back("Pass model, data, optimizer and checkpoint arguments to the script.");
  return {command};
}

}  // namespace llmsize

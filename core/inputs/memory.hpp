// SPDX-License-Identifier: Apache-2.0
// Inputs of memory: bytes of every kind of state per parameter, the tier each kind lives on, and what surrounds them on
// the GPU.
#pragma once

#include "core/inputs/choice.hpp"
#include "core/inputs/tier.hpp"

namespace llmsize::memory {

inline constexpr auto weight_bytes = input<"memory.weight_bytes", Bytes>(
    {.symbol = "β_w", .label = "Bytes per weight", .help = "Bytes per weight in the forward pass", .most = 16});
inline constexpr auto gradient_bytes = input<"memory.gradient_bytes", Bytes>(
    {.symbol = "β_g", .label = "Bytes per gradient", .help = "Bytes per gradient, all copies included", .most = 16});
inline constexpr auto gather_bytes = input<"memory.gather_bytes", Bytes>(
    {.symbol = "β_all",
     .label = "Bytes per communicated weight",
     .help = "Bytes per weight in all-gathers of sharded or updated weights",
     .least = 0.01,
     .most = 16});
inline constexpr auto master_bytes = input<"memory.master_bytes", Bytes>(
    {.symbol = "β_m",
     .label = "Bytes per master weight",
     .help = "Bytes per master weight of the optimizer",
     .most = 16});
inline constexpr auto moment_bytes = input<"memory.moment_bytes", Bytes>(
    {.symbol = "β_v",
     .label = "Optimizer moment bytes per parameter",
     .help = "Bytes of all optimizer moments per parameter",
     .most = 32});
inline constexpr auto parameters_tier = input<"memory.parameters_tier", Count>(
    {.symbol = "τ_w",
     .label = "Weight tier (code)",
     .help = "Tier of the weights: 0 GPU, 1 CPU, 2 local NVMe, 3 shared storage",
     .most = 3,
     .words = tier_words,
     .whole = true});
inline constexpr auto gradients_tier = input<"memory.gradients_tier", Count>(
    {.symbol = "τ_g",
     .label = "Gradient tier (code)",
     .help = "Tier of the gradients: 0 GPU, 1 CPU, 2 local NVMe, 3 shared storage",
     .most = 3,
     .words = tier_words,
     .whole = true});
inline constexpr auto optimizer_tier = input<"memory.optimizer_tier", Count>(
    {.symbol = "τ_o",
     .label = "Optimizer-state tier (code)",
     .help = "Tier of the optimizer states: 0 GPU, 1 CPU, 2 local NVMe, 3 shared storage",
     .most = 3,
     .words = tier_words,
     .whole = true});
inline constexpr auto activations_tier = input<"memory.activations_tier", Count>(
    {.symbol = "τ_a",
     .label = "Activation tier (code)",
     .help = "Tier of the stored activations: 0 GPU, 1 CPU, 2 local NVMe, 3 shared storage",
     .most = 3,
     .words = tier_words,
     .whole = true});
inline constexpr auto target_tier = input<"memory.target_tier", Count>(
    {.symbol = "τ",
     .label = "Slowest offload tier allowed",
     .help = "Slowest tier that may hold the model: 0 GPU, 1 CPU, 2 local NVMe, 3 shared storage",
     .most = 3,
     .words = tier_words,
     .whole = true});
inline constexpr auto context_bytes = input<"memory.context_bytes", Bytes>(
    {.symbol = "M_ctx",
     .label = "CUDA context",
     .help = "GPU memory of driver, kernels and libraries before the first tensor",
     .most = 1e12,
     .initial = 1.0 * 1024 * 1024 * 1024,
     .source = "expert judgment: framework totals exceed the sum of tensors by 0.3 to 1 GiB on A100 to B200",
     .spread = 0.4,
     .unit = Unit::memory});
inline constexpr auto communication_bytes = input<"memory.communication_bytes", Bytes>(
    {.symbol = "M_com",
     .label = "NCCL buffers",
     .help = "GPU memory of communication buffers (NCCL) on more than one GPU",
     .most = 1e12,
     .initial = 1.0 * 1024 * 1024 * 1024,
     .source = "expert judgment: channels and staging buffers of NCCL with several communicators",
     .spread = 0.5,
     .unit = Unit::memory});
inline constexpr auto fragmentation = input<"memory.fragmentation", Count>(
    {.symbol = "φ_frag",
     .label = "Allocator fragmentation",
     .help = "Memory lost to allocator fragmentation, as a fraction of activations",
     .most = 1,
     .initial = 0.05,
     .source = "expert judgment: memory_reserved vs. memory_allocated of caching allocators (PyTorch)",
     .spread = 0.5,
     .unit = Unit::ratio});

inline constexpr auto tensor_error = input<"memory.tensor_error", Count>(
    {.symbol = "ε_t",
     .label = "Tensor-count error",
     .help = "Allocated over calculated tensor memory: 1, with a spread",
     .least = 1e-3,
     .most = 1e3,
     .initial = 1,
     .source = "1 by definition; spread from published allocations: docs/accuracy.md",
     .spread = 0.026,
     .unit = Unit::ratio});
inline constexpr auto allocator_error = input<"memory.allocator_error", Count>(
    {.symbol = "ε_a",
     .label = "Allocator/driver memory error",
     .help =
         "Driver-reported memory over allocations and buffers: 1, with a spread. Caching allocators hold their peak.",
     .least = 1e-3,
     .most = 1e3,
     .initial = 1,
     .source = "1 by definition; spread from published totals: docs/accuracy.md",
     .spread = 0.045,
     .unit = Unit::ratio});

inline constexpr auto layers_at_hand = input<"memory.layers_at_hand", Count>(
    {.symbol = "n_hand",
     .label = "Prefetched layers",
     .help = "Layers in GPU memory at once when they stream from other GPUs or slower tiers: the active one and those "
             "prefetched",
     .least = 1,
     .most = 1000,
     .initial = 2,
     .source = "FSDP and ZeRO-3: one layer in use, one prefetched; agrees with published memory measurements"});

inline constexpr auto margin = input<"memory.margin", Count>(
    {.symbol = "μ_free",
     .label = "GPU memory headroom",
     .help = "Fraction of GPU memory that the planner leaves free. A set layout may use all of it.",
     .most = 0.9,
     .initial = 0.06,
     .source = "layouts planned above 98% of GPU memory are 13% too fast (median time ratio of published and planned "
               "layouts: 0.87)",
     .unit = Unit::ratio});

inline constexpr auto resident_share = input<"memory.resident_share", Count>(
    {.symbol = "f_pin",
     .label = "GPU-resident weight fraction",
     .help = "Fraction of offloaded weights resident in GPU memory during inference",
     .flags = "--resident-weights",
     .most = 1,
     .initial = 0,
     .source = "all offloaded weights stream by default",
     .unit = Unit::ratio});

inline constexpr auto inputs = std::tie(
    weight_bytes, gradient_bytes, gather_bytes, master_bytes, moment_bytes, parameters_tier, gradients_tier,
    optimizer_tier, activations_tier, target_tier, context_bytes, communication_bytes, fragmentation, tensor_error,
    allocator_error, layers_at_hand, margin, resident_share);

/// Settings of a recipe: bytes per parameter in memory, of those a checkpoint keeps, and of a gathered weight.
constexpr Settings recipe(
    double weight, double gradient, double master, double moments, double kept_weight, double kept_optimizer,
    double gathered = 2) {
  return {
      {{"memory.weight_bytes", weight},
       {"memory.gather_bytes", gathered},
       {"memory.gradient_bytes", gradient},
       {"memory.master_bytes", master},
       {"memory.moment_bytes", moments},
       {"checkpoint.weight_bytes", kept_weight},
       {"checkpoint.optimizer_bytes", kept_optimizer}}};
}
inline constexpr Option recipe_options[] = {
    {"adam16", "16-bit weights and gradients, FP32 master weights and moments", recipe(2, 2, 4, 8, 2, 12)},
    {"adam18", "16-bit weights, FP32 gradients, master weights and moments (Megatron-LM)", recipe(2, 4, 4, 8, 2, 12)},
    {"adam20", "adam16 plus an FP32 gradient copy (ZeRO-Infinity, 240·l·h²)", recipe(2, 6, 4, 8, 2, 12)},
    {"adam-fp8", "8-bit weights and transposes, 8-bit all-gather, 16-bit gradients, FP32 master weights and moments",
     recipe(2, 2, 4, 8, 2, 12, 1)},
    {"adam-fp32", "FP32 weights, cast on the fly (FSDP)", recipe(4, 4, 0, 8, 0, 12)},
    {"adam-no-master", "16-bit weights and gradients, FP32 moments, no master weights (memory-efficient FP16 Adam)",
     recipe(2, 2, 0, 8, 2, 8)},
    {"adam-bf16-moments", "adam16 with 16-bit moments", recipe(2, 2, 4, 4, 2, 8)},
    {"adam-8bit", "adam16 with 8-bit moments, without block scales", recipe(2, 2, 4, 2, 2, 6)},
    {"sgd-momentum", "16-bit weights and gradients, FP32 master weights, one FP32 moment", recipe(2, 2, 4, 4, 2, 8)},
    {"weights16", "16-bit weights only, as for inference", recipe(2, 0, 0, 0, 2, 0)},
    {"weights8", "8-bit weights only, without scales", recipe(1, 0, 0, 0, 1, 0)},
    {"weights4", "4-bit weights only, without scales", recipe(0.5, 0, 0, 0, 0.5, 0)},
};

/// The four tiers as options of one kind of state.
constexpr std::array<Option, 4> tiers(InputKey key) {
  return {
      {{"gpu", "GPU memory", {{{key, code(Tier::gpu)}}}},
       {"cpu", "CPU memory", {{{key, code(Tier::cpu)}}}},
       {"nvme", "local NVMe", {{{key, code(Tier::nvme)}}}},
       {"shared", "shared storage", {{{key, code(Tier::shared)}}}}}};
}
inline constexpr auto parameters_options = tiers("memory.parameters_tier");
inline constexpr auto gradients_options = tiers("memory.gradients_tier");
inline constexpr auto optimizer_options = tiers("memory.optimizer_tier");
inline constexpr auto activations_options = tiers("memory.activations_tier");

/// Settings of --offload: every kind of state goes to one tier.
constexpr Settings all_states(Tier chosen) {
  const double tier = code(chosen);
  return {
      {{"memory.target_tier", tier},
       {"memory.parameters_tier", tier},
       {"memory.gradients_tier", tier},
       {"memory.optimizer_tier", tier}}};
}
inline constexpr Option offload_options[] = {
    {"gpu", "no offload", all_states(Tier::gpu)},
    {"cpu", "weights, gradients and optimizer states in CPU memory", all_states(Tier::cpu)},
    {"nvme", "weights, gradients and optimizer states on local NVMe", all_states(Tier::nvme)},
    {"shared", "weights, gradients and optimizer states on shared storage", all_states(Tier::shared)},
};
// The first choice that sets an input wins: one kind of state before all of them.
inline constexpr Choice choices[] = {
    {"memory.recipe", "Recipe", "Optimizer and precision recipe (bytes per parameter)", "--recipe", "adam16",
     "DDN, AI for Science and Exascale (16 bytes per parameter); Rajbhandari et al. 2020", recipe_options},
    {"memory.offload_parameters", "Weight offload", "Offload target for weights", "--offload-parameters", "", "",
     parameters_options},
    {"memory.offload_gradients", "Gradient offload", "Offload target for gradients", "--offload-gradients", "", "",
     gradients_options},
    {"memory.offload_optimizer", "Optimizer-state offload", "Offload target for optimizer states",
     "--offload-optimizer", "", "", optimizer_options},
    {"memory.offload_activations", "Activation offload", "Offload target for stored activations",
     "--offload-activations", "gpu", "", activations_options},
    {"memory.offload", "Offload", "Offload target for weights, gradients and optimizer states", "--offload", "gpu",
     "Rajbhandari et al. 2021 (ZeRO-Infinity)", offload_options},
};

}  // namespace llmsize::memory

// SPDX-License-Identifier: Apache-2.0
// Inputs of the layout: how model, batch and sequence are split over accelerators.
#pragma once

#include "core/inputs/choice.hpp"
#include "core/inputs/model.hpp"
#include "core/inputs/prefill.hpp"

namespace llmsize::layout {

inline constexpr auto data = input<"layout.data", Count>(
    {.symbol = "D",
     .label = "Data-parallel size (DP)",
     .help = "Data-parallel size. In serving: decode DP replicas.",
     .flags = "--dp,--data-parallel",
     .least = 1,
     .most = 1e7,
     .whole = true},
    [](const auto& x) {
      return (cluster::gpus(x) - serving::prefill_gpus(x)) / (tensor(x) * pipeline(x) * context(x));
    });
inline constexpr auto ends_as_layers = input<"layout.ends_as_layers", Count>(
    {.symbol = "ends",
     .label = "Embedding and LM head as layers",
     .help = "Count embedding and LM head as one layer each in pipeline stages. Default: if PP divides layers + 2 only "
             "(Megatron-LM --account-for-embedding-in-pipeline-split).",
     .most = 1,
     .unit = Unit::flag,
     .whole = true},
    [](const auto& x) {
      const auto odd = less(0.0, remainder(model::layers(x), pipeline(x)));
      return odd * equal(remainder(model::layers(x) + 2.0, pipeline(x)), 0.0);
    });
inline constexpr auto micro_batch = input<"layout.micro_batch", Count>(
    {.symbol = "b",
     .label = "Micro-batch size",
     .help = "Micro-batch size (Megatron-LM --micro-batch-size)",
     .flags = "--micro-batch",
     .least = 1,
     .most = 1e6,
     .initial = 1,
     .source = "smallest micro-batch",
     .whole = true});
inline constexpr auto sequence_parallel = input<"layout.sequence_parallel", Count>(
    {.symbol = "sp",
     .label = "Sequence parallelism",
     .help = "Enable sequence parallelism (Megatron-LM --sequence-parallel)",
     .flags = "--sequence-parallel",
     .most = 1,
     .initial = 0,
     .source = "off",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto recompute_fraction = input<"layout.recompute_fraction", Count>(
    {.symbol = "r",
     .label = "Recomputed fraction",
     .help = "Fraction of layers with recomputation, e.g. 0.25",
     .flags = "--recompute-fraction",
     .most = 1,
     .unit = Unit::ratio});
inline constexpr auto dropped_share = input<"layout.dropped_share", Count>(
    {.symbol = "r_mem",
     .label = "Recomputed fraction of activations",
     .help = "Fraction of a layer's activations dropped and recomputed. Default: recomputed fraction of layers.",
     .most = 1,
     .unit = Unit::ratio},
    [](const auto& x) { return recompute_fraction(x); });
inline constexpr auto recompute_core = input<"layout.recompute_core", Count>(
    {.symbol = "r_core",
     .label = "Attention recomputation",
     .help = "Enable recomputation of attention scores and context",
     .most = 1,
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto recompute_modules = input<"layout.recompute_modules", Count>(
    {.symbol = "r_mod",
     .label = "Selective recompute modules",
     .help =
         "Enable recomputation of norms, activation functions and MLA up-projections (Megatron-LM --recompute-modules)",
     .flags = "--recompute-modules",
     .most = 1,
     .initial = 0,
     .source = "Megatron-LM stores the inputs of linear layers by default",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto tiling = input<"layout.tiling", Count>(
    {.symbol = "n_tile",
     .label = "Tiling factor",
     .help = "Memory-centric tiling factor: tiles per linear layer (DeepSpeed TiledLinear)",
     .flags = "--tiling",
     .least = 1,
     .most = 1e4,
     .initial = 1,
     .source = "whole layers; Rajbhandari et al. 2021 (ZeRO-Infinity): memory-centric tiling",
     .whole = true});
inline constexpr auto shard_optimizer = input<"layout.shard_optimizer", Count>(
    {.symbol = "z_o",
     .label = "Optimizer-state sharding",
     .help = "Shard optimizer states over DP ranks (ZeRO-1)",
     .most = 1,
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto shard_gradients = input<"layout.shard_gradients", Count>(
    {.symbol = "z_g",
     .label = "Gradient sharding",
     .help = "Shard gradients over DP ranks (ZeRO-2)",
     .most = 1,
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto shard_parameters = input<"layout.shard_parameters", Count>(
    {.symbol = "z_w",
     .label = "Weight sharding",
     .help = "Shard weights over DP ranks (ZeRO-3, FSDP)",
     .most = 1,
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto shard_in_node = input<"layout.shard_in_node", Count>(
    {.symbol = "z_n",
     .label = "Hybrid sharding (HSDP)",
     .help = "Shard inside each node and replicate across nodes (HSDP)",
     .most = 1,
     .unit = Unit::flag,
     .whole = true});

inline constexpr auto open = input<"layout.open", Count>(
    {.symbol = "o",
     .label = "Open layout",
     .help = "Set if --tp, --pp, --cp and --ep are open on more than one GPU",
     .most = 1,
     .unit = Unit::flag,
     .whole = true});

inline constexpr auto searched = input<"layout.searched", Count>(
    {.symbol = "n_srch",
     .label = "Layouts searched",
     .help = "Layouts evaluated by the planner. 1 without a search.",
     .flags = "--searched",
     .least = 1,
     .most = 1e18,
     .initial = 1,
     .source = "no search on a set layout",
     .whole = true});

inline constexpr auto inputs = std::tie(
    open, searched, data, ends_as_layers, micro_batch, sequence_parallel, recompute_fraction, dropped_share,
    recompute_core, recompute_modules, tiling, shard_optimizer, shard_gradients, shard_parameters, shard_in_node);

inline constexpr Option recompute_options[] = {
    {"none", "all activations are stored", {{{"layout.recompute_fraction", 0}, {"layout.recompute_core", 0}}}},
    {"selective",
     "attention scores and context are recomputed",
     {{{"layout.recompute_fraction", 0}, {"layout.recompute_core", 1}}}},
    {"full",
     "only the input of each layer is stored",
     {{{"layout.recompute_fraction", 1}, {"layout.recompute_core", 0}}}},
};

/// Settings of one ZeRO stage.
constexpr Settings zero(double optimizer, double gradients, double parameters, double in_node) {
  return {
      {{"layout.shard_optimizer", optimizer},
       {"layout.shard_gradients", gradients},
       {"layout.shard_parameters", parameters},
       {"layout.shard_in_node", in_node}}};
}
inline constexpr Option zero_options[] = {
    {"0", "no sharding (plain DP)", zero(0, 0, 0, 0)},
    {"1", "optimizer states are sharded (distributed optimizer)", zero(1, 0, 0, 0)},
    {"2", "optimizer states and gradients are sharded", zero(1, 1, 0, 0)},
    {"3", "weights, gradients and optimizer states are sharded (FSDP)", zero(1, 1, 1, 0)},
    {"hybrid", "same as 3, sharded inside each node (HSDP)", zero(1, 1, 1, 1)},
};
inline constexpr Option search_options[] = {
    {"best", "planner, with the values that you set"},
    {"plain", "default values for all that is open, on one node by default"},
    {"open", "same as best"},
};
inline constexpr Choice choices[] = {
    {"layout.search", "Planner scope", "Planner scope: open, best, plain", "--layout", "best",
     "the planner holds set values and plans the rest", search_options},
    {"layout.recompute", "Activation recomputation",
     "Activation recomputation: none, selective or full (Megatron-LM --recompute-granularity)", "--recompute", "none",
     "Korthikanti et al. 2022", recompute_options},
    {"layout.zero", "ZeRO stage", "ZeRO stage: states sharded across DP replicas (DeepSpeed zero_optimization.stage)",
     "--zero", "0", "Rajbhandari et al. 2020", zero_options},
};

}  // namespace llmsize::layout

// SPDX-License-Identifier: Apache-2.0
// Model states: bytes of the whole job, and how many GPUs share each kind of them.
#pragma once

#include "core/inputs/usual_layout.hpp"
#include "core/memory/weights.hpp"

namespace llmsize::memory {

inline constexpr std::string_view zero_source = "Rajbhandari et al. 2020 (ZeRO); 2021 (ZeRO-Infinity)";

inline constexpr auto bytes_per_parameter = formula<"memory.bytes_per_parameter", Bytes>(
    {.symbol = "β",
     .title = "Model states per parameter",
     .why = "Bytes for the weight and, in training, gradient, master weight and moments.",
     .source = "DDN, AI for Science and Exascale: 2 + 2 + 12 bytes for mixed-precision Adam"},
    [](const auto& x) {
      return mean_weight_bytes(x) +
             workload::trained_share(x) * (gradient_bytes(x) + (master_bytes(x) + moment_bytes(x)));
    });

inline constexpr auto model_states = formula<"memory.model_states", Bytes>(
    {.symbol = "M_states",
     .title = "Model states (total)",
     .why = "Memory for weights, gradients and optimizer states before any activations: 272 GB for 17 billion "
            "parameters at 16 bytes each.",
     .source = "DDN, AI for Science and Exascale; Rajbhandari et al. 2020",
     .unit = Unit::memory},
    [](const auto& x) { return bytes_per_parameter(x) * model::parameters(x); });

inline constexpr auto shard_ranks = formula<"memory.shard_ranks", Count>(
    {.symbol = "n_z",
     .title = "Sharding group size",
     .why = "GPUs over which ZeRO or FSDP shards states: DP × CP, or the part within one node with hybrid sharding.",
     .source = zero_source},
    [](const auto& x) {
      const auto all = layout::data(x) * layout::context(x);
      return choose(layout::shard_in_node(x), smaller(all, larger(1.0, node::gpus(x) / layout::tensor(x))), all);
    });

inline constexpr auto expert_shard_ranks = formula<"memory.expert_shard_ranks", Count>(
    {.symbol = "n_ze",
     .title = "Expert sharding group size",
     .why = "Experts are split over EP × ETP ranks of a stage, which leaves fewer copies of each to shard over.",
     .source = "Megatron-LM, distributed optimizer with expert parallelism"},
    [](const auto& x) {
      return larger(1.0, shard_ranks(x) * layout::tensor(x) / (layout::expert(x) * layout::expert_tensor(x)));
    });

/// Share of a state's bytes that stays on each GPU that works with it: none when it is offloaded, a part when it is
/// sharded.
template <class Lives, class Sharded, class Ranks>
auto resident(const Lives& lives, const Sharded& sharded, const Ranks& ranks) {
  return choose(below(lives, Tier::gpu), 0.0, 1.0 / choose(sharded, ranks, 1.0));
}

/// What of a kind of state stays on a GPU that works with so much of it, shared and of routed experts: weights or
/// bytes.
template <class Lives, class Sharded, class Amount, class Case>
auto stays(const Lives& lives, const Sharded& sharded, const Amount& shared, const Amount& routed, const Case& x) {
  return shared * resident(lives, sharded, shard_ranks(x)) + routed * resident(lives, sharded, expert_shard_ranks(x));
}

/// Whether weights are brought together for every micro-batch: because they are sharded, or offloaded and thereby
/// shared out.
template <class Case>
auto gathers(const Case& x) {
  return larger(layout::shard_parameters(x), below(parameters_tier(x), Tier::gpu));
}

template <class Amount, class Case>
auto gradient_bytes_on(const Amount& shared, const Amount& routed, const Case& x) {
  return workload::trained_share(x) * gradient_bytes(x) *
         stays(gradients_tier(x), layout::shard_gradients(x), shared, routed, x);
}
template <class Amount, class Case>
auto optimizer_bytes_on(const Amount& shared, const Amount& routed, const Case& x) {
  return workload::trained_share(x) * (master_bytes(x) + moment_bytes(x)) *
         stays(optimizer_tier(x), layout::shard_optimizer(x), shared, routed, x);
}

inline constexpr auto state_formulas = std::tie(bytes_per_parameter, model_states, shard_ranks, expert_shard_ranks);

inline constexpr Try weights_tries[] = {
    {"Serve it", "workload.mode", Try::How::said, "infer"},
    {"Count Adam's states", "memory.recipe", Try::How::said, "adam16"}};
inline constexpr auto weights_alone = finding<"memory.weights_alone">(
    {.severity = Severity::warning,
     .sentence =
         "The recipe has no gradients or optimizer states in training: {memory.bytes_per_parameter} per parameter.",
     .brief = "no optimizer states",
     .check = "Training states",
     .tries = weights_tries},
    [](const auto& x) {
      const auto kept = gradient_bytes(x) + master_bytes(x) + moment_bytes(x);
      // Adapters keep next to nothing of either.
      const auto trained = workload::trains(x) * equal(workload::adapter_share(x), 1.0);
      return 0.0 - trained * equal(kept, 0.0 * byte);
    });

}  // namespace llmsize::memory

// SPDX-License-Identifier: Apache-2.0
// Model states in a step: DP communication and the optimizer.
#pragma once

#include "core/memory/gpu.hpp"
#include "core/tiers/rates.hpp"
#include "core/training/micro_batch.hpp"

namespace llmsize::training {

inline constexpr std::string_view states_source =
    "Rajbhandari et al. 2020, 2021 (ZeRO, ZeRO-Infinity); exposed fraction fitted to published step times";

/// Ring time of a state of so many weights, split over so many ranks `stride` GPUs apart, with so many bytes per
/// weight.
template <class Weights, class Size, class Ranks, class Stride, class Case>
auto ring_time(const Weights& weights, const Size& bytes, const Ranks& ranks, const Stride& stride, const Case& x) {
  const auto volume = (ranks - 1.0) / ranks * bytes * weights;
  return choose(less(1.0, ranks), volume / (software::network_share(x) * ring_rate(ranks, stride, x)), 0.0 * second);
}

/// Communication of `bytes` per shared and routed weight of the stage over all DP replicas, of which fewer hold an
/// expert; layer by layer in `passes`.
template <class Size, class Passes, class Case>
auto exchange_over_copies(const Size& bytes, const Passes& passes, const Case& x) {
  const auto ranks = memory::shard_ranks(x), expert_ranks = memory::expert_shard_ranks(x);
  const auto stride = layout::tensor(x), expert_stride = layout::expert_tensor(x) * layout::expert(x);
  return ring_time(memory::stage_parameters(x), bytes, ranks, stride, x) +
         passes * memory::stage_layers(x) * tree_latency(ranks, stride, x) +
         choose(
             less(0.0, model::moe_layers(x)),
             ring_time(memory::routed_on_gpu(x), bytes, expert_ranks, expert_stride, x), 0.0 * second);
}

/// Bytes of a weight in an all-gather of sharded or updated ones.
template <class Case>
auto gathered_bytes(const Case& x) {
  return choose(
      workload::quantised(x) * software::gathers_cast(x), smaller(memory::gather_bytes(x), workload::linear_bytes(x)),
      memory::gather_bytes(x));
}

inline constexpr auto gather_exchange = formula<"training.gather_exchange", Seconds>(
    {.symbol = "t_fsdp",
     .title = "FSDP communication time per micro-batch",
     .why = "Sharded weights are all-gathered for the forward pass and again for the backward pass. Sharded gradients "
            "are reduce-scattered after every micro-batch.",
     .source = states_source},
    [](const auto& x) {
      const auto trained = workload::trained_share(x);
      const auto scattered = trained * software::exchange_bytes(x);
      const auto all = exchange_over_copies(2.0 * gathered_bytes(x) + scattered, 2.0 + trained, x);
      const auto gradients = exchange_over_copies(scattered, trained, x);
      return choose(memory::gathers(x), all, choose(layout::shard_gradients(x), gradients, 0.0 * second));
    });

inline constexpr auto gradient_exchange = formula<"training.gradient_exchange", Seconds>(
    {.symbol = "t_dp",
     .title = "Gradient communication time per step",
     .why = "Gradients are reduced once per step unless they are sharded. A sharded optimizer all-gathers updated "
            "weights, an unsharded one the reduced gradients. With hybrid sharding (HSDP), nodes reduce what each of "
            "their GPUs holds.",
     .source = states_source},
    [](const auto& x) {
      const auto trained = workload::trained_share(x);
      const auto back = choose(layout::shard_optimizer(x), gathered_bytes(x), software::exchange_bytes(x));
      const auto reduced = 1.0 - layout::shard_gradients(x);
      const auto whole = trained * exchange_over_copies(reduced * software::exchange_bytes(x) + back, reduced + 1.0, x);
      const auto nodes = layout::data(x) * layout::context(x) / memory::shard_ranks(x);
      const auto shard = memory::stage_parameters(x) / memory::shard_ranks(x);
      const auto between = trained * (ring_time(shard, 2.0 * software::exchange_bytes(x), nodes, domain_gpus(x), x) +
                                      2.0 * memory::stage_layers(x) * tree_latency(nodes, domain_gpus(x), x));
      return choose(memory::gathers(x), choose(layout::shard_in_node(x), between, 0.0 * second), whole);
    });

inline constexpr auto exposed_exchange = formula<"training.exposed_exchange", Seconds>(
    {.symbol = "t_d",
     .title = "Exposed DP communication time per step",
     .why = "An all-gather is exposed where it lasts longer than its micro-batch, and slows that slightly where it "
            "does not. Gradient communication overlaps with the last backward pass.",
     .source = states_source},
    [](const auto& x) {
      const auto one = micro_batch_time(x), gather = gather_exchange(x), gradients = gradient_exchange(x);
      const auto waiting = larger(0.0 * second, gather - one) + software::data_exposed(x) * smaller(gather, one);
      return micro_batches(x) * waiting + larger(
                                              software::data_exposed(x) * gradients,
                                              gradients - software::gradient_overlap(x) * larger(one, gather));
    });

/// Weights of the stage whose optimizer states one GPU updates.
inline constexpr auto updated_weights = formula<"training.updated_weights", Count>(
    {.symbol = "Ψ_upd",
     .title = "Weights updated per GPU",
     .why = "All trained weights of the stage, or the GPU's shard of them. Offloaded states are sharded too.",
     .source = states_source},
    [](const auto& x) {
      const auto shards = larger(layout::shard_optimizer(x), below(memory::optimizer_tier(x), Tier::gpu));
      return workload::trained_share(x) *
             (memory::stage_parameters(x) / choose(shards, memory::shard_ranks(x), 1.0) +
              memory::routed_on_gpu(x) / choose(shards, memory::expert_shard_ranks(x), 1.0));
    });

inline constexpr auto update_time = formula<"training.update_time", Seconds>(
    {.symbol = "t_opt",
     .title = "Optimizer update time per step",
     .why = "Reads gradients, reads and writes master weights and moments, writes weights. The gradient norm reads "
            "gradients once more. Runs in CPU memory if the states live there or below.",
     .source = "derived: bytes of the recipe over memory bandwidth"},
    [](const auto& x) {
      const auto states = memory::gradient_bytes(x) + 2.0 * (memory::master_bytes(x) + memory::moment_bytes(x));
      const auto norm = workload::trained_share(x) * (memory::gradient_bytes(x) + memory::weight_bytes(x)) *
                        memory::stage_parameters(x);
      const auto on_gpu = updated_weights(x) * (states + memory::weight_bytes(x)) / memory_rate(x);
      const auto on_cpu = updated_weights(x) * (states + memory::weight_bytes(x)) / tier::dram_rate(x);
      return norm / memory_rate(x) + choose(is_on(memory::optimizer_tier(x), Tier::gpu), on_gpu, on_cpu);
    });

inline constexpr auto states_formulas =
    std::tie(gather_exchange, gradient_exchange, exposed_exchange, updated_weights, update_time);

}  // namespace llmsize::training

// SPDX-License-Identifier: Apache-2.0
// Memory of the fullest GPU: parts that add up, in the order they are printed, and what does not fit.
#pragma once

#include "core/inputs/accelerator.hpp"
#include "core/memory/judged.hpp"
#include "core/memory/roomier.hpp"
#include "core/memory/stages.hpp"
#include "core/model/cache.hpp"

namespace llmsize::memory {

inline constexpr auto stage_parameters = formula<"memory.stage_parameters", Count>(
    {.symbol = "Ψ_gpu",
     .title = "Parameters per GPU (most-loaded stage)",
     .why = "Parameters without routed experts.",
     .source = pipeline_source},
    [](const auto& x) { return choose(last_is_fuller(x), last_parameters(x), first_parameters(x)); });

inline constexpr auto routed_on_gpu = formula<"memory.routed_parameters", Count>(
    {.symbol = "Ψ_x,gpu",
     .title = "Routed-expert parameters per GPU",
     .why = "Routed experts of the most-loaded stage, sharded by EP and ETP.",
     .source = "Megatron-LM, expert parallelism"},
    [](const auto& x) { return routed_of(choose(last_is_fuller(x), last_mixtures(x), stage_mixtures(x)), x); });

inline constexpr auto weights = formula<"memory.weights", Bytes>(
    {.symbol = "M_w",
     .title = "Weights",
     .why = "Weight shard of the GPU. Zero if offloaded.",
     .source = zero_source,
     .unit = Unit::memory},
    [](const auto& x) {
      const auto of_layers = choose(last_is_fuller(x), parameters_of(last_layers(x), x), run_parameters(x));
      return weight_bytes_on(stage_parameters(x), of_layers, routed_on_gpu(x), x);
    });

inline constexpr auto gradients = formula<"memory.gradients", Bytes>(
    {.symbol = "M_g",
     .title = "Gradients",
     .why = "Gradient shard of the GPU. Zero if offloaded.",
     .source = zero_source,
     .unit = Unit::memory},
    [](const auto& x) { return gradient_bytes_on(stage_parameters(x), routed_on_gpu(x), x); });

inline constexpr auto optimizer = formula<"memory.optimizer", Bytes>(
    {.symbol = "M_o",
     .title = "Optimizer states",
     .why = "Master weights and moments of the GPU's shard. Zero if offloaded.",
     .source = zero_source,
     .unit = Unit::memory},
    [](const auto& x) { return optimizer_bytes_on(stage_parameters(x), routed_on_gpu(x), x); });

/// A GPU's part of the KV cache of its copy's sequences, whichever tier holds it.
template <class Case>
auto gpu_part_of_cache(const Case& x) {
  // KV heads split over the tensor-parallel group as far as there are any; a latent is one for all heads.
  const auto split = choose(less(0.0, model::kv_rank(x)), 1.0, smaller(layout::tensor(x), model::kv_heads(x)));
  const auto sequences = ceil(serving::batch(x) / layout::data(x));
  return model::kv_bytes_per_sequence(x) * sequences / (layout::pipeline(x) * layout::context(x) * split);
}

/// For inference: the KV cache of the copy's sequences and the layer in work.
template <class Case>
auto inference_activations(const Case& x) {
  const auto cache = gpu_part_of_cache(x);
  const auto at_hand = smaller(1.0, layers_at_hand(x) * layout::pipeline(x) / model::layers(x));
  const auto here = choose(is_on(activations_tier(x), Tier::gpu), cache, at_hand * cache);
  return here + model::layer_working_set(x) + gathered_bytes(x);
}

inline constexpr auto activations = formula<"memory.activations", Bytes>(
    {.symbol = "M_a",
     .title = "Activations",
     .why = "In training, stored activations of the micro-batches in flight, logits and loss, and the working set of "
            "the current layer. In inference, the KV cache and the working set of the current layer.",
     .source = pipeline_source,
     .unit = Unit::memory},
    [](const auto& x) {
      return choose(
          workload::trains(x), choose(last_is_fuller(x), last_activations(x), first_activations(x)),
          inference_activations(x));
    });

inline constexpr auto gpu_allocated = formula<"memory.gpu_allocated", Bytes>(
    {.symbol = "M_alloc",
     .title = "Allocated GPU memory",
     .why = "Memory that the framework allocates on the most-loaded GPU.",
     .source = "derived: sum of the four parts",
     .unit = Unit::memory},
    [](const auto& x) { return tensor_error(x) * (weights(x) + gradients(x) + optimizer(x) + activations(x)); });

inline constexpr auto buffers = formula<"memory.buffers", Bytes>(
    {.symbol = "M_buf",
     .title = "Runtime overhead and fragmentation",
     .why = "CUDA context, communication buffers with several GPUs, and allocator fragmentation.",
     .source = "expert judgment, from published pairs of framework and driver totals",
     .unit = Unit::memory},
    [](const auto& x) {
      return context_bytes(x) + choose(less(1.0, cluster::gpus(x)), communication_bytes(x), 0.0 * byte) +
             fragmentation(x) * activations(x);
    });

inline constexpr auto gpu_total = formula<"memory.gpu_total", Bytes>(
    {.symbol = "M_total",
     .title = "Peak GPU memory",
     .why = "Memory needed on the most-loaded GPU.",
     .source = "derived: allocated and buffers",
     .unit = Unit::memory},
    [](const auto& x) { return allocator_error(x) * (gpu_allocated(x) + buffers(x)); });

inline constexpr auto gpu_known = formula<"memory.gpu_known", Bytes>(
    {.symbol = "M_known",
     .title = "Peak GPU memory (known parts)",
     .why = "Lower bound for the most-loaded GPU. Unknown parts are not counted.",
     .source = "derived: sum of the parts that are known",
     .unit = Unit::memory},
    [](const auto& x) {
      return otherwise(
          gpu_total(x), known(weights(x)) + known(gradients(x)) + known(optimizer(x)) + known(activations(x)));
    });

inline constexpr auto gpu_capacity = formula<"memory.gpu_capacity", Bytes>(
    {.symbol = "M_cap",
     .title = "GPU memory available",
     .why = "Memory of one accelerator on the selected basis, per device, before any overhead.",
     .source = "derived: data sheet or driver",
     .unit = Unit::memory},
    [](const auto& x) { return accelerator::memory(x) / accelerator::devices(x); });

inline constexpr Try gpu_tries[] = {
    {"Recompute activations", "layout.recompute", Try::How::said, "full"},
    {"Share states out (ZeRO 3)", "layout.zero", Try::How::said, "3"},
    {"Try micro-batch 1", "layout.micro_batch", Try::How::said, "1"},
    to_cpu,
    to_nvme,
    to_shared};
inline constexpr auto gpu_overflow = finding<"memory.gpu_overflow">(
    {.severity = Severity::error,
     .sentence = "GPU memory exceeded: {memory.gpu_known} needed, {memory.gpu_capacity} available.",
     .remedy = "Increase tensor or pipeline parallelism or the ZeRO stage, enable recomputation or offloading, or "
               "reduce the micro-batch size.",
     .brief = "GPU memory exceeded",
     .check = "GPU memory",
     .tries = gpu_tries,
     .effect = ResultKey("memory.gpu_total"),
     .effect_words = "{} per GPU"},
    [](const auto& x) { return judged(x, gpu_capacity(x) - gpu_known(x)); });

inline constexpr auto gpu_formulas = std::tie(
    stage_parameters, routed_on_gpu, weights, gradients, optimizer, activations, gpu_allocated, buffers, gpu_total,
    gpu_known, gpu_capacity);

inline constexpr auto gpu_findings = std::tie(gpu_overflow);

}  // namespace llmsize::memory

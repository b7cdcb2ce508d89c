// SPDX-License-Identifier: Apache-2.0
// A forward pass of inference with weights that may stream from a slower tier: every pass reads the weights once and
// gives every sequence a token.
#pragma once

#include "core/training/streams.hpp"

namespace llmsize::offload {

inline constexpr std::string_view pass_source =
    "DeepSpeed, ZeRO-Inference 2022: one pass streams the model once and serves the whole batch; roofline of Williams "
    "et al. 2009";

/// Routed experts' weights that so many tokens touch together, for experts chosen evenly.
template <class Tokens, class Case>
auto touched_routed(const Tokens& tokens, const Case& x) {
  const auto missed = power(1.0 - model::experts_per_token(x) / model::experts(x), tokens);
  return choose(less(0.0, model::moe_layers(x)), model::routed_parameters(x) * (1.0 - missed), 0.0);
}

inline constexpr auto pass_weights = formula<"offload.pass_weights", Count>(
    {.symbol = "Ψ_pass",
     .title = "Weights that a pass reads",
     .why = "All shared weights, and of the routed experts those that any sequence of the batch needs: mixtures "
            "decouple parameters from "
            "computing.",
     .source = "derived: E·(1 − (1 − k/E)^Q) experts; DDN, LLM offloading"},
    [](const auto& x) {
      const auto shared = choose(
          less(0.0, model::moe_layers(x)), model::parameters(x) - model::routed_parameters(x), model::parameters(x));
      return shared + touched_routed(serving::batch(x), x);
    });

inline constexpr auto pass_bytes = formula<"offload.pass_bytes", Bytes>(
    {.symbol = "V_w",
     .title = "Bytes of the weights that a pass reads",
     .why = "Shared weights and the routed experts that are needed, each as it is held.",
     .source = "derived: weights of a pass by their bytes"},
    [](const auto& x) {
      const auto mean = memory::mean_weight_bytes(x), of_experts = memory::expert_weight_bytes(x);
      const auto shared = choose(
          less(0.0, model::moe_layers(x)), mean * model::parameters(x) - of_experts * model::routed_parameters(x),
          mean * model::parameters(x));
      return shared + of_experts * touched_routed(serving::batch(x), x);
    });

inline constexpr auto pass_computing = formula<"offload.pass_computing", Seconds>(
    {.symbol = "t_pass,0",
     .title = "Computing of a pass",
     .why = "The matrix products of one token per sequence, or reading the weights from GPU memory where that lasts "
            "longer, and the KV "
            "cache.",
     .source = pass_source},
    [](const auto& x) {
      const auto products =
          2.0 * flop * model::parameters_active(x) * serving::batch(x) / (cluster::gpus(x) * training::linear_rate(x));
      const auto reading = pass_bytes(x) / (layout::tensor(x) * training::memory_rate(x));
      const auto cache = otherwise(model::kv_bytes_per_sequence(x) * serving::batch(x) / cluster::gpus(x), 0.0 * byte);
      return larger(products, reading) +
             choose(is_on(memory::activations_tier(x), Tier::gpu), cache / training::memory_rate(x), 0.0 * second);
    });

inline constexpr auto pass_gather = formula<"offload.pass_gather", Seconds>(
    {.symbol = "t_pass,g",
     .title = "Gathering weights in a pass",
     .why = "GPUs that share weights out hand their shares on to each other.",
     .source = pass_source},
    [](const auto& x) {
      const auto weights = pass_weights(x) / (layout::tensor(x) * layout::pipeline(x));
      const auto whole =
          training::ring_time(weights, pass_bytes(x) / pass_weights(x), memory::shard_ranks(x), layout::tensor(x), x);
      return choose(memory::gathers(x), whole, 0.0 * second);
    });

/// What of `stream` a job that lasts so long does not hide.
template <class Stream, class Behind, class Case>
auto exposed(const Stream& stream, const Behind& behind, const Case& x) {
  return larger(0.0 * second, stream - serving::prefetch(x) * behind);
}

inline constexpr auto pass_on_gpu = formula<"offload.pass_on_gpu", Seconds>(
    {.symbol = "t_pass,gpu",
     .title = "Pass without slower tiers",
     .why = "Computing, and gathering as far as it does not hide behind that.",
     .source = pass_source},
    [](const auto& x) { return pass_computing(x) + exposed(pass_gather(x), pass_computing(x), x); });

inline constexpr auto pass_read = formula<"offload.pass_read", Bytes>(
    {.symbol = "V_pass",
     .title = "Weights read per GPU and pass",
     .why = "Each GPU fetches a share of the weights, so that their links add up.",
     .source = pass_source},
    [](const auto& x) {
      const auto groups = layout::tensor(x) * layout::pipeline(x) * memory::shard_ranks(x);
      return training::bytes_where(below(memory::parameters_tier(x), Tier::gpu), pass_bytes(x) / groups);
    });

inline constexpr auto cache_read = formula<"offload.cache_read", Bytes>(
    {.symbol = "V_kv",
     .title = "Offloaded KV cache read per GPU and pass",
     .why = "Attention reads keys and values of everything before.",
     .source = "Sheng et al. 2023 (FlexGen)"},
    [](const auto& x) {
      const auto held = model::kv_bytes_per_sequence(x) * serving::batch(x) / cluster::gpus(x);
      return training::bytes_where(below(memory::activations_tier(x), Tier::gpu), held);
    });

inline constexpr auto cache_written = formula<"offload.cache_written", Bytes>(
    {.symbol = "V_kv,w",
     .title = "Offloaded KV cache written per GPU and pass",
     .why = "Keys and values of one token per sequence.",
     .source = "Sheng et al. 2023 (FlexGen)"},
    [](const auto& x) {
      const auto fresh = model::kv_bytes_per_token(x) * serving::batch(x) / cluster::gpus(x);
      return training::bytes_where(below(memory::activations_tier(x), Tier::gpu), fresh);
    });

inline constexpr auto pass_stream = formula<"offload.pass_stream", Seconds>(
    {.symbol = "t_pass,x",
     .title = "Streaming of a pass",
     .why = "Weights and KV cache from the tiers they live on.",
     .source = pass_source},
    [](const auto& x) {
      const auto cache = tier::reading_time(memory::activations_tier(x), cache_read(x), x) +
                         tier::writing_time(memory::activations_tier(x), cache_written(x), x);
      return tier::reading_time(memory::parameters_tier(x), pass_read(x), x) +
             choose(is_on(memory::activations_tier(x), Tier::gpu), 0.0 * second, cache);
    });

inline constexpr auto prefill_computing = formula<"offload.prefill_computing", Seconds>(
    {.symbol = "t_pre,0",
     .title = "Computing of a pass over whole sequences",
     .why = "The prompt's pass works on all its tokens and soon outlasts the streams.",
     .source = pass_source},
    [](const auto& x) {
      return serving::batch(x) * model::forward_flop(x) / (cluster::gpus(x) * training::linear_rate(x));
    });

inline constexpr auto prefill_efficiency = formula<"offload.prefill_efficiency", Count>(
    {.symbol = "e_pre",
     .title = "GPU efficiency over whole sequences",
     .why = "Share of the pass over all prompts in which GPUs do not wait for slower tiers.",
     .source = pass_source,
     .unit = Unit::ratio},
    [](const auto& x) {
      const auto own = larger(prefill_computing(x), pass_on_gpu(x));
      return own / (own + exposed(pass_stream(x), own, x));
    });

inline constexpr auto pass_formulas = std::tie(
    pass_weights, pass_bytes, pass_computing, pass_gather, pass_on_gpu, pass_read, cache_read, cache_written,
    pass_stream, prefill_computing, prefill_efficiency);

}  // namespace llmsize::offload

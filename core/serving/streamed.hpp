// SPDX-License-Identifier: Apache-2.0
// A forward pass of inference with weights that may stream from a slower tier: every pass reads the weights once and
// gives every sequence a token.
#pragma once

#include "core/serving/prompts.hpp"
#include "core/training/streams.hpp"

namespace llmsize::offload {

inline constexpr std::string_view pass_source =
    "DeepSpeed, ZeRO-Inference 2022: one pass streams the model once for the whole batch; roofline of Williams et al. "
    "2009";

/// Routed experts' weights that so many tokens touch together, for experts chosen evenly.
template <class Tokens, class Case>
auto touched_routed(const Tokens& tokens, const Case& x) {
  const auto missed = power(1.0 - model::experts_per_token(x) / model::experts(x), tokens);
  return choose(less(0.0, model::moe_layers(x)), model::routed_parameters(x) * (1.0 - missed), 0.0);
}

inline constexpr auto pass_weights = formula<"offload.pass_weights", Count>(
    {.symbol = "Ψ_pass",
     .title = "Parameters read per pass",
     .why = "All dense and shared parameters, and each routed expert that at least one sequence of the batch selects.",
     .source = "derived: E·(1 − (1 − k/E)^Q) experts; DDN, LLM offloading"},
    [](const auto& x) {
      const auto shared = choose(
          less(0.0, model::moe_layers(x)), model::parameters(x) - model::routed_parameters(x), model::parameters(x));
      return shared + touched_routed(serving::batch(x), x);
    });

inline constexpr auto pass_bytes = formula<"offload.pass_bytes", Bytes>(
    {.symbol = "V_w",
     .title = "Weight bytes read per pass",
     .why = "Dense, shared and selected routed-expert weights in their storage formats.",
     .source = "derived: parameters read per pass × bytes per parameter"},
    [](const auto& x) {
      const auto mean = memory::mean_weight_bytes(x), of_experts = memory::expert_weight_bytes(x);
      const auto shared = choose(
          less(0.0, model::moe_layers(x)), mean * model::parameters(x) - of_experts * model::routed_parameters(x),
          mean * model::parameters(x));
      return shared + of_experts * touched_routed(serving::batch(x), x);
    });

inline constexpr auto pass_gather = formula<"offload.pass_gather", Seconds>(
    {.symbol = "t_pass,g",
     .title = "Weight all-gather time per pass",
     .why = "GPUs that shard the weights all-gather them before use.",
     .source = pass_source},
    [](const auto& x) {
      const auto ranks = memory::shard_ranks(x);
      const auto here = pass_bytes(x) / (layout::tensor(x) * layout::pipeline(x));
      const auto whole = (ranks - 1.0) / ranks * here / training::ring_rate(ranks, layout::tensor(x), x);
      return choose(memory::gathers(x) * less(1.0, ranks), whole, 0.0 * second);
    });

/// What of `stream` a job that lasts so long does not hide.
template <class Stream, class Behind, class Case>
auto exposed(const Stream& stream, const Behind& behind, const Case& x) {
  return larger(0.0 * second, stream - serving::prefetch(x) * behind);
}

inline constexpr auto decode_time = formula<"offload.decode_time", Seconds>(
    {.symbol = "T_d,Q",
     .title = "Decode step time (static batch)",
     .why = "GPU time to generate one token per sequence, without streaming.",
     .source = serving::pass_source},
    [](const auto& x) { return serving::step_at(x, serving::replica_batch(x)); });

inline constexpr auto pass_on_gpu = formula<"offload.pass_on_gpu", Seconds>(
    {.symbol = "t_pass,gpu",
     .title = "Pass time without offload stalls",
     .why = "One decode step, plus the exposed all-gather if the weights are sharded in GPU memory.",
     .source = pass_source},
    [](const auto& x) {
      const auto gathering = choose(is_on(memory::parameters_tier(x), Tier::gpu), pass_gather(x), 0.0 * second);
      return decode_time(x) + exposed(gathering, decode_time(x), x);
    });

/// A GPU's share of the weights of a pass, all of them streamed.
template <class Case>
auto all_read(const Case& x) {
  const auto groups = layout::tensor(x) * layout::pipeline(x) * memory::shard_ranks(x);
  return training::bytes_where(below(memory::parameters_tier(x), Tier::gpu), pass_bytes(x) / groups);
}

inline constexpr auto pass_read = formula<"offload.pass_read", Bytes>(
    {.symbol = "V_pass",
     .title = "Weights read per GPU and pass",
     .why = "Each GPU fetches a shard, so the bandwidth of all links adds up. Pinned weights stay in GPU memory.",
     .source = pass_source},
    [](const auto& x) { return (1.0 - memory::resident_share(x)) * all_read(x); });

inline constexpr auto cache_read = formula<"offload.cache_read", Bytes>(
    {.symbol = "V_kv",
     .title = "Offloaded KV cache read per GPU and pass",
     .why = "Attention reads the KV cache of all previous tokens.",
     .source = "Sheng et al. 2023 (FlexGen)"},
    [](const auto& x) {
      const auto held = model::cache_of(serving::context_tokens(x), x) * serving::batch(x) / cluster::gpus(x);
      return training::bytes_where(below(memory::activations_tier(x), Tier::gpu), held);
    });

inline constexpr auto cache_written = formula<"offload.cache_written", Bytes>(
    {.symbol = "V_kv,w",
     .title = "Offloaded KV cache written per GPU and pass",
     .why = "The KV cache of one new token per sequence.",
     .source = "Sheng et al. 2023 (FlexGen)"},
    [](const auto& x) {
      const auto fresh = model::kv_bytes_per_token(x) * serving::batch(x) / cluster::gpus(x);
      return training::bytes_where(below(memory::activations_tier(x), Tier::gpu), fresh);
    });

/// So many bytes of weights from the tier that they live on, and handed on by the GPUs that fetched a share each.
template <class Read, class Case>
auto weights_stream(const Read& read, const Case& x) {
  const auto handed_on = choose(is_on(memory::parameters_tier(x), Tier::gpu), 0.0 * second, pass_gather(x));
  return tier::reading_time(memory::parameters_tier(x), read, x) + handed_on;
}

/// Streaming of a pass that reads so many bytes of weights.
template <class Read, class Case>
auto stream_of_pass(const Read& read, const Case& x) {
  const auto reading =
      larger(tier::reading_time(memory::activations_tier(x), cache_read(x), x), cache_read(x) / path::cache_rate(x));
  const auto cache = reading + tier::writing_time(memory::activations_tier(x), cache_written(x), x);
  return weights_stream(read, x) + choose(is_on(memory::activations_tier(x), Tier::gpu), 0.0 * second, cache);
}

inline constexpr auto pass_stream = formula<"offload.pass_stream", Seconds>(
    {.symbol = "t_pass,x",
     .title = "Streaming time per pass",
     .why = "Weights and KV cache from their tiers. GPUs all-gather the fetched weight shards before a layer runs.",
     .source = pass_source},
    [](const auto& x) { return stream_of_pass(pass_read(x), x); });

inline constexpr auto prefill_computing = formula<"offload.prefill_computing", Seconds>(
    {.symbol = "t_pre,0",
     .title = "Prefill compute time",
     .why = "The prefill pass processes all prompt tokens and usually takes longer than the streams.",
     .source = pass_source},
    [](const auto& x) { return serving::static_prefill_at(x, serving::replica_batch(x)); });

/// Streaming while prompts are read, of so many bytes of weights and of the cache that is written.
template <class Read, class Case>
auto stream_of_prefill(const Read& read, const Case& x) {
  const auto fresh = model::kv_bytes_per_token(x) * serving::prompt_tokens(x) * serving::batch(x) / cluster::gpus(x);
  const auto cache = tier::writing_time(memory::activations_tier(x), fresh, x);
  return weights_stream(read, x) + choose(is_on(memory::activations_tier(x), Tier::gpu), 0.0 * second, cache);
}

inline constexpr auto prefill_stream = formula<"offload.prefill_stream", Seconds>(
    {.symbol = "t_pre,x",
     .title = "Weight streaming during prefill",
     .why = "Weights once, and the KV cache of all prompts to its tier.",
     .source = pass_source},
    [](const auto& x) { return stream_of_prefill(pass_read(x), x); });

inline constexpr auto prefill_efficiency = formula<"offload.prefill_efficiency", Count>(
    {.symbol = "e_pre",
     .title = "GPU efficiency during prefill",
     .why = "Fraction of the prefill pass without offload stalls.",
     .source = pass_source,
     .unit = Unit::ratio},
    [](const auto& x) {
      const auto own = larger(prefill_computing(x), pass_on_gpu(x));
      return own / (own + exposed(prefill_stream(x), own, x));
    });

/// A pass over all prompts beside such a stream: computing and what of the stream it does not hide.
template <class Stream, class Case>
auto prefill_beside(const Stream& stream, const Case& x) {
  const auto own = larger(prefill_computing(x), pass_on_gpu(x));
  return own + exposed(stream, own, x);
}

inline constexpr auto prefill_step = formula<"offload.prefill_step", Seconds>(
    {.symbol = "t_pre",
     .title = "Prefill pass time",
     .why = "Compute time plus exposed streaming.",
     .source = pass_source},
    [](const auto& x) { return prefill_beside(prefill_stream(x), x); });

inline constexpr auto pass_formulas = std::tie(
    pass_weights, pass_bytes, pass_gather, decode_time, pass_on_gpu, pass_read, cache_read, cache_written, pass_stream,
    prefill_stream, prefill_computing, prefill_efficiency, prefill_step);

}  // namespace llmsize::offload

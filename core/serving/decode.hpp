// SPDX-License-Identifier: Apache-2.0
// One step of decoding, which gives every sequence a token, and reading prompts before it.
#pragma once

#include "core/serving/pass.hpp"

namespace llmsize::serving {

/// Keys and values of so many sequences with so many tokens each, of one copy of attention, per GPU: KV heads split as
/// far as there are any, a latent never.
template <class Sequences, class Tokens, class Case>
auto cache_on_gpu(const Sequences& sequences, const Tokens& tokens, const Case& x) {
  const auto split = choose(less(0.0, model::kv_rank(x)), 1.0, smaller(layout::tensor(x), model::kv_heads(x)));
  return sequences / layout::expert(x) * model::cache_of(tokens, x) / split;
}

/// Attention of so many sequences, a new token each, to so many tokens before: reading the cache against computing.
template <class Sequences, class Tokens, class Case>
auto attention_of(const Sequences& sequences, const Tokens& tokens, const Case& x) {
  const auto reading = cache_on_gpu(sequences, tokens, x) / (memory_rate(x) * engine::cache_efficiency(x));
  // Absorbed latents are wider than the heads they stand for.
  const auto width = choose(
      less(0.0, model::kv_rank(x)), 2.0 * (2.0 * model::kv_rank(x) + model::rope_head_dim(x)),
      2.0 * (model::head_dim(x) + model::value_head_dim(x)));
  const auto work = flop * sequences / layout::expert(x) * tokens * model::attention_layers(x) * model::heads(x) *
                    width / layout::tensor(x);
  return smooth_larger(reading, work / (half_rate(x) * engine::attention_efficiency(x)), bend);
}

inline constexpr auto context_tokens = formula<"serving.context_tokens", Count>(
    {.symbol = "t",
     .title = "Context of a running sequence",
     .why = "Its prompt and, on average, half of what it puts out; the sequence where neither is said.",
     .source = "derived: mean over a generation of equal lengths"},
    [](const auto& x) {
      return otherwise(serving::input_tokens(x) + serving::output_tokens(x) / 2.0, workload::sequence(x));
    });

inline constexpr auto linear_time = formula<"serving.linear_time", Seconds>(
    {.symbol = "T_lin",
     .title = "Attention projections and MLPs of a step",
     .why = "Reading the weights against computing, bent smoothly; routed experts left out.",
     .source = pass_source},
    [](const auto& x) { return linear_of(micro_batch(x), x) + head_of(micro_batch(x), x); });

inline constexpr auto expert_time = formula<"serving.expert_time", Seconds>(
    {.symbol = "T_exp",
     .title = "Routed experts of a step",
     .why = "Experts that any token hits are read, narrow ones compute slowly.",
     .source = pass_source},
    [](const auto& x) { return choose(less(0.0, model::moe_layers(x)), experts_of(micro_batch(x), x), 0.0 * second); });

inline constexpr auto attention_time = formula<"serving.attention_time", Seconds>(
    {.symbol = "T_kv",
     .title = "Attention of a step",
     .why = "Every sequence reads its keys and values.",
     .source = pass_source},
    [](const auto& x) { return otherwise(attention_of(micro_batch(x), context_tokens(x), x), 0.0 * second); });

inline constexpr auto collective_time = formula<"serving.collective_time", Seconds>(
    {.symbol = "T_comm",
     .title = "Exchange of a step",
     .why = "Two all-reduces a layer inside a tensor-parallel group, tokens to experts and back, stage to stage.",
     .source = "derived: ring volumes over link rates, and a latency per doubling of the group"},
    [](const auto& x) { return exchange_of(micro_batch(x), x); });

inline constexpr auto layer_time = formula<"serving.layer_time", Seconds>(
    {.symbol = "T_layer",
     .title = "Gaps of a step",
     .why = "What every layer takes beside reading and computing.",
     .source = pass_source},
    [](const auto& x) { return otherwise(model::layers(x) * engine::layer_time(x) * layer_kind(x), 0.0 * second); });

inline constexpr auto host_time = formula<"serving.host_time", Seconds>(
    {.symbol = "T_host",
     .title = "Host time of a step",
     .why = "The CPU schedules every sequence beside the GPU's work.",
     .source = pass_source},
    [](const auto& x) {
      return engine::step_time(x) + engine::sequence_time(x) * replica_batch(x) / layout::expert(x);
    });

inline constexpr auto decode_time = formula<"serving.decode_time", Seconds>(
    {.symbol = "T_d",
     .title = "Step of decoding",
     .why = "The work of the GPUs part by part, against the host's scheduling, which runs beside it.",
     .source = pass_source},
    [](const auto& x) {
      const auto device = linear_time(x) + expert_time(x) + attention_time(x) + collective_time(x) + layer_time(x);
      return engine::model_error(x) * smooth_larger(device, host_time(x), bend);
    });

/// Attention of a prompt of so many tokens to itself.
template <class Tokens, class Case>
auto prompt_attention(const Tokens& tokens, const Case& x) {
  const auto full = (model::attention_layers(x) - model::windowed_layers(x)) * squared(tokens) / 2.0;
  const auto windowed = where(
      less(0.0, model::windowed_layers(x)),
      [&] {
        const auto seen = smaller(model::window(x), tokens);
        return model::windowed_layers(x) * seen * (tokens - seen / 2.0);
      },
      0.0);
  const auto width = model::heads(x) * 2.0 * (model::head_dim(x) + model::value_head_dim(x));
  return flop * (full + windowed) * width / (layout::tensor(x) * half_rate(x) * engine::attention_efficiency(x));
}

/// Reading so many prompts of so many tokens at once, on one replica, nothing running beside it.
template <class Prompts, class Tokens, class Case>
auto prefill_of(const Prompts& prompts, const Tokens& tokens, const Case& x) {
  const auto read = prompts * tokens;
  const auto experts = choose(less(0.0, model::moe_layers(x)), experts_of(read, x), 0.0 * second);
  const auto attending = prompts / layout::expert(x) * otherwise(prompt_attention(tokens, x), 0.0 * second);
  const auto device =
      linear_of(read, x) + experts + attending + exchange_of(read, x) + head_of(prompts, x) + layer_time(x);
  const auto launch = choose(less(0.0, model::moe_layers(x)), engine::launch_experts(x), 1.0);
  const auto launched = otherwise(model::layers(x) * engine::launch_time(x) * launch, 0.0 * second);
  return smooth_larger(device, launched, 2.0);
}

inline constexpr auto prefill_time = formula<"serving.prefill_time", Seconds>(
    {.symbol = "T_pre",
     .title = "Reading a prompt alone",
     .why = "A pass over all its tokens, or launching its layers one by one where that takes longer.",
     .source = pass_source},
    [](const auto& x) {
      const auto tokens = otherwise(serving::input_tokens(x), workload::sequence(x));
      return engine::model_error(x) * prefill_of(1.0, tokens, x);
    });

inline constexpr auto decode_formulas = std::tie(
    context_tokens, linear_time, expert_time, attention_time, collective_time, layer_time, host_time, decode_time,
    prefill_time);

}  // namespace llmsize::serving

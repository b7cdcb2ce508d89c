// SPDX-License-Identifier: Apache-2.0
// One step of decoding at the running batch, part by part, and reading a prompt.
#pragma once

#include "core/serving/running.hpp"

namespace llmsize::serving {

inline constexpr auto linear_time = formula<"serving.linear_time", Seconds>(
    {.symbol = "T_lin",
     .title = "Dense GEMM time per step",
     .why = "Attention projections, MLPs and the LM head: the larger of weight read and compute, with a smooth "
            "transition. Routed experts are excluded.",
     .source = pass_source},
    [](const auto& x) {
      const auto of_copy = checked(passing(step_batch(x), x), x) / layout::attention_data(x);
      return linear_of(of_copy, x) + head_of(of_copy, x);
    });

inline constexpr auto expert_time = formula<"serving.expert_time", Seconds>(
    {.symbol = "T_exp",
     .title = "Routed-expert time per step",
     .why = "The step reads every expert that at least one token selects. Narrow experts compute slowly.",
     .source = pass_source},
    [](const auto& x) { return experts_of(checked(passing(step_batch(x), x), x), x); });

inline constexpr auto attention_time = formula<"serving.attention_time", Seconds>(
    {.symbol = "T_kv",
     .title = "Decode attention time per step",
     .why = "Each sequence reads its KV cache.",
     .source = pass_source},
    [](const auto& x) { return attention_part(step_batch(x), x); });

inline constexpr auto collective_time = formula<"serving.collective_time", Seconds>(
    {.symbol = "T_comm",
     .title = "Exposed communication per step",
     .why = "Two TP all-reduces per layer, EP dispatch and combine, and pipeline sends. Two-batch overlap (TBO) hides "
            "a fraction of it.",
     .source = "derived: ring volumes over link bandwidth, and a latency per doubling of the group"},
    [](const auto& x) { return exchange_of(checked(passing(step_batch(x), x), x) / layout::attention_data(x), x); });

inline constexpr auto host_time = formula<"serving.host_time", Seconds>(
    {.symbol = "T_host",
     .title = "CPU scheduling time (decode step)",
     .why = "The CPU schedules every sequence while the GPU computes.",
     .source = pass_source},
    [](const auto& x) { return host_part(step_batch(x), x); });

inline constexpr auto decode_time = formula<"serving.decode_time", Seconds>(
    {.symbol = "T_d",
     .title = "Decode step time",
     .why = "GPU time summed over its parts, overlapped with CPU scheduling.",
     .source = pass_source},
    [](const auto& x) {
      const auto device = linear_time(x) + expert_time(x) + attention_time(x) + collective_time(x) + layer_time(x) +
                          adapters_part(step_batch(x), x);
      return error(x) * smooth_larger(device, host_time(x), bend);
    });

inline constexpr std::string_view bound_words[] = {"weights",    "compute", "kv",  "experts",
                                                   "collective", "layers",  "host"};
/// The same by name.
enum class Bound { weights, compute, kv, experts, collective, layers, host };
constexpr Count code(Bound bound) { return static_cast<Count>(bound); }

inline constexpr auto bound = formula<"serving.bound", Count>(
    {.symbol = "bound",
     .title = "Decode bottleneck",
     .why = "The longest part of a decode step: weight read, compute, KV-cache read, experts, communication, kernel "
            "launch gaps or CPU scheduling.",
     .source = "derived: the longest part",
     .words = bound_words,
     .whole = true},
    [](const auto& x) {
      const auto reading = mixing_reading(x) + common_reading(x) + head_reading(x);
      // Where reading takes as long as computing, the bent longer of both is so many times either.
      const double as_long = std::pow(2.0, 1 / bend);
      const auto of_linear =
          choose(less(linear_time(x), as_long * reading), code(Bound::weights), code(Bound::compute));
      const auto longest = larger(
          larger(linear_time(x), expert_time(x)), larger(larger(attention_time(x), collective_time(x)), layer_time(x)));
      const auto is_longest = [&](const auto& part) { return equal(part, longest); };
      const auto device = choose(
          is_longest(linear_time(x)), of_linear,
          choose(
              is_longest(expert_time(x)), code(Bound::experts),
              choose(
                  is_longest(attention_time(x)), code(Bound::kv),
                  choose(is_longest(collective_time(x)), code(Bound::collective), code(Bound::layers)))));
      const auto all = linear_time(x) + expert_time(x) + attention_time(x) + collective_time(x) + layer_time(x);
      return choose(less(all, host_time(x)), code(Bound::host), device);
    });

inline constexpr auto token_time = formula<"serving.token_time", Seconds>(
    {.symbol = "τ",
     .title = "Decode time per token",
     .why = "Step time with draft tokens and exposed weight streaming, divided by the accepted tokens per step.",
     .source = load_source},
    [](const auto& x) { return token_time_at(x, choose(has_rate(x), larger(1.0, step_batch(x)), step_batch(x))); });

inline constexpr auto prefill_time = formula<"serving.prefill_time", Seconds>(
    {.symbol = "T_pre",
     .title = "Prefill latency (isolated)",
     .why = "One pass over the uncached prompt tokens, or the launch time of all layers if that is longer.",
     .source = pass_source},
    [](const auto& x) { return prefill_at(reader(x), fresh_tokens(x)); });

inline constexpr auto batch_latency = formula<"serving.batch_latency", Seconds>(
    {.symbol = "t_batch",
     .title = "Static batch latency",
     .why = "Prefill of all prompts, then decode of all sequences to their end.",
     .source = "derived: one prefill pass, and one step per further token"},
    [](const auto& x) {
      return static_prefill_at(x, replica_batch(x)) + (output_tokens(x) - 1.0) * step_at(x, replica_batch(x));
    });

inline constexpr auto decode_formulas = std::tie(
    linear_time, expert_time, attention_time, collective_time, host_time, decode_time, bound, token_time, prefill_time,
    batch_latency);

}  // namespace llmsize::serving

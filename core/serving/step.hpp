// SPDX-License-Identifier: Apache-2.0
// One step of decoding of so many sequences: what formulas of the load ask of any number of them.
#pragma once

#include "core/serving/classes.hpp"
#include "core/serving/pass.hpp"

namespace llmsize::serving {

inline constexpr auto prompt_tokens = formula<"serving.prompt_tokens", Count>(
    {.symbol = "s",
     .title = "Prompt tokens per request",
     .why = "The mean input length (ISL), or the sequence length if it is not set.",
     .source = "derived: the input"},
    [](const auto& x) { return otherwise(input_tokens(x), workload::sequence(x)); });

/// Of a prompt, the tokens that are found.
template <class Case>
auto kept_of_prompt(const Case& x) {
  const auto tokens = prompt_tokens(x);
  // The last token of a prompt is always computed: the first output token rests on it.
  return smaller(larger(0.0, tokens - 1.0), larger(prefix_hit(x) * tokens, shared_tokens(x)));
}

inline constexpr auto kept_tokens = formula<"serving.kept_tokens", Count>(
    {.symbol = "η·s",
     .title = "Cached prompt tokens",
     .why = "Prompt tokens found in the prefix cache, including a shared system prompt.",
     .source = "derived: prefix-cache hit rate × prompt tokens"},
    [](const auto& x) { return over_requests(x, [](const auto& each) { return kept_of_prompt(each); }); });

inline constexpr auto fresh_tokens = formula<"serving.fresh_tokens", Count>(
    {.symbol = "s_new",
     .title = "Prefill tokens (uncached)",
     .why = "Prompt tokens not in the prefix cache.",
     .source = "derived: definition"},
    [](const auto& x) { return prompt_tokens(x) - kept_tokens(x); });

inline constexpr auto loaded_tokens = formula<"serving.loaded_tokens", Count>(
    {.symbol = "s_load",
     .title = "Cached prompt tokens on the offload tier",
     .why = "Cached prompt tokens that GPU memory does not hold. They are loaded from the KV offload tier, if one is "
            "set.",
     .source = "derived: definition"},
    [](const auto& x) {
      return over_requests(x, [](const auto& each) {
        return larger(0.0, kept_tokens(each) - prefix_hit_gpu(each) * prompt_tokens(each));
      });
    });

inline constexpr auto context_tokens = formula<"serving.context_tokens", Count>(
    {.symbol = "t",
     .title = "Mean context of a running sequence",
     .why = "The prompt plus half of the output. Varying output lengths raise it, because long outputs run longer. The "
            "sequence length if neither is set.",
     .source = "derived: mean over the steps of a generation"},
    [](const auto& x) {
      return over_running(x, [&](const auto& each) {
        const auto half = output_tokens(each) * (1.0 + output_cv2(each)) / 2.0;
        return otherwise(input_tokens(each) + half, workload::sequence(x));
      });
    });

inline constexpr auto accepted_tokens = formula<"serving.accepted_tokens", Count>(
    {.symbol = "A",
     .title = "Accepted tokens per step",
     .why = "One token plus the accepted draft tokens. A draft token counts only if all drafts before it are accepted.",
     .source = "Leviathan et al. 2023: (1 − a^(d+1))/(1 − a)"},
    [](const auto& x) {
      const auto a = acceptance(x);
      return choose(less(0.0, draft_tokens(x)), (1.0 - power(a, draft_tokens(x) + 1.0)) / (1.0 - a), 1.0);
    });

/// Whether a rate, or a number of requests in flight, is the load.
template <class Case>
auto has_concurrency(const Case& x) {
  return less(0.0, otherwise(concurrency(x), 0.0));
}
/// Requests come at a rate, unless a fixed number is kept in flight.
template <class Case>
auto has_rate(const Case& x) {
  return less(0.0 / second, otherwise(rate(x), 0.0 / second)) * (1.0 - has_concurrency(x));
}

/// What the formulas are off by.
template <class Case>
auto error(const Case& x) {
  return engine::model_error(x) * choose(less(0.0, model::moe_layers(x)), engine::expert_error(x), 1.0);
}

/// Sequences of one pass of so many sequences of a replica: pipeline stages work on different ones.
template <class Sequences, class Case>
auto passing(const Sequences& sequences, const Case& x) {
  return larger(smaller(1.0, sequences), sequences / layout::pipeline(x));
}

/// Tokens that a pass of so many sequences checks: a new one each, and what was drafted.
template <class Sequences, class Case>
auto checked(const Sequences& sequences, const Case& x) {
  return sequences * (1.0 + draft_tokens(x));
}

/// Tokens of a sequence with so many, or compressed entries, that a sparse layer does not choose.
template <class Tokens, class Case>
auto not_chosen(const Tokens& tokens, const Case& x) {
  const auto entries = tokens / model::sparse_compression(x);
  return entries - smaller(entries, model::chosen_tokens(x));
}

/// What attention reads of a sequence with so many tokens before: indexers choose, windows cap, states are written
/// back, and of compressors nothing but the last token's part.
template <class Tokens, class Case>
auto cache_read_of(const Tokens& tokens, const Case& x) {
  const auto unread = where(
      less(0.0, model::sparse_layers(x)),
      [&] { return model::sparse_layers(x) * model::kv_width(x) * not_chosen(tokens, x); }, 0.0);
  const auto states = where(
      less(0.0, model::mixer_layers(x)), [&] { return model::state_bytes(x); }, 0.0 * byte);
  return model::cache_of(tokens, x) + states - unread * kv_value_bytes(x) - model::waiting_bytes(x);
}

/// Tokens and compressed entries that all layers together attend to, of so many tokens before.
template <class Tokens, class Case>
auto attended(const Tokens& tokens, const Case& x) {
  const auto windowed = where(
      less(0.0, model::windowed_layers(x)),
      [&] { return model::windowed_layers(x) * (tokens - smaller(model::window(x), tokens)); }, 0.0);
  const auto skipped = where(
      less(0.0, model::sparse_layers(x)), [&] { return model::sparse_layers(x) * not_chosen(tokens, x); }, 0.0);
  const auto merged = model::if_compressing(
      [&] {
        return model::merged_entries(x) * tokens - model::compressing_layers(x) * smaller(model::window(x), tokens);
      },
      0.0 * tokens, x);
  return model::attention_layers(x) * tokens - windowed - skipped - merged;
}

/// Rate of attention.
template <class Case>
auto attention_rate(const Case& x) {
  return layout::tensor(x) * half_rate(x) * engine::attention_efficiency(x);
}

/// Scores by which indexers choose for so many pairs of a token and an entry, in 8 bits and on each GPU of a
/// tensor-parallel group alike.
template <class Pairs, class Case>
auto choosing(const Pairs& pairs, const Case& x) {
  return where(
      less(0.0, model::indexers(x)),
      [&] {
        const auto work = 2.0 * flop * model::indexers(x) * pairs * model::index_heads(x) * model::index_dim(x);
        return work / (eight_bit_rate(x) * engine::attention_efficiency(x));
      },
      0.0 * second * pairs);
}

inline constexpr auto sequence_reading = formula<"serving.sequence_reading", Seconds>(
    {.symbol = "t_kv",
     .title = "KV-cache read per decode step",
     .why = "Time to read the KV cache of one sequence on a GPU of its attention-DP rank.",
     .source = pass_source},
    [](const auto& x) {
      const auto rate = memory_rate(x) * engine::cache_efficiency(x) * engine::chip_cache(x);
      return spread_cache(1.0, cache_read_of(context_tokens(x), x), x) / rate;
    });
inline constexpr auto sequence_scoring = formula<"serving.sequence_scoring", Seconds>(
    {.symbol = "c_kv",
     .title = "Decode attention compute per token",
     .why =
         "Time for QKᵀ and the weighted sum of values, and for indexer scores. Absorbed MLA latents are wider than the "
         "heads that they replace.",
     .source = pass_source},
    [](const auto& x) {
      const auto width = choose(
          less(0.0, model::kv_rank(x)), 2.0 * (2.0 * model::kv_rank(x) + model::rope_head_dim(x)),
          2.0 * (model::head_dim(x) + model::value_head_dim(x)));
      const auto work = flop * attended(context_tokens(x), x) * model::heads(x) * width / layout::attention_data(x);
      return work / attention_rate(x) +
             choosing(context_tokens(x) / model::sparse_compression(x), x) / layout::attention_data(x);
    });

/// The parts of a pass of so many tokens: attention, MLPs and the exchange follow those of one copy of attention, whose
/// GPUs work on no others; experts those of the whole replica, because all copies send their tokens to all of them.
template <class Tokens, class Case>
auto linear_of(const Tokens& of_copy, const Case& x) {
  return smooth_larger(turns(x) * mixing_reading(x), of_copy * mixing_product(x), bend) +
         smooth_larger(turns(x) * common_reading(x), of_copy * common_product(x), bend) + of_copy * moving_each(x);
}
template <class Tokens, class Case>
auto head_of(const Tokens& of_copy, const Case& x) {
  return smooth_larger(head_reading(x), of_copy * head_product(x), bend);
}
template <class Tokens, class Case>
auto experts_of(const Tokens& of_replica, const Case& x) {
  return where(
      is_mixture(x),
      [&] {
        const auto hit = turns(x) * experts_hit(of_replica / turns(x), x);
        const auto rows =
            of_replica * model::experts_per_token(x) + model::experts(x) * hit * engine::expert_padding(x);
        return smooth_larger(hit * experts_reading(x), rows * expert_row(x), bend) + of_replica * expert_copies(x);
      },
      0.0 * second);
}
/// What of the exchange does not hide behind the work of the other half.
template <class Tokens, class Case>
auto exchange_of(const Tokens& of_copy, const Case& x) {
  return (1.0 - exchange_overlap(x)) * (exchange_start(x) + of_copy * exchange_each(x));
}
template <class Sequences, class Case>
auto attention_part(const Sequences& sequences, const Case& x) {
  const auto own = passing(sequences, x);
  const auto attending = smooth_larger(own * sequence_reading(x), checked(own, x) * sequence_scoring(x), bend);
  return otherwise(attending, 0.0 * second * sequences);  // a model without heads attends to nothing
}
template <class Sequences, class Case>
auto host_part(const Sequences& sequences, const Case& x) {
  const auto each = engine::sequence_time(x) * sequences / layout::attention_data(x);
  return released(engine::drift(x), x) * (engine::step_time(x) + each);
}

/// Reading the adapters of so many sequences: as many as differ.
template <class Sequences, class Case>
auto adapters_part(const Sequences& sequences, const Case& x) {
  return where(
      less(0.0, adapters(x)),
      [&] { return smaller(sequences, adapters(x)) * reading_of(1.0 / layout::tensor(x), adapter_bytes(x), x); },
      0.0 * second);
}

inline constexpr auto step_at = function<"serving.step_at", Seconds(Count)>(
    {.symbol = "T_d",
     .title = "Decode step time at batch size B",
     .why = "GPU time summed over its parts, overlapped with CPU scheduling.",
     .source = pass_source,
     .of = "B"},
    [](const auto& x, const auto& sequences) {
      const auto tokens = checked(passing(sequences, x), x), of_copy = tokens / layout::attention_data(x);
      const auto work = linear_of(of_copy, x) + head_of(of_copy, x) + experts_of(tokens, x) +
                        attention_part(sequences, x) + layer_time(x) + adapters_part(sequences, x);
      return error(x) * smooth_larger(work + exchange_of(of_copy, x), host_part(sequences, x), bend);
    });

/// Pairs of tokens that meet where each of so many sees at most `seen` before it.
template <class Seen, class Tokens>
auto pairs_of(const Seen& seen, const Tokens& tokens) {
  const auto reach = smaller(seen, tokens);
  return reach * (tokens - reach / 2.0);
}

inline constexpr auto prompt_attention = formula<"serving.prompt_attention", Seconds>(
    {.symbol = "T_s²",
     .title = "Prefill attention time",
     .why = "Uncached prompt tokens attend to all tokens before them, on one attention-DP rank. Indexers score all of "
            "them, or all compressed entries.",
     .source = pass_source},
    [](const auto& x) {
      const auto tokens = prompt_tokens(x);
      const auto windowed = where(
          less(0.0, model::windowed_layers(x)),
          [&] { return model::windowed_layers(x) * pairs_of(model::window(x), tokens); }, 0.0);
      const auto chosen = where(
          less(0.0, model::sparse_layers(x)),
          [&] {
            const auto each = model::sparse_compression(x);
            return model::sparse_layers(x) * each * pairs_of(model::chosen_tokens(x), tokens / each);
          },
          0.0);
      const auto compressed = model::if_compressing(
          [&] {
            const auto merged =
                model::compressed_layers(x) * (1.0 - 1.0 / model::compression(x)) * squared(tokens) / 2.0;
            return model::compressing_layers(x) * pairs_of(model::window(x), tokens) - merged;
          },
          0.0, x);
      const auto full =
          (model::attention_layers(x) - model::windowed_layers(x) - model::sparse_layers(x)) * squared(tokens) / 2.0;
      const auto width = model::heads(x) * 2.0 * (model::head_dim(x) + model::value_head_dim(x));
      const auto fresh = 1.0 - squared(kept_tokens(x) / larger(1.0, tokens));
      const auto attending = flop * fresh * (full + windowed + chosen + compressed) * width / attention_rate(x);
      const auto scoring = fresh * choosing(squared(tokens) / (2.0 * model::sparse_compression(x)), x);
      return otherwise(attending + scoring, 0.0 * second);
    });

inline constexpr auto encoder_time = formula<"serving.encoder_time", Seconds>(
    {.symbol = "T_enc",
     .title = "Encoder time per request",
     .why = "A vision or audio encoder processes its patches or frames before prefill.",
     .source = pass_source},
    [](const auto& x) {
      const auto work = 2.0 * flop * encoder_parameters(x) * encoder_tokens(x);
      return where(
          less(0.0, encoder_parameters(x)),
          [&] { return work / (layout::tensor(x) * half_rate(x) * product_share(x)); }, 0.0 * second);
    });

inline constexpr auto step_functions = std::tie(step_at);
inline constexpr auto step_formulas = std::tie(
    prompt_tokens, kept_tokens, loaded_tokens, fresh_tokens, context_tokens, accepted_tokens, sequence_reading,
    sequence_scoring, prompt_attention, encoder_time);

}  // namespace llmsize::serving

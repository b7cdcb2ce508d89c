// SPDX-License-Identifier: Apache-2.0
// What a model keeps of the tokens it has read: keys and values, or a state of constant size.
#pragma once

#include "core/inputs/serving.hpp"
#include "core/inputs/workload.hpp"
#include "core/model/parameters.hpp"

namespace llmsize::model {

inline constexpr std::string_view cache_source =
    "Shazeer 2019 (MQA), Ainslie et al. 2023 (GQA): k·(d + d_v) values per layer; DeepSeek-V2 2024 (MLA): c + r";

inline constexpr auto kv_width = formula<"model.kv_width", Count>(
    {.symbol = "w_kv",
     .title = "KV cache values per token and layer",
     .why = "One key and one value per KV head. MLA caches the latent and the shared RoPE key.",
     .source = cache_source},
    [](const auto& x) {
      return choose(
          less(0.0, kv_rank(x)), kv_rank(x) + rope_head_dim(x), kv_heads(x) * (head_dim(x) + value_head_dim(x)));
    });

inline constexpr auto window_kv_width = formula<"model.window_kv_width", Count>(
    {.symbol = "w_kvw",
     .title = "KV cache values per sliding-window layer",
     .why = "One key and one value per token and KV head of a sliding-window layer. MLA as in other layers.",
     .source = cache_source},
    [](const auto& x) {
      return choose(
          less(0.0, kv_rank(x)), kv_width(x), window_kv_heads(x) * (window_head_dim(x) + window_value_head_dim(x)));
    });

/// Values of a token that are cached as long as the sequence lasts: of all layers that see it whole, and the keys of
/// indexers.
template <class Case>
auto lasting_values(const Case& x) {
  const auto indexed = where(
      less(0.0, indexers(x)), [&] { return indexers(x) * index_dim(x); }, 0.0);
  return (attention_layers(x) - windowed_layers(x) - encoder_layers(x)) * kv_width(x) + indexed;
}

inline constexpr auto kv_bytes_per_token = formula<"model.kv_bytes_per_token", Bytes>(
    {.symbol = "kv",
     .title = "KV cache per token",
     .why = "Keys and values of all attention layers outside an encoder. Sliding-window layers cache tokens inside the "
            "window. An indexer caches one key.",
     .source = cache_source,
     .unit = Unit::memory},
    [](const auto& x) {
      const auto windowed = where(
          less(0.0, windowed_layers(x)), [&] { return windowed_layers(x) * window_kv_width(x); }, 0.0);
      return (lasting_values(x) + windowed) * serving::kv_value_bytes(x);
    });

inline constexpr auto state_bytes = formula<"model.state_bytes", Bytes>(
    {.symbol = "S_s",
     .title = "SSM/linear-attention state per sequence",
     .why = "State of SSM, linear-attention and convolution layers, independent of the sequence length.",
     .source = "derived: sum over the kinds of layers",
     .unit = Unit::memory},
    [](const auto& x) { return sum_over_kinds(x, 0.0 * byte, [&](const auto& kind) { return kind.state(x); }); });

/// What is kept of a sequence of so many tokens.
template <class Tokens, class Case>
auto cache_of(const Tokens& tokens, const Case& x) {
  const auto windowed = where(
      less(0.0, windowed_layers(x)),
      [&] { return windowed_layers(x) * smaller(window(x), tokens) * window_kv_width(x); }, 0.0);
  const auto states = where(
      less(0.0, mixer_layers(x)), [&] { return state_bytes(x); }, 0.0 * byte);
  return (tokens * lasting_values(x) + windowed) * serving::kv_value_bytes(x) + states;
}

inline constexpr auto kv_bytes_per_sequence = formula<"model.kv_bytes_per_sequence", Bytes>(
    {.symbol = "KV_s",
     .title = "KV cache per sequence",
     .why = "KV cache after the last output token: prompt and output, else the sequence length. Sliding-window layers "
            "cache at most the window. SSM and linear-attention layers have a constant state.",
     .source = cache_source,
     .unit = Unit::memory},
    [](const auto& x) {
      const auto whole = otherwise(serving::input_tokens(x) + serving::output_tokens(x), workload::sequence(x));
      return cache_of(whole, x);
    });

inline constexpr auto cache_formulas =
    std::tie(kv_width, window_kv_width, kv_bytes_per_token, state_bytes, kv_bytes_per_sequence);

}  // namespace llmsize::model

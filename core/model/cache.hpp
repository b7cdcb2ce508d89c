// SPDX-License-Identifier: Apache-2.0
// What a model keeps of the tokens it has read: keys and values, or a state of constant size.
#pragma once

#include "core/inputs/serving.hpp"
#include "core/inputs/workload.hpp"
#include "core/model/compressed.hpp"
#include "core/model/parameters.hpp"

namespace llmsize::model {

inline constexpr auto window_kv_width = formula<"model.window_kv_width", Count>(
    {.symbol = "w_kvw",
     .title = "KV cache values per sliding-window layer",
     .why = "One key and one value per token and KV head of a sliding-window layer. MLA as in other layers.",
     .source = cache_source},
    [](const auto& x) {
      const auto values = (1.0 - one_kv_entry(x)) * window_value_head_dim(x);
      return choose(less(0.0, kv_rank(x)), kv_width(x), window_kv_heads(x) * (window_head_dim(x) + values));
    });

/// Values of a token that are cached as long as the sequence lasts: of all layers that see it whole or as part of a
/// compressed entry, and the keys of indexers.
template <class Case>
auto lasting_values(const Case& x) {
  const auto indexed = where(
      less(0.0, indexers(x)), [&] { return indexers(x) * index_dim(x) / sparse_compression(x); }, 0.0);
  const auto merged = if_compressing([&] { return merged_entries(x) * kv_width(x); }, 0.0, x);
  return (attention_layers(x) - windowed_layers(x) - encoder_layers(x)) * kv_width(x) - merged + indexed;
}
/// Values that layers with compressed entries keep of a window in a sequence of so many tokens.
template <class Tokens, class Case>
auto window_values(const Tokens& tokens, const Case& x) {
  return if_compressing(
      [&] { return compressing_layers(x) * smaller(window(x), tokens) * kv_width(x); }, 0.0 * tokens, x);
}

inline constexpr auto kv_bytes_per_token = formula<"model.kv_bytes_per_token", Bytes>(
    {.symbol = "kv",
     .title = "KV cache per token",
     .why = "Keys and values of all attention layers outside an encoder. Sliding-window layers cache tokens inside the "
            "window. An indexer caches one key. Of compressed entries each token has its part.",
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

/// What compressors keep of a sequence.
template <class Case>
auto waiting_bytes(const Case& x) {
  return if_compressing([&] { return compressor_state(x); }, 0.0 * byte, x);
}

/// What is kept of a sequence of so many tokens.
template <class Tokens, class Case>
auto cache_of(const Tokens& tokens, const Case& x) {
  const auto windowed = where(
      less(0.0, windowed_layers(x)),
      [&] { return windowed_layers(x) * smaller(window(x), tokens) * window_kv_width(x); }, 0.0);
  const auto states = where(
      less(0.0, mixer_layers(x)), [&] { return state_bytes(x); }, 0.0 * byte);
  const auto values = tokens * lasting_values(x) + windowed + window_values(tokens, x);
  return values * serving::kv_value_bytes(x) + states + waiting_bytes(x);
}

inline constexpr auto kv_bytes_per_sequence = formula<"model.kv_bytes_per_sequence", Bytes>(
    {.symbol = "KV_s",
     .title = "KV cache per sequence",
     .why = "KV cache after the last output token: prompt and output, else the sequence length. Sliding-window layers "
            "cache at most the window, layers with compressed entries those and a window. SSM, linear-attention layers "
            "and compressors have a constant state.",
     .source = cache_source,
     .unit = Unit::memory},
    [](const auto& x) {
      const auto whole = otherwise(serving::input_tokens(x) + serving::output_tokens(x), workload::sequence(x));
      return cache_of(whole, x);
    });

inline constexpr auto cache_formulas =
    std::tie(kv_width, window_kv_width, kv_bytes_per_token, state_bytes, compressor_state, kv_bytes_per_sequence);

}  // namespace llmsize::model

// SPDX-License-Identifier: Apache-2.0
// What attention layers cache of a token, and layers that keep one entry for several tokens: what makes their entries.
#pragma once

#include "core/inputs/model.hpp"

namespace llmsize::model {

inline constexpr std::string_view cache_source =
    "Shazeer 2019 (MQA), Ainslie et al. 2023 (GQA): k·(d + d_v) values per layer; DeepSeek-V2 2024 (MLA): c + r";
inline constexpr std::string_view compressed_source =
    "DeepSeek-V4 2026, compressed sparse and heavily compressed attention; form of deepseek_v4 in the transformers "
    "repository";

inline constexpr auto kv_width = formula<"model.kv_width", Count>(
    {.symbol = "w_kv",
     .title = "KV cache values per token and layer",
     .why = "One key and one value per KV head, or one entry that is both. MLA caches the latent and the shared RoPE "
            "key.",
     .source = cache_source},
    [](const auto& x) {
      return choose(
          less(0.0, kv_rank(x)), kv_rank(x) + rope_head_dim(x),
          kv_heads(x) * (head_dim(x) + (1.0 - one_kv_entry(x)) * value_head_dim(x)));
    });

/// 1 where sparse layers, or compressed ones, keep one entry for several tokens, else 0: then they have a window, too.
template <class Case>
auto sparse_compress(const Case& x) {
  return less(1.0, sparse_compression(x));
}
template <class Case>
auto others_compress(const Case& x) {
  return less(1.0, compression(x));
}

inline constexpr auto compressing_layers = formula<"model.compressing_layers", Count>(
    {.symbol = "l_cmp",
     .title = "Layers with compressed entries",
     .why = "Sparse-attention and compressed-attention layers that keep one entry per several tokens, and a window of "
            "single tokens.",
     .source = "derived: count over the kinds of layers",
     .whole = true},
    [](const auto& x) { return sparse_compress(x) * sparse_layers(x) + others_compress(x) * compressed_layers(x); });

inline constexpr auto compressor_columns = formula<"model.compressor_columns", Count>(
    {.symbol = "n_cmp",
     .title = "Compressor columns, all layers",
     .why = "A compressor makes two numbers per entry value from the hidden size: the value and its weight. "
            "Overlapping entries need a pair each.",
     .source = compressed_source},
    [](const auto& x) {
      const auto overlapping = sparse_compress(x) * sparse_layers(x) * sparse_overlap(x);
      return 2.0 * kv_width(x) * (overlapping + others_compress(x) * compressed_layers(x));
    });

inline constexpr auto compressor_parameters = formula<"model.compressor_parameters", Count>(
    {.symbol = "Ψ_cmp",
     .title = "Compressor parameters, all layers",
     .why = "The projection, a norm, and a bias per value and token of an entry.",
     .source = compressed_source},
    [](const auto& x) {
      const auto sparse = sparse_compress(x) * sparse_layers(x) * (1.0 + sparse_overlap(x) * sparse_compression(x));
      const auto others = others_compress(x) * compressed_layers(x) * (1.0 + compression(x));
      return hidden(x) * compressor_columns(x) + kv_width(x) * (sparse + others);
    });

/// What `each` gives in a model with compressed entries, `none` in any other.
template <class Each, class None, class Case>
auto if_compressing(const Each& each, const None& none, const Case& x) {
  return where(less(0.0, compressing_layers(x)), each, none);
}

/// Entries per token that all layers together keep less than layers of full attention would.
template <class Case>
auto merged_entries(const Case& x) {
  return sparse_layers(x) * (1.0 - 1.0 / sparse_compression(x)) + compressed_layers(x) * (1.0 - 1.0 / compression(x));
}

inline constexpr auto compressor_state = formula<"model.compressor_state", Bytes>(
    {.symbol = "S_cmp",
     .title = "Compressor state per sequence",
     .why = "Values and weights of the tokens of entries that are not complete, in 32 bits. Overlapping entries wait "
            "for twice as many tokens. Indexers compress their keys likewise.",
     .source = compressed_source,
     .unit = Unit::memory},
    [](const auto& x) {
      const auto waiting = sparse_compress(x) * squared(sparse_overlap(x)) * sparse_compression(x);
      const auto sparse = waiting * (sparse_layers(x) * kv_width(x) + indexers(x) * index_dim(x));
      const auto others = others_compress(x) * compressed_layers(x) * compression(x) * kv_width(x);
      return 8.0 * byte * (sparse + others);
    });

}  // namespace llmsize::model

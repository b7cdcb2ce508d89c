// SPDX-License-Identifier: Apache-2.0
// Inputs of the model: sparse attention, where a small indexer chooses the tokens that a layer attends to.
#pragma once

#include "core/inputs/model_attention.hpp"

namespace llmsize::model {

inline constexpr auto indexers = input<"model.indexers", Count>(
    {.symbol = "l_ix",
     .label = "Lightning-indexer layers (DSA)",
     .help = "Sparse-attention layers with an own lightning indexer that selects the attended tokens (DSA)",
     .most = 1e6,
     .initial = 0,
     .source = "most models attend to all tokens",
     .whole = true});
inline constexpr auto sparse_layers = input<"model.sparse_layers", Count>(
    {.symbol = "l_sp",
     .label = "Sparse-attention layers",
     .help =
         "Layers that attend to selected tokens only: with an own indexer, or sharing the selection of another layer",
     .most = 1e6,
     .whole = true},
    [](const auto& x) { return indexers(x); });
inline constexpr auto chosen_tokens = input<"model.chosen_tokens", Count>(
    {.symbol = "K_ix",
     .label = "Tokens selected per query (index_topk)",
     .help = "Tokens, or compressed entries, attended to per query in a sparse-attention layer, e.g. 2048",
     .most = 1e9,
     .initial = 0,
     .source = "most models attend to all tokens",
     .whole = true});
inline constexpr auto index_heads = input<"model.index_heads", Count>(
    {.symbol = "a_ix",
     .label = "Indexer heads (index_n_heads)",
     .help = "Query heads per indexer",
     .most = 1e5,
     .initial = 0,
     .source = "most models attend to all tokens",
     .whole = true});
inline constexpr auto index_dim = input<"model.index_head_dim", Count>(
    {.symbol = "d_ix",
     .label = "Indexer head dim (index_head_dim)",
     .help = "Indexer head dimension of queries and of the one key",
     .most = 1e5,
     .initial = 0,
     .source = "most models attend to all tokens",
     .whole = true});
inline constexpr auto index_weighs = input<"model.index_weighs", Count>(
    {.symbol = "β_ix",
     .label = "Indexer head weights",
     .help = "Use a learned projection to weight the indexer heads (DeepSeek-V3.2)",
     .most = 1,
     .initial = 1,
     .source = "DeepSeek-V3.2 2025",
     .unit = Unit::flag,
     .whole = true});

inline constexpr auto indexer_inputs =
    std::tie(indexers, sparse_layers, chosen_tokens, index_heads, index_dim, index_weighs);

}  // namespace llmsize::model

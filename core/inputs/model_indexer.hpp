// SPDX-License-Identifier: Apache-2.0
// Inputs of the model: sparse attention, where a small indexer chooses the tokens that a layer attends to.
#pragma once

#include "core/inputs/model_attention.hpp"

namespace llmsize::model {

inline constexpr auto indexers = input<"model.indexers", Count>(
    {.symbol = "l_ix",
     .label = "Lightning-indexer layers (DSA)",
     .help = "Layers that score all tokens with a small indexer to choose those that they attend to (DSA).",
     .most = 1e6,
     .initial = 0,
     .source = "most models attend to all tokens",
     .whole = true});
inline constexpr auto sparse_layers = input<"model.sparse_layers", Count>(
    {.symbol = "l_sp",
     .label = "Sparse layers",
     .help = "Layers that attend to chosen tokens alone: those with an indexer, and those that share another's choice.",
     .most = 1e6,
     .whole = true},
    [](const auto& x) { return indexers(x); });
inline constexpr auto chosen_tokens = input<"model.chosen_tokens", Count>(
    {.symbol = "K_ix",
     .label = "Tokens selected per query (index_topk)",
     .help = "Tokens that a sparse layer attends to, e.g. 2048.",
     .most = 1e9,
     .initial = 0,
     .source = "most models attend to all tokens",
     .whole = true});
inline constexpr auto index_heads = input<"model.index_heads", Count>(
    {.symbol = "a_ix",
     .label = "Heads of an indexer",
     .help = "Query heads of an indexer.",
     .most = 1e5,
     .initial = 0,
     .source = "most models attend to all tokens",
     .whole = true});
inline constexpr auto index_dim = input<"model.index_head_dim", Count>(
    {.symbol = "d_ix",
     .label = "Head dimension of an indexer",
     .help = "Width of a query head of an indexer, and of the one key.",
     .most = 1e5,
     .initial = 0,
     .source = "most models attend to all tokens",
     .whole = true});
inline constexpr auto index_weighs = input<"model.index_weighs", Count>(
    {.symbol = "β_ix",
     .label = "Indexer weighs its heads",
     .help = "Whether an indexer weighs the scores of its heads by a projection of the token (DeepSeek-V3.2).",
     .most = 1,
     .initial = 1,
     .source = "DeepSeek-V3.2 2025",
     .unit = Unit::flag,
     .whole = true});

inline constexpr auto indexer_inputs =
    std::tie(indexers, sparse_layers, chosen_tokens, index_heads, index_dim, index_weighs);

}  // namespace llmsize::model

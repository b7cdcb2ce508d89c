// SPDX-License-Identifier: Apache-2.0
// Inputs of the model: attention layers that keep one entry for several tokens, and a window of single ones.
#pragma once

#include "core/inputs/model_indexer.hpp"

namespace llmsize::model {

inline constexpr auto sparse_compression = input<"model.sparse_compression", Count>(
    {.symbol = "r_sp",
     .label = "Tokens per entry, sparse layers",
     .help =
         "Tokens per entry that sparse-attention layers select from, e.g. 4. Above 1 they also attend to the window.",
     .least = 1,
     .most = 1e6,
     .initial = 1,
     .source = "most sparse attention selects single tokens",
     .whole = true});
inline constexpr auto sparse_overlap = input<"model.sparse_overlap", Count>(
    {.symbol = "n_ov",
     .label = "Compressed entries per token",
     .help = "Compressed entries that one token is part of in sparse-attention layers: 2 if they overlap (DeepSeek-V4)",
     .least = 1,
     .most = 100,
     .initial = 1,
     .source = "only DeepSeek-V4 has overlapping entries",
     .whole = true});
inline constexpr auto compressed_layers = input<"model.compressed_layers", Count>(
    {.symbol = "l_co",
     .label = "Compressed-attention layers",
     .help = "Layers that attend to all compressed entries and to the window, without an indexer (DeepSeek-V4)",
     .most = 1e6,
     .initial = 0,
     .source = "most models attend to single tokens",
     .whole = true});
inline constexpr auto compression = input<"model.compression", Count>(
    {.symbol = "r_co",
     .label = "Tokens per entry, compressed layers",
     .help = "Tokens per compressed entry in compressed-attention layers, e.g. 128",
     .least = 1,
     .most = 1e6,
     .initial = 1,
     .source = "most models attend to single tokens",
     .whole = true});

inline constexpr auto compressed_inputs = std::tie(sparse_compression, sparse_overlap, compressed_layers, compression);

}  // namespace llmsize::model

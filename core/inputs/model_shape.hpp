// SPDX-License-Identifier: Apache-2.0
// Inputs of the model: the shape of a transformer without its attention and its experts.
#pragma once

#include "core/inputs/choice.hpp"

namespace llmsize::model {

inline constexpr auto layers = input<"model.layers", Count>(
    {.symbol = "l",
     .label = "Layers",
     .help = "Transformer layers, such as 96.",
     .least = 1,
     .most = 1e6,
     .whole = true});
inline constexpr auto encoder_layers = input<"model.encoder_layers", Count>(
    {.symbol = "l_enc",
     .label = "Encoder layers",
     .help = "Layers of an encoder, counted in all layers; the rest is a decoder with cross-attention. 0 for a decoder "
             "alone.",
     .most = 1e6,
     .initial = 0,
     .source = "most language models are decoders",
     .whole = true});
inline constexpr auto cross_layers = input<"model.cross_layers", Count>(
    {.symbol = "l_x",
     .label = "Layers with cross-attention",
     .help = "Layers that attend to an encoder: the decoder's where there is an encoder, unless given.",
     .most = 1e6,
     .whole = true},
    [](const auto& x) { return choose(less(0.0, encoder_layers(x)), layers(x) - encoder_layers(x), 0.0); });
inline constexpr auto hidden = input<"model.hidden", Count>(
    {.symbol = "h",
     .label = "Hidden size",
     .help = "Width of the residual stream, such as 12288.",
     .least = 1,
     .most = 1e7,
     .whole = true});
inline constexpr auto further_predictions = input<"model.further_predictions", Count>(
    {.symbol = "n_mtp",
     .label = "Further predictions",
     .help = "Modules that predict tokens after the next in training (MTP): each works like one more layer and one "
             "more output head.",
     .most = 16,
     .initial = 0,
     .source = "only DeepSeek-V3 and its descendants have them",
     .whole = true});
inline constexpr auto ffn_hidden = input<"model.ffn_hidden", Count>(
    {.symbol = "f",
     .label = "FFN width",
     .help = "Inner width of the dense MLP: four times the hidden size unless given.",
     .least = 1,
     .most = 1e8,
     .whole = true},
    [](const auto& x) { return 4.0 * hidden(x); });
inline constexpr auto ffn_matrices = input<"model.ffn_matrices", Count>(
    {.symbol = "g",
     .label = "FFN matrices",
     .help = "Matrices of an MLP: 2 when plain, 3 when gated.",
     .least = 2,
     .most = 3,
     .whole = true});
inline constexpr auto vocabulary = input<"model.vocabulary", Count>(
    {.symbol = "V",
     .label = "Vocabulary",
     .help = "Rows of the embedding as stored, padding included.",
     .flags = "--vocabulary",
     .least = 1,
     .most = 1e9,
     .whole = true});
inline constexpr auto embedding_width = input<"model.embedding_width", Count>(
    {.symbol = "h_emb",
     .label = "Embedding width",
     .help =
         "Width of the embedding where it is projected to the hidden size (OPT-350M): the hidden size unless given.",
     .least = 1,
     .most = 1e7,
     .whole = true},
    [](const auto& x) { return hidden(x); });
inline constexpr auto positions = input<"model.positions", Count>(
    {.symbol = "S",
     .label = "Learned positions",
     .help = "Rows of a learned position table; 0 for rotary or ALiBi.",
     .most = 1e9,
     .initial = 0,
     .source = "rotary and ALiBi positions hold no weights",
     .whole = true});
inline constexpr auto token_types = input<"model.token_types", Count>(
    {.symbol = "n_type",
     .label = "Token types",
     .help = "Rows of a learned token-type table (BERT: 2); 0 without.",
     .most = 1e6,
     .initial = 0,
     .source = "only BERT has them",
     .whole = true});
inline constexpr auto max_sequence = input<"model.max_sequence", Count>(
    {.symbol = "s_max",
     .label = "Longest sequence",
     .help = "Tokens of the longest sequence the model was built for.",
     .least = 1,
     .most = 1e9,
     .whole = true});

inline constexpr auto tied = input<"model.tied_embeddings", Count>(
    {.symbol = "tied",
     .label = "Tied embeddings",
     .help = "Whether the output head shares the input embedding.",
     .most = 1,
     .initial = 0,
     .source = "most models since 2023 keep an output head of their own",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto norms = input<"model.norms_per_layer", Count>(
    {.symbol = "n_norm",
     .label = "Norms per layer",
     .help = "Normalisations of a layer: 2 usually, 1 in parallel blocks, 4 in Gemma 2 and 3; cross-attention adds its "
             "own.",
     .most = 8,
     .initial = 2,
     .source = "pre-norm transformer",
     .whole = true});
inline constexpr auto norm_vectors = input<"model.norm_vectors", Count>(
    {.symbol = "w_norm",
     .label = "Vectors per norm",
     .help = "Vectors of hidden size in one norm: 2 with a bias (LayerNorm), 1 without (RMSNorm).",
     .most = 2,
     .whole = true});
inline constexpr auto final_norms = input<"model.final_norms", Count>(
    {.symbol = "n_final",
     .label = "Final norms",
     .help = "Norms after the last layer: 1, 0 in post-norm models, 2 with an encoder and a decoder.",
     .most = 2,
     .initial = 1,
     .source = "pre-norm transformer",
     .whole = true});
inline constexpr auto embedding_norms = input<"model.embedding_norms", Count>(
    {.symbol = "n_emb",
     .label = "Embedding norms",
     .help = "Norms on the embedding output: 1 in BLOOM.",
     .most = 2,
     .initial = 0,
     .source = "only BLOOM and BERT have one",
     .whole = true});
inline constexpr auto mlp_bias = input<"model.mlp_bias", Count>(
    {.symbol = "β_mlp",
     .label = "Bias in the MLP",
     .help = "Whether the dense MLP has biases.",
     .most = 1,
     .initial = 0,
     .source = "most models since 2023 have none",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto head_bias = input<"model.head_bias", Count>(
    {.symbol = "β_head",
     .label = "Bias on the output head",
     .help = "Whether the output head has a bias of its own (GPT-J, Phi-2).",
     .most = 1,
     .initial = 0,
     .source = "rare",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto pooler = input<"model.pooler", Count>(
    {.symbol = "n_pool",
     .label = "Pooler",
     .help = "Whether a square matrix with bias stands on top (BERT).",
     .most = 1,
     .initial = 0,
     .source = "only BERT has one",
     .unit = Unit::flag,
     .whole = true});

inline constexpr auto dropout = input<"model.dropout", Count>(
    {.symbol = "δ",
     .label = "Dropout",
     .help = "Whether the model is trained with dropout, whose masks are kept for the backward pass.",
     .most = 1,
     .initial = 0,
     .source = "models since 2022 are trained without",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto year = input<"model.year", Count>(
    {.symbol = "y_model",
     .label = "Year",
     .help = "Year in which the model appeared.",
     .least = 1950,
     .most = 2200,
     .unit = Unit::year,
     .whole = true});
inline constexpr auto read_as_llama = input<"model.read_as_llama", Count>(
    {.symbol = "?_type",
     .label = "Read as LLaMA",
     .help = "Whether the model's type is unknown, so that it was read as a LLaMA.",
     .most = 1,
     .initial = 0,
     .source = "models of the catalog are known",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto left_out = input<"model.left_out", Count>(
    {.symbol = "?_part",
     .label = "Parts left out",
     .help = "Whether the model has parts that are not counted, such as a vision tower or a sparse indexer.",
     .most = 1,
     .initial = 0,
     .source = "models of the catalog are counted whole",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto parameters_given = input<"model.parameters_given", Count>(
    {.symbol = "Ψ_given",
     .label = "Parameters, given",
     .help = "Total number of weights, such as 17B, when the shape is not known.",
     .flags = "--parameters",
     .least = 1,
     .most = 1e18});
inline constexpr auto count_rule = input<"model.count_rule", Count>(
    {.symbol = "rule",
     .label = "Counting rule",
     .help = "0 counts every weight, 1 takes 12·l·h².",
     .most = 1,
     .whole = true});

inline constexpr auto shape_inputs = std::tie(
    layers, encoder_layers, cross_layers, hidden, further_predictions, ffn_hidden, ffn_matrices, vocabulary,
    embedding_width, positions, token_types, max_sequence, tied, norms, norm_vectors, final_norms, embedding_norms,
    mlp_bias, head_bias, pooler, dropout, year, read_as_llama, left_out, parameters_given, count_rule);

}  // namespace llmsize::model

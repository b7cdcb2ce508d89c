// SPDX-License-Identifier: Apache-2.0
// Inputs of the model: the shape of a decoder transformer, dense or with experts.
#pragma once

#include "core/inputs/choice.hpp"

namespace llmsize::model {

inline constexpr auto layers = input<"model.layers", Count>(
    {.symbol = "l", .label = "Layers", .help = "Transformer layers, such as 96.", .least = 1, .most = 1e6, .whole = true});
inline constexpr auto hidden = input<"model.hidden", Count>(
    {.symbol = "h",
     .label = "Hidden size",
     .help = "Width of the residual stream, such as 12288.",
     .least = 1,
     .most = 1e7,
     .whole = true});
inline constexpr auto heads = input<"model.heads", Count>(
    {.symbol = "a", .label = "Query heads", .help = "Attention heads of a layer, such as 96.", .least = 1, .most = 1e5, .whole = true});
inline constexpr auto kv_heads = input<"model.kv_heads", Count>(
    {.symbol = "k",
     .label = "KV heads",
     .help = "Key and value heads: all query heads unless grouped (GQA) or single (MQA).",
     .least = 1,
     .most = 1e5,
     .whole = true},
    [](const auto& x) { return heads(x); });
inline constexpr auto head_dim = input<"model.head_dim", Count>(
    {.symbol = "d",
     .label = "Head dimension",
     .help = "Width of one head: hidden size over heads unless the model says otherwise.",
     .least = 1,
     .most = 1e5},
    [](const auto& x) { return hidden(x) / heads(x); });
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
inline constexpr auto positions = input<"model.positions", Count>(
    {.symbol = "S",
     .label = "Learned positions",
     .help = "Rows of a learned position table; 0 for rotary or ALiBi.",
     .most = 1e9,
     .initial = 0,
     .source = "rotary and ALiBi positions hold no weights",
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
     .help = "Normalisations of a layer: 2 usually, 1 in parallel blocks, 4 in Gemma 2 and 3.",
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
     .help = "Norms after the last layer: 1, or 0 in post-norm models.",
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
inline constexpr auto qkv_bias = input<"model.qkv_bias", Count>(
    {.symbol = "β_qkv",
     .label = "Bias on Q, K, V",
     .help = "Whether query, key and value projections have a bias.",
     .most = 1,
     .initial = 0,
     .source = "most models since 2023 have none",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto output_bias = input<"model.attention_output_bias", Count>(
    {.symbol = "β_o",
     .label = "Bias on attention output",
     .help = "Whether the attention output projection has a bias.",
     .most = 1,
     .initial = 0,
     .source = "most models since 2023 have none",
     .unit = Unit::flag,
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
inline constexpr auto qk_norm = input<"model.qk_norm", Count>(
    {.symbol = "n_qk",
     .label = "Q/K norm per head",
     .help = "Whether query and key are normalised per head dimension (Qwen3, Gemma 3).",
     .most = 1,
     .initial = 0,
     .source = "few models have one",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto qk_norm_wide = input<"model.qk_norm_wide", Count>(
    {.symbol = "n_qkw",
     .label = "Q/K norm over all heads",
     .help = "Whether query and key are normalised over all heads (Command R+).",
     .most = 1,
     .initial = 0,
     .source = "few models have one",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto sinks = input<"model.attention_sinks", Count>(
    {.symbol = "n_sink",
     .label = "Attention sinks",
     .help = "Whether every head has a learned sink (gpt-oss).",
     .most = 1,
     .initial = 0,
     .source = "only gpt-oss has them",
     .unit = Unit::flag,
     .whole = true});

inline constexpr auto experts = input<"model.experts", Count>(
    {.symbol = "E",
     .label = "Experts",
     .help = "Routed experts of a mixture-of-experts layer; 0 for a dense model.",
     .most = 1e5,
     .initial = 0,
     .source = "dense model",
     .whole = true});
inline constexpr auto experts_per_token = input<"model.experts_per_token", Count>(
    {.symbol = "K",
     .label = "Experts per token",
     .help = "Routed experts that work on one token.",
     .most = 1e5,
     .initial = 0,
     .source = "dense model",
     .whole = true});
inline constexpr auto expert_hidden = input<"model.expert_hidden", Count>(
    {.symbol = "f_e",
     .label = "Expert width",
     .help = "Inner width of one routed expert: the FFN width unless given.",
     .least = 1,
     .most = 1e8,
     .whole = true},
    [](const auto& x) { return ffn_hidden(x); });
inline constexpr auto shared_hidden = input<"model.shared_hidden", Count>(
    {.symbol = "f_s",
     .label = "Shared expert width",
     .help = "Summed inner width of the experts that see every token.",
     .most = 1e8,
     .initial = 0,
     .source = "most mixtures have no shared expert",
     .whole = true});
inline constexpr auto moe_layers = input<"model.moe_layers", Count>(
    {.symbol = "l_moe",
     .label = "MoE layers",
     .help = "Layers whose MLP is a mixture of experts: all of them when there are experts.",
     .most = 1e6,
     .whole = true},
    [](const auto& x) { return choose(less(0.0, experts(x)), layers(x), 0.0); });
inline constexpr auto router_bias = input<"model.router_bias", Count>(
    {.symbol = "β_r",
     .label = "Bias of the router",
     .help = "Whether the router has a bias or score correction per expert.",
     .most = 1,
     .initial = 0,
     .source = "few mixtures have one",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto expert_bias = input<"model.expert_bias", Count>(
    {.symbol = "β_e",
     .label = "Bias of the experts",
     .help = "Whether routed experts have biases (gpt-oss).",
     .most = 1,
     .initial = 0,
     .source = "only gpt-oss has them",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto shared_gate = input<"model.shared_gate", Count>(
    {.symbol = "n_gate",
     .label = "Gate of the shared expert",
     .help = "Whether a gate scales the shared expert (Qwen2-MoE).",
     .most = 1,
     .initial = 0,
     .source = "only Qwen2-MoE has one",
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
inline constexpr auto parameters_given = input<"model.parameters_given", Count>(
    {.symbol = "Ψ_given",
     .label = "Parameters, given",
     .help = "Total number of weights, such as 17B, when the shape is not known.",
     .flags = "--parameters",
     .least = 1,
     .most = 1e18});
inline constexpr auto count_rule = input<"model.count_rule", Count>(
    {.symbol = "rule", .label = "Counting rule", .help = "0 counts every weight, 1 takes 12·l·h².", .most = 1, .whole = true});

inline constexpr auto inputs = std::tie(
    layers, hidden, heads, kv_heads, head_dim, ffn_hidden, ffn_matrices, vocabulary, positions, max_sequence, tied, norms, norm_vectors,
    final_norms, embedding_norms, qkv_bias, output_bias, mlp_bias, head_bias, qk_norm, qk_norm_wide, sinks, experts, experts_per_token,
    expert_hidden, shared_hidden, moe_layers, router_bias, expert_bias, shared_gate, dropout, parameters_given, count_rule);

inline constexpr Option mlp_options[] = {
    {"plain", "two matrices with GELU, ReLU or squared ReLU between them", {{{"model.ffn_matrices", 2}}}},
    {"gated", "three matrices: SwiGLU or GeGLU", {{{"model.ffn_matrices", 3}}}},
};
inline constexpr Option norm_options[] = {
    {"layernorm", "weight and bias", {{{"model.norm_vectors", 2}}}},
    {"layernorm-no-bias", "weight only", {{{"model.norm_vectors", 1}}}},
    {"rmsnorm", "weight only", {{{"model.norm_vectors", 1}}}},
};
inline constexpr Option count_options[] = {
    {"exact", "every weight of the architecture", {{{"model.count_rule", 0}}}},
    {"12lh2", "12·l·h², as the offload deck extrapolates", {{{"model.count_rule", 1}}}},
};
inline constexpr Choice choices[] = {
    {"model.mlp", "MLP", "Kind of the MLP.", "", "plain", "GPT family", mlp_options},
    {"model.norm", "Norm", "Kind of the norms.", "", "layernorm", "GPT family", norm_options},
    {"model.count", "Parameter count", "How parameters are counted.", "--count", "exact", "DDN, LLM offloading", count_options},
};
inline constexpr Reference references[] = {
    {"model", "Model", "Model of the catalog, such as gpt3-175b.", "--model", "models"},
};

}  // namespace llmsize::model

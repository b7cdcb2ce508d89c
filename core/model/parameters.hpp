// SPDX-License-Identifier: Apache-2.0
// How many weights a decoder transformer has, part by part.
#pragma once

#include "core/inputs/model.hpp"

namespace llmsize::model {

inline constexpr std::string_view counting_source =
    "Vaswani et al. 2017; Narayanan et al. 2021, Eq. 2; checked against published counts of GPT-2, BLOOM, Llama, "
    "Mixtral, Qwen and Gemma";

inline constexpr auto latent_attention_parameters = formula<"model.latent_attention_parameters", Count>(
    {.symbol = "Ψ_mla",
     .title = "Attention weights of a layer with latents",
     .why = "Keys and values come from one small latent, queries from another where there is one; each latent is "
            "normalised.",
     .source = "DeepSeek-V2 2024, multi-head latent attention; DeepSeek-V3 counts 671,026,419,200"},
    [](const auto& x) {
      const auto all_heads = heads(x) * head_dim(x);
      const auto query = choose(
          less(0.0, query_rank(x)), hidden(x) * query_rank(x) + query_rank(x) + query_rank(x) * all_heads,
          hidden(x) * all_heads);
      const auto down = hidden(x) * (kv_rank(x) + rope_head_dim(x)) + kv_rank(x);
      const auto up = kv_rank(x) * heads(x) * (head_dim(x) - rope_head_dim(x) + value_head_dim(x));
      return query + down + up + heads(x) * value_head_dim(x) * hidden(x);
    });

inline constexpr auto attention_parameters = formula<"model.attention_parameters", Count>(
    {.symbol = "Ψ_att",
     .title = "Attention weights of a layer",
     .why = "Query and output projections span all heads, key and value projections only the KV heads, unless they "
            "come from latents; "
            "biases, Q/K norms and sinks come on top.",
     .source = counting_source},
    [](const auto& x) {
      const auto query = heads(x) * head_dim(x);
      const auto key = kv_heads(x) * head_dim(x);
      const auto value = kv_heads(x) * value_head_dim(x);
      const auto matrices = hidden(x) * (query + key + value + heads(x) * value_head_dim(x));
      const auto extras = qkv_bias(x) * (query + key + value) + output_bias(x) * hidden(x) +
                          qk_norm(x) * 2.0 * head_dim(x) + qk_norm_wide(x) * (query + key) + sinks(x) * heads(x);
      return choose(less(0.0, kv_rank(x)), latent_attention_parameters(x), matrices + extras);
    });

inline constexpr auto linear_attention_parameters = formula<"model.linear_attention_parameters", Count>(
    {.symbol = "Ψ_lin",
     .title = "Attention weights of a linear layer",
     .why = "Query, key, value, output gate and output span all heads; the output is normalised.",
     .source = "MiniMax-01 2025, lightning attention; MiniMax-Text-01 counts 456.09e9"},
    [](const auto& x) { return (5.0 * hidden(x) + 1.0) * heads(x) * head_dim(x); });

inline constexpr auto cross_parameters = formula<"model.cross_parameters", Count>(
    {.symbol = "Ψ_x-att",
     .title = "Weights of cross-attention of the model",
     .why = "A second attention and its norm in every layer of the decoder.",
     .source = "Vaswani et al. 2017; T5-11B counts 11,307,321,344"},
    [](const auto& x) {
      return choose(
          less(0.0, cross_layers(x)), cross_layers(x) * (attention_parameters(x) + norm_vectors(x) * hidden(x)), 0.0);
    });

inline constexpr auto position_parameters = formula<"model.position_parameters", Count>(
    {.symbol = "Ψ_pos",
     .title = "Weights of relative positions of the model",
     .why = "A bias per bucket and head in each stack, or a square matrix per layer; rotary positions and ALiBi have "
            "none.",
     .source = "Raffel et al. 2020 (T5); Rae et al. 2021 (Gopher, after Transformer-XL)"},
    [](const auto& x) {
      const auto stacks = choose(less(0.0, cross_layers(x)), 2.0, 1.0);
      return stacks * relative_buckets(x) * heads(x) + relative_projection(x) * layers(x) * squared(hidden(x));
    });

inline constexpr auto mlp_parameters = formula<"model.mlp_parameters", Count>(
    {.symbol = "Ψ_mlp",
     .title = "MLP weights of a dense layer",
     .why = "A plain MLP has two matrices between hidden size and FFN width, a gated one three.",
     .source = counting_source},
    [](const auto& x) {
      return ffn_matrices(x) * hidden(x) * ffn_hidden(x) +
             mlp_bias(x) * ((ffn_matrices(x) - 1.0) * ffn_hidden(x) + hidden(x));
    });

inline constexpr auto norm_parameters = formula<"model.norm_parameters", Count>(
    {.symbol = "Ψ_norm",
     .title = "Norm weights of a layer",
     .why = "Every norm has one vector of hidden size, and a second one if it has a bias.",
     .source = counting_source},
    [](const auto& x) { return norms(x) * norm_vectors(x) * hidden(x); });

inline constexpr auto expert_parameters = formula<"model.expert_parameters", Count>(
    {.symbol = "Ψ_e",
     .title = "Weights of one routed expert",
     .why = "An expert is an MLP of its own width.",
     .source = counting_source},
    [](const auto& x) {
      return expert_matrices(x) * hidden(x) * expert_hidden(x) +
             expert_bias(x) * ((expert_matrices(x) - 1.0) * expert_hidden(x) + hidden(x));
    });

inline constexpr auto shared_expert_parameters = formula<"model.shared_expert_parameters", Count>(
    {.symbol = "Ψ_s",
     .title = "Weights of an MoE layer's MLP that see every token",
     .why = "Shared experts together are one MLP of their summed width, with a gate in some models; a residual MLP may "
            "stand beside them.",
     .source = counting_source},
    [](const auto& x) {
      return ffn_matrices(x) * hidden(x) * (shared_hidden(x) + residual_hidden(x)) + shared_gate(x) * hidden(x);
    });

inline constexpr auto router_parameters = formula<"model.router_parameters", Count>(
    {.symbol = "Ψ_r",
     .title = "Router weights of a layer",
     .why = "The router scores every expert for every token.",
     .source = counting_source},
    [](const auto& x) { return hidden(x) * experts(x) + router_bias(x) * experts(x); });

inline constexpr auto layer_parameters = formula<"model.layer_parameters", Count>(
    {.symbol = "Ψ_l",
     .title = "Weights of a dense layer",
     .why = "Attention, MLP and norms; 12·h² when parameters are counted by that rule.",
     .source = "Narayanan et al. 2021, Eq. 2; 12·l·h²: DDN, LLM offloading"},
    [](const auto& x) {
      return choose(
          count_rule(x), 12.0 * squared(hidden(x)), attention_parameters(x) + mlp_parameters(x) + norm_parameters(x));
    });

inline constexpr auto moe_common_parameters = formula<"model.moe_common_parameters", Count>(
    {.symbol = "Ψ_lc",
     .title = "Weights of an MoE layer without its routed experts",
     .why = "Attention, norms, router and shared experts work on every token.",
     .source = counting_source},
    [](const auto& x) {
      return attention_parameters(x) + norm_parameters(x) + router_parameters(x) + shared_expert_parameters(x);
    });

inline constexpr auto routed_parameters = formula<"model.routed_parameters", Count>(
    {.symbol = "Ψ_x",
     .title = "Weights of all routed experts of the model",
     .why = "They are the part of a mixture that grows without growing the work per token.",
     .source = counting_source},
    [](const auto& x) {
      return choose(less(0.0, moe_layers(x)), moe_layers(x) * experts(x) * expert_parameters(x), 0.0);
    });

inline constexpr auto layers_parameters = formula<"model.layers_parameters", Count>(
    {.symbol = "Ψ_L",
     .title = "Weights of all layers without routed experts",
     .why = "Dense layers and MoE layers are counted apart; linear layers differ by their attention.",
     .source = counting_source},
    [](const auto& x) {
      const auto mixture = choose(less(0.0, moe_layers(x)), moe_layers(x) * moe_common_parameters(x), 0.0);
      const auto linear = choose(
          less(0.0, linear_layers(x)), linear_layers(x) * (linear_attention_parameters(x) - attention_parameters(x)),
          0.0);
      return (layers(x) - moe_layers(x)) * layer_parameters(x) + mixture +
             choose(count_rule(x), 0.0, linear + cross_parameters(x) + position_parameters(x));
    });

inline constexpr auto projection_parameters = formula<"model.projection_parameters", Count>(
    {.symbol = "Ψ_p",
     .title = "Weights between embedding and hidden size",
     .why = "Where the embedding is narrower than the layers, a matrix leads in and another one out.",
     .source = "Zhang et al. 2022 (OPT-350M)"},
    [](const auto& x) { return choose(equal(embedding_width(x), hidden(x)), 0.0, embedding_width(x) * hidden(x)); });

inline constexpr auto embedding_parameters = formula<"model.embedding_parameters", Count>(
    {.symbol = "Ψ_emb",
     .title = "Weights of the input embedding",
     .why = "One row per vocabulary entry, learned position and token type, a projection where the rows are narrower "
            "than the hidden size, "
            "and a norm in some models; none by the 12·l·h² rule.",
     .source = counting_source},
    [](const auto& x) {
      const auto rows = vocabulary(x) * embedding_width(x) + (positions(x) + token_types(x)) * hidden(x);
      return choose(
          count_rule(x), 0.0, rows + projection_parameters(x) + embedding_norms(x) * norm_vectors(x) * hidden(x));
    });

inline constexpr auto head_parameters = formula<"model.head_parameters", Count>(
    {.symbol = "Ψ_head",
     .title = "Weights of the output head",
     .why = "A matrix of its own unless it shares the input embedding, a projection to narrower rows, the final norm, "
            "and a pooler in BERT.",
     .source = counting_source},
    [](const auto& x) {
      const auto matrix = (1.0 - tied(x)) * vocabulary(x) * embedding_width(x) + head_bias(x) * vocabulary(x);
      const auto pooled = pooler(x) * (squared(hidden(x)) + hidden(x));
      return choose(
          count_rule(x), 0.0,
          matrix + projection_parameters(x) + final_norms(x) * norm_vectors(x) * hidden(x) + pooled);
    });

inline constexpr auto parameters = formula<"model.parameters", Count>(
    {.symbol = "Ψ",
     .title = "Parameters",
     .why = "All weights of the model: what memory and checkpoints have to hold.",
     .source = counting_source},
    [](const auto& x) {
      return otherwise(
          parameters_given(x),
          layers_parameters(x) + routed_parameters(x) + embedding_parameters(x) + head_parameters(x));
    });

inline constexpr auto parameters_active = formula<"model.parameters_active", Count>(
    {.symbol = "Ψ_act",
     .title = "Active parameters",
     .why = "Weights that one token touches, embeddings counted: of the routed experts only those that work on it.",
     .source = "convention of Mixtral, DBRX and Qwen: embeddings are counted"},
    [](const auto& x) {
      return choose(
          less(0.0, experts(x)),
          parameters(x) - moe_layers(x) * (experts(x) - experts_per_token(x)) * expert_parameters(x), parameters(x));
    });

inline constexpr auto parameter_formulas = std::tie(
    parameters, parameters_active, attention_parameters, latent_attention_parameters, linear_attention_parameters,
    cross_parameters, position_parameters, mlp_parameters, norm_parameters, expert_parameters, shared_expert_parameters,
    router_parameters, layer_parameters, moe_common_parameters, routed_parameters, layers_parameters,
    projection_parameters, embedding_parameters, head_parameters);

inline constexpr auto too_many_moe_layers = finding<"model.inconsistent">(
    {.severity = Severity::error,
     .sentence = "{model.moe_layers} MoE layers are more than {model.layers} layers.",
     .remedy = "MoE layers are some of the layers."},
    [](const auto& x) { return layers(x) - moe_layers(x); });
inline constexpr auto moe_layers_without_experts = finding<"model.inconsistent">(
    {.severity = Severity::error,
     .sentence = "{model.moe_layers} MoE layers have {model.experts} experts, of which {model.experts_per_token} work "
                 "on a token.",
     .remedy = "A mixture has experts, and at least one works on every token."},
    [](const auto& x) { return smaller(experts(x), experts_per_token(x)) - smaller(moe_layers(x), 1.0); });
inline constexpr auto too_many_experts_per_token = finding<"model.inconsistent">(
    {.severity = Severity::error,
     .sentence = "{model.experts_per_token} experts per token are more than {model.experts} experts.",
     .remedy = "At most all experts work on a token."},
    [](const auto& x) { return experts(x) - experts_per_token(x); });
inline constexpr auto kv_heads_indivisible = finding<"model.inconsistent">(
    {.severity = Severity::error,
     .sentence = "{model.kv_heads} KV heads do not divide {model.heads} query heads.",
     .remedy = "Every KV head serves the same number of query heads."},
    [](const auto& x) { return 0.0 - remainder(heads(x), kv_heads(x)); });
inline constexpr auto heads_of_broken_width = finding<"model.inconsistent">(
    {.severity = Severity::warning,
     .sentence =
         "{model.heads} heads do not divide a hidden size of {model.hidden}: a head would be {model.head_dim} wide.",
     .remedy = "A head dimension of its own, model.head_dim, or another number of heads."},
    [](const auto& x) { return 0.0 - remainder(head_dim(x), 1.0); });
inline constexpr auto too_many_classes = finding<"model.inconsistent">(
    {.severity = Severity::error,
     .sentence = "{model.windowed_layers} windowed and {model.linear_layers} linear layers are more than "
                 "{model.layers} layers.",
     .remedy = "A layer attends in full, within the window, or linearly."},
    [](const auto& x) { return layers(x) - windowed_layers(x) - linear_layers(x); });
inline constexpr auto too_many_encoder_layers = finding<"model.inconsistent">(
    {.severity = Severity::error,
     .sentence = "{model.encoder_layers} encoder layers are more than {model.layers} layers.",
     .remedy = "Layers counts those of encoder and decoder."},
    [](const auto& x) { return layers(x) - encoder_layers(x); });
inline constexpr auto rotary_part_too_wide = finding<"model.inconsistent">(
    {.severity = Severity::error,
     .sentence = "A rotary part of {model.rope_head_dim} is wider than a head of {model.head_dim}.",
     .remedy = "The head dimension counts its rotary part."},
    [](const auto& x) { return head_dim(x) - rope_head_dim(x); });
inline constexpr auto unknown_type = finding<"model.unsupported">(
    {.severity = Severity::warning,
     .sentence = "The model's type is not known; read as a LLaMA it has {model.parameters} parameters.",
     .remedy = "Compare with the published number."},
    [](const auto& x) { return 0.0 - read_as_llama(x); });
inline constexpr auto parts_left_out = finding<"model.unsupported">(
    {.severity = Severity::warning,
     .sentence = "The {model.parameters} parameters leave out parts of this model.",
     .remedy = "The notes of its entry name them."},
    [](const auto& x) { return 0.0 - left_out(x); });
inline constexpr auto parameter_findings = std::tie(
    too_many_moe_layers, moe_layers_without_experts, too_many_experts_per_token, kv_heads_indivisible,
    heads_of_broken_width, too_many_classes, too_many_encoder_layers, rotary_part_too_wide, unknown_type,
    parts_left_out);

}  // namespace llmsize::model

// SPDX-License-Identifier: Apache-2.0
// How many weights a decoder transformer has, part by part.
#pragma once

#include "core/layers/kinds.hpp"
#include "core/model/compressed.hpp"

namespace llmsize::model {

inline constexpr std::string_view counting_source =
    "Vaswani et al. 2017; Narayanan et al. 2021, Eq. 2; checked against published counts of GPT-2, BLOOM, Llama, "
    "Mixtral, Qwen and Gemma";

/// What mixes tokens and MLPs, each a block between two residuals: two of them in a layer that has both.
template <class Case>
auto blocks_per_layer(const Case& x) {
  return 2.0 - (layers_without_mlp(x) + layers_without_mixer(x)) / layers(x);
}

inline constexpr auto latent_attention_parameters = formula<"model.latent_attention_parameters", Count>(
    {.symbol = "Ψ_mla",
     .title = "MLA parameters per layer",
     .why = "Keys and values come from one latent, queries from an optional second one. Each latent has a norm.",
     .source = "DeepSeek-V2 2024, multi-head latent attention; DeepSeek-V3 counts 671,026,419,200"},
    [](const auto& x) {
      const auto all_heads = heads(x) * head_dim(x);
      const auto query = choose(
          less(0.0, query_rank(x)), hidden(x) * query_rank(x) + query_rank(x) + query_rank(x) * all_heads,
          hidden(x) * all_heads);
      const auto down = hidden(x) * (kv_rank(x) + rope_head_dim(x)) + kv_rank(x);
      const auto up = kv_rank(x) * heads(x) * (head_dim(x) - rope_head_dim(x) + value_head_dim(x));
      return query + down + up + (1.0 + attention_gate(x)) * heads(x) * value_head_dim(x) * hidden(x);
    });

/// 1 where full attention projects values apart from keys, else 0.
template <class Case>
auto projects_values(const Case& x) {
  return (1.0 - values_are_keys(x)) * (1.0 - one_kv_entry(x));
}

/// Entries of the matrices that make queries of so many values, by way of a latent where there is one, and of those
/// that bring as many as heads put out back to the hidden size, by way of a latent per group.
template <class Queries, class Case>
auto query_matrices(const Queries& values, const Case& x) {
  return choose(less(0.0, query_rank(x)), query_rank(x) * (hidden(x) + values), hidden(x) * values);
}
template <class Outputs, class Case>
auto output_matrices(const Outputs& values, const Case& x) {
  const auto latents = output_rank(x) * (values + output_groups(x) * hidden(x));
  return choose(less(0.0, output_rank(x)), latents, values * hidden(x));
}
/// Weights of an attention whose keys and values come straight from the hidden size; `values` is 0 where they are keys.
template <class Heads, class Groups, class Width, class ValueWidth, class Values, class Sinks, class Case>
auto direct_attention(
    const Heads& a, const Groups& k, const Width& d, const ValueWidth& dv, const Values& values, const Sinks& sunk,
    const Case& x) {
  const auto query = a * d, key = k * d, value = values * k * dv;
  const auto matrices =
      query_matrices(query, x) + hidden(x) * (key + value + attention_gate(x) * a * dv) + output_matrices(a * dv, x);
  return matrices + query_rank(x) + qkv_bias(x) * (query + key + value) + output_bias(x) * hidden(x) +
         qk_norm(x) * 2.0 * d + qk_norm_wide(x) * (query + key) + one_kv_entry(x) * key + sunk * a;
}

inline constexpr auto attention_parameters = formula<"model.attention_parameters", Count>(
    {.symbol = "Ψ_att",
     .title = "Attention parameters per layer",
     .why = "Query and output projections span all heads, key and value projections the KV heads. MLA uses latents. "
            "Queries and output may have latents of their own. Biases, Q/K norms, sinks and output gate are included.",
     .source = counting_source},
    [](const auto& x) {
      const auto direct =
          direct_attention(heads(x), kv_heads(x), head_dim(x), value_head_dim(x), projects_values(x), sinks(x), x);
      return choose(less(0.0, kv_rank(x)), latent_attention_parameters(x), direct);
    });

inline constexpr auto windowed_parameters = formula<"model.windowed_attention_parameters", Count>(
    {.symbol = "Ψ_w",
     .title = "Sliding-window attention parameters",
     .why = "Same as full attention, with the heads of sliding-window layers.",
     .source = counting_source},
    [](const auto& x) {
      const auto direct = direct_attention(
          window_heads(x), window_kv_heads(x), window_head_dim(x), window_value_head_dim(x), 1.0 - one_kv_entry(x),
          window_sinks(x), x);
      return choose(less(0.0, kv_rank(x)), latent_attention_parameters(x), direct);
    });

/// What an indexer makes its queries from: the latent of queries where there is one.
template <class Case>
auto indexed_width(const Case& x) {
  return choose(less(0.0, query_rank(x)), query_rank(x), hidden(x));
}
/// Columns that make an indexer's key of a token: compressed ones need a value and its weight per entry.
template <class Case>
auto index_key_columns(const Case& x) {
  return index_dim(x) * choose(sparse_compress(x), 2.0 * sparse_overlap(x), 1.0);
}
/// Entries of an indexer's matrices.
template <class Case>
auto indexer_matrices(const Case& x) {
  return indexed_width(x) * index_heads(x) * index_dim(x) +
         hidden(x) * (index_key_columns(x) + index_weighs(x) * index_heads(x));
}

inline constexpr auto indexer_parameters = formula<"model.indexer_parameters", Count>(
    {.symbol = "Ψ_ix",
     .title = "Indexer parameters",
     .why =
         "Query heads, one key with a norm, and one weight per head. Compressed keys have a bias per value and token "
         "of an entry.",
     .source = "DeepSeek-V3.2 2025, DeepSeek-V4 2026; forms in their repositories"},
    [](const auto& x) {
      const auto compressed = 1.0 + sparse_overlap(x) * sparse_compression(x);
      return indexer_matrices(x) + choose(sparse_compress(x), compressed, 2.0) * index_dim(x);
    });

inline constexpr auto mixer_layers = formula<"model.mixer_layers", Count>(
    {.symbol = "l_mix",
     .title = "SSM and linear-attention layers",
     .why = "SSM, linear-attention and convolution layers.",
     .source = "derived: sum over the kinds of layers",
     .whole = true},
    [](const auto& x) { return std::apply([&](const auto&... kind) { return (kind.layers(x) + ...); }, Kinds()); });

inline constexpr auto attention_layers = formula<"model.attention_layers", Count>(
    {.symbol = "l_att",
     .title = "Attention layers",
     .why = "All layers except SSM, linear-attention, convolution and MLP-only layers.",
     .source = "derived: count over the kinds of layers",
     .whole = true},
    [](const auto& x) { return layers(x) - layers_without_mixer(x) - (1.0 - parallel_mixers(x)) * mixer_layers(x); });

inline constexpr auto unmeasured_layers = formula<"model.unmeasured_layers", Count>(
    {.symbol = "l_?",
     .title = "Layers of unmeasured types",
     .why = "Their times follow from FLOPs and memory traffic only, without a published training run.",
     .source = "derived: layer types vs. published measurements",
     .whole = true},
    [](const auto& x) { return layers_of_unmeasured_kinds(x) + sparse_layers(x) + compressed_layers(x); });

inline constexpr auto mixers_parameters = formula<"model.mixers_parameters", Count>(
    {.symbol = "Ψ_mix",
     .title = "SSM and linear-attention parameters",
     .why = "Parameters of all SSM, linear-attention and convolution layers, without their MLPs.",
     .source = "derived: sum over the kinds of layers"},
    [](const auto& x) { return sum_over_kinds(x, 0.0, [&](const auto& kind) { return kind.parameters(x); }); });

inline constexpr auto attentions_parameters = formula<"model.attentions_parameters", Count>(
    {.symbol = "Ψ_A",
     .title = "Attention and SSM parameters, all layers",
     .why = "Full, sliding-window and compressed attention, indexers, SSM and linear attention.",
     .source = "derived: sum over the kinds of layers"},
    [](const auto& x) {
      const auto windowed = where(
          less(0.0, windowed_layers(x)), [&] { return windowed_layers(x) * windowed_parameters(x); }, 0.0);
      const auto indexed = where(
          less(0.0, indexers(x)), [&] { return indexers(x) * indexer_parameters(x); }, 0.0);
      const auto others = where(
          less(0.0, mixer_layers(x)), [&] { return mixers_parameters(x); }, 0.0);
      const auto compressors = if_compressing([&] { return compressor_parameters(x); }, 0.0, x);
      return (attention_layers(x) - windowed_layers(x)) * attention_parameters(x) + windowed + indexed + compressors +
             others;
    });

inline constexpr auto cross_parameters = formula<"model.cross_parameters", Count>(
    {.symbol = "Ψ_x-att",
     .title = "Cross-attention parameters",
     .why = "A second attention with its norm in every decoder layer.",
     .source = "Vaswani et al. 2017; T5-11B counts 11,307,321,344"},
    [](const auto& x) {
      return where(
          less(0.0, cross_layers(x)),
          [&] { return cross_layers(x) * (attention_parameters(x) + norm_vectors(x) * hidden(x)); }, 0.0);
    });

inline constexpr auto position_parameters = formula<"model.position_parameters", Count>(
    {.symbol = "Ψ_pos",
     .title = "Relative-position parameters",
     .why = "One bias per bucket and head in each stack, or one square matrix per layer. RoPE and ALiBi have none.",
     .source = "Raffel et al. 2020 (T5); Rae et al. 2021 (Gopher, after Transformer-XL)"},
    [](const auto& x) {
      const auto stacks = choose(less(0.0, cross_layers(x)), 2.0, 1.0);
      return stacks * relative_buckets(x) * heads(x) + relative_projection(x) * layers(x) * squared(hidden(x));
    });

inline constexpr auto mlp_parameters = formula<"model.mlp_parameters", Count>(
    {.symbol = "Ψ_mlp",
     .title = "MLP parameters per dense layer",
     .why = "A plain MLP has two matrices between hidden size and intermediate size, a gated one three.",
     .source = counting_source},
    [](const auto& x) {
      return ffn_matrices(x) * hidden(x) * ffn_hidden(x) +
             mlp_bias(x) * ((ffn_matrices(x) - 1.0) * ffn_hidden(x) + hidden(x));
    });

inline constexpr auto norm_parameters = formula<"model.norm_parameters", Count>(
    {.symbol = "Ψ_norm",
     .title = "Norm parameters per layer",
     .why = "One vector of hidden size per norm, two with a bias.",
     .source = counting_source},
    [](const auto& x) { return norms(x) * norm_vectors(x) * hidden(x); });

inline constexpr auto expert_parameters = formula<"model.expert_parameters", Count>(
    {.symbol = "Ψ_e",
     .title = "Parameters per routed expert",
     .why = "An expert is an MLP of its own intermediate size.",
     .source = counting_source},
    [](const auto& x) {
      return expert_matrices(x) * expert_input(x) * expert_hidden(x) +
             expert_bias(x) * ((expert_matrices(x) - 1.0) * expert_hidden(x) + expert_input(x));
    });

inline constexpr auto shared_expert_parameters = formula<"model.shared_expert_parameters", Count>(
    {.symbol = "Ψ_s",
     .title = "Shared-expert parameters per MoE layer",
     .why = "Shared experts form one MLP of their summed width, with an optional gate. A residual MLP and the "
            "projections of latent MoE are included.",
     .source = counting_source},
    [](const auto& x) {
      const auto narrowed = choose(equal(expert_input(x), hidden(x)), 0.0, 2.0 * hidden(x) * expert_input(x));
      return ffn_matrices(x) * hidden(x) * (shared_hidden(x) + residual_hidden(x)) + shared_gate(x) * hidden(x) +
             narrowed;
    });

inline constexpr auto router_parameters = formula<"model.router_parameters", Count>(
    {.symbol = "Ψ_r",
     .title = "Router parameters per MoE layer",
     .why = "The router scores every expert for every token.",
     .source = counting_source},
    [](const auto& x) { return hidden(x) * experts(x) + router_bias(x) * experts(x); });

inline constexpr auto layer_parameters = formula<"model.layer_parameters", Count>(
    {.symbol = "Ψ_l",
     .title = "Parameters per dense layer",
     .why = "Attention, MLP and norms. 12·h² by the 12·l·h² counting rule.",
     .source = "Narayanan et al. 2021, Eq. 2; 12·l·h²: DDN, LLM offloading"},
    [](const auto& x) {
      return choose(
          count_rule(x), 12.0 * squared(hidden(x)), attention_parameters(x) + mlp_parameters(x) + norm_parameters(x));
    });

inline constexpr auto moe_common_parameters = formula<"model.moe_common_parameters", Count>(
    {.symbol = "Ψ_lc",
     .title = "MoE layer parameters, no routed experts",
     .why = "Attention, norms, router and shared experts process every token.",
     .source = counting_source},
    [](const auto& x) {
      return attention_parameters(x) + norm_parameters(x) + router_parameters(x) + shared_expert_parameters(x);
    });

inline constexpr auto routed_parameters = formula<"model.routed_parameters", Count>(
    {.symbol = "Ψ_x",
     .title = "Routed-expert parameters",
     .why = "More routed experts add parameters without FLOPs per token.",
     .source = counting_source},
    [](const auto& x) {
      return where(
          less(0.0, moe_layers(x)), [&] { return moe_layers(x) * experts(x) * expert_parameters(x); }, 0.0);
    });

inline constexpr auto dense_layers = formula<"model.dense_layers", Count>(
    {.symbol = "l_dense",
     .title = "Dense MLP layers",
     .why = "All layers with an MLP that is not MoE.",
     .source = "derived: definition",
     .whole = true},
    [](const auto& x) { return layers(x) - moe_layers(x) - layers_without_mlp(x); });

inline constexpr auto mlps_parameters = formula<"model.mlps_parameters", Count>(
    {.symbol = "Ψ_M",
     .title = "MLP parameters, no routed experts",
     .why = "Dense MLPs of all layers, and router and shared experts of MoE layers.",
     .source = counting_source},
    [](const auto& x) {
      const auto mixtures = where(
          less(0.0, moe_layers(x)),
          [&] { return moe_layers(x) * (router_parameters(x) + shared_expert_parameters(x)); }, 0.0);
      return dense_layers(x) * mlp_parameters(x) + mixtures;
    });

inline constexpr auto layers_parameters = formula<"model.layers_parameters", Count>(
    {.symbol = "Ψ_L",
     .title = "Layer parameters, no routed experts",
     .why = "Attention, SSM, MLPs and norms of all layers. The 12·l·h² rule applies to dense layers.",
     .source = counting_source},
    [](const auto& x) {
      const auto mixture = where(
          less(0.0, moe_layers(x)), [&] { return moe_layers(x) * moe_common_parameters(x); }, 0.0);
      const auto ruled = (layers(x) - moe_layers(x)) * layer_parameters(x) + mixture;
      const auto norms_and_numbers = layers(x) * (norm_parameters(x) + layer_numbers(x));
      return choose(
          count_rule(x), ruled,
          attentions_parameters(x) + mlps_parameters(x) + norms_and_numbers + cross_parameters(x) +
              position_parameters(x));
    });

inline constexpr auto projection_parameters = formula<"model.projection_parameters", Count>(
    {.symbol = "Ψ_p",
     .title = "Embedding projection parameters",
     .why = "An embedding narrower than the hidden size needs one projection in and one out.",
     .source = "Zhang et al. 2022 (OPT-350M)"},
    [](const auto& x) { return choose(equal(embedding_width(x), hidden(x)), 0.0, embedding_width(x) * hidden(x)); });

inline constexpr auto embedding_parameters = formula<"model.embedding_parameters", Count>(
    {.symbol = "Ψ_emb",
     .title = "Input embedding parameters",
     .why = "One row per vocabulary entry, learned position and token type, plus an optional projection and norm. 0 by "
            "the 12·l·h² rule.",
     .source = counting_source},
    [](const auto& x) {
      const auto rows = vocabulary(x) * embedding_width(x) + (positions(x) + token_types(x)) * hidden(x);
      return choose(
          count_rule(x), 0.0, rows + projection_parameters(x) + embedding_norms(x) * norm_vectors(x) * hidden(x));
    });

inline constexpr auto head_parameters = formula<"model.head_parameters", Count>(
    {.symbol = "Ψ_head",
     .title = "LM head parameters (stored)",
     .why = "A separate matrix unless tied to the input embedding, the projection to a narrower embedding, the final "
            "norm, and BERT's pooler.",
     .source = counting_source},
    [](const auto& x) {
      const auto matrix =
          output_head(x) * ((1.0 - tied(x)) * vocabulary(x) * embedding_width(x) + head_bias(x) * vocabulary(x));
      const auto pooled = pooler(x) * (squared(hidden(x)) + hidden(x));
      return choose(
          count_rule(x), 0.0,
          matrix + projection_parameters(x) + final_norms(x) * norm_vectors(x) * hidden(x) + pooled);
    });

inline constexpr auto parameters = formula<"model.parameters", Count>(
    {.symbol = "Ψ",
     .title = "Parameters",
     .why = "All weights of the model, in memory and checkpoints.",
     .source = counting_source},
    [](const auto& x) {
      return otherwise(
          parameters_given(x),
          layers_parameters(x) + routed_parameters(x) + embedding_parameters(x) + head_parameters(x));
    });

inline constexpr auto parameters_active = formula<"model.parameters_active", Count>(
    {.symbol = "Ψ_act",
     .title = "Active parameters",
     .why = "Weights used per token, embeddings included: of the routed experts only the top-k.",
     .source = "convention of Mixtral, DBRX and Qwen: embeddings are counted"},
    [](const auto& x) {
      return choose(
          less(0.0, experts(x)),
          parameters(x) - moe_layers(x) * (experts(x) - experts_per_token(x)) * expert_parameters(x), parameters(x));
    });

inline constexpr auto parameter_formulas = std::tie(
    parameters, parameters_active, attention_layers, mixer_layers, dense_layers, unmeasured_layers,
    attention_parameters, latent_attention_parameters, windowed_parameters, indexer_parameters, compressing_layers,
    compressor_columns, compressor_parameters, mixers_parameters, attentions_parameters, cross_parameters,
    position_parameters, mlp_parameters, norm_parameters, expert_parameters, shared_expert_parameters,
    router_parameters, mlps_parameters, layer_parameters, moe_common_parameters, routed_parameters, layers_parameters,
    projection_parameters, embedding_parameters, head_parameters);

inline constexpr auto too_many_moe_layers = finding<"model.inconsistent">(
    {.severity = Severity::error,
     .sentence = "{model.moe_layers} MoE layers are more than {model.layers} layers.",
     .remedy = "Set at most as many MoE layers as layers."},
    [](const auto& x) { return layers(x) - moe_layers(x); });
inline constexpr auto moe_layers_without_experts = finding<"model.inconsistent">(
    {.severity = Severity::error,
     .sentence =
         "{model.moe_layers} MoE layers have {model.experts} experts and {model.experts_per_token} experts per token.",
     .remedy = "Set at least one expert and one expert per token."},
    [](const auto& x) { return smaller(experts(x), experts_per_token(x)) - smaller(moe_layers(x), 1.0); });
inline constexpr auto too_many_experts_per_token = finding<"model.inconsistent">(
    {.severity = Severity::error,
     .sentence = "{model.experts_per_token} experts per token are more than {model.experts} experts.",
     .remedy = "Set at most as many experts per token as experts."},
    [](const auto& x) { return experts(x) - experts_per_token(x); });
inline constexpr auto kv_heads_indivisible = finding<"model.inconsistent">(
    {.severity = Severity::error,
     .sentence = "{model.kv_heads} KV heads do not divide {model.heads} query heads.",
     .remedy = "Set a number of KV heads that divides the query heads."},
    [](const auto& x) { return 0.0 - remainder(heads(x), kv_heads(x)); });
inline constexpr auto heads_of_broken_width = finding<"model.inconsistent">(
    {.severity = Severity::warning,
     .sentence = "{model.heads} heads do not divide the hidden size of {model.hidden}: the head dimension would be "
                 "{model.head_dim}.",
     .remedy = "Set model.head_dim or another number of heads."},
    [](const auto& x) { return 0.0 - remainder(head_dim(x), 1.0); });
inline constexpr auto too_many_classes = finding<"model.inconsistent">(
    {.severity = Severity::error,
     .sentence = "{model.windowed_layers} sliding-window, {model.mixer_layers} SSM or linear-attention and "
                 "{model.layers_without_mixer} MLP-only layers are more than {model.layers} layers.",
     .remedy = "Give each layer one type: full attention, sliding window, SSM or linear attention, or MLP only."},
    [](const auto& x) { return attention_layers(x) - windowed_layers(x); });
inline constexpr auto too_many_mlps = finding<"model.inconsistent">(
    {.severity = Severity::error,
     .sentence = "{model.moe_layers} MoE layers and {model.layers_without_mlp} layers without an MLP are more than "
                 "{model.layers} layers.",
     .remedy = "Give each layer a dense MLP, an MoE MLP or none."},
    [](const auto& x) { return dense_layers(x); });
inline constexpr auto kinds_without_widths = finding<"model.inconsistent">(
    {.severity = Severity::error,
     .sentence =
         "Some of {model.mixer_layers} SSM or linear-attention layers have no heads, widths or convolution kernel.",
     .remedy = "Set the dimensions of each layer type, e.g. model.state_space_heads."},
    [](const auto& x) {
      const auto widths = [&](const auto& kind) {
        return where(
            less(0.0, kind.layers(x)), [&] { return kind.state(x) / byte - 1.0; }, 0.0);
      };
      return std::apply(
          [&](const auto&... kind) {
            auto least = 0.0 * layers(x);
            ((least = smaller(least, widths(kind))), ...);
            return least;
          },
          Kinds());
    });
inline constexpr auto indexers_without_widths = finding<"model.inconsistent">(
    {.severity = Severity::error,
     .sentence = "{model.indexers} lightning-indexer layers have {model.index_heads} heads of {model.index_head_dim} "
                 "and select {model.chosen_tokens} tokens.",
     .remedy = "Set indexer heads, head dimension and selected tokens."},
    [](const auto& x) {
      return smaller(index_heads(x) * index_dim(x), chosen_tokens(x)) - smaller(sparse_layers(x), 1.0);
    });
inline constexpr auto too_many_sparse = finding<"model.inconsistent">(
    {.severity = Severity::error,
     .sentence = "{model.sparse_layers} sparse-attention and {model.windowed_layers} sliding-window layers are more "
                 "than {model.attention_layers} attention layers.",
     .remedy = "Count sparse-attention layers among the full-attention layers."},
    [](const auto& x) { return attention_layers(x) - windowed_layers(x) - sparse_layers(x); });
inline constexpr auto too_many_compressed = finding<"model.inconsistent">(
    {.severity = Severity::error,
     .sentence = "{model.compressed_layers} compressed-attention, {model.sparse_layers} sparse-attention and "
                 "{model.windowed_layers} sliding-window layers are more than {model.attention_layers} attention "
                 "layers.",
     .remedy = "Give each attention layer one type: full, sliding window, sparse or compressed."},
    [](const auto& x) {
      const auto left = attention_layers(x) - windowed_layers(x) - sparse_layers(x) - compressed_layers(x);
      return choose(less(0.0, compressed_layers(x)), left, 0.0);
    });
inline constexpr auto entries_without_window = finding<"model.inconsistent">(
    {.severity = Severity::error,
     .sentence = "{model.compressing_layers} layers with compressed entries have no sliding window.",
     .remedy = "Set model.window."},
    [](const auto& x) { return choose(less(0.0, compressing_layers(x)), known(window(x)) - 1.0, 0.0); });
inline constexpr auto too_many_encoder_layers = finding<"model.inconsistent">(
    {.severity = Severity::error,
     .sentence = "{model.encoder_layers} encoder layers are more than {model.layers} layers.",
     .remedy = "Include encoder and decoder layers in model.layers."},
    [](const auto& x) { return layers(x) - encoder_layers(x); });
inline constexpr auto rotary_part_too_wide = finding<"model.inconsistent">(
    {.severity = Severity::error,
     .sentence = "The RoPE head dimension of {model.rope_head_dim} exceeds the head dimension of {model.head_dim}.",
     .remedy = "Include the RoPE part in the head dimension."},
    [](const auto& x) { return head_dim(x) - rope_head_dim(x); });
inline constexpr auto unknown_type = finding<"model.unsupported">(
    {.severity = Severity::warning,
     .sentence = "The model type is unknown. Read as LLaMA, it has {model.parameters} parameters.",
     .remedy = "Compare with the published parameter count."},
    [](const auto& x) { return 0.0 - read_as_llama(x); });
inline constexpr auto parts_left_out = finding<"model.unsupported">(
    {.severity = Severity::warning,
     .sentence = "The {model.parameters} parameters do not include all parts of this model.",
     .remedy = "See the notes of its catalog entry."},
    [](const auto& x) { return 0.0 - left_out(x); });
inline constexpr auto miscounted = finding<"model.miscounted">(
    {.severity = Severity::warning,
     .sentence = "The files hold {model.weights_in_files} weights, the model configuration implies {model.parameters}.",
     .remedy = "Check for missing files and compare the layers with the model's paper.",
     .brief = "files and configuration differ",
     .check = "Parameter count"},
    [](const auto& x) {
      const auto counted = parameters(x), held = weights_in_files(x);
      return 1.01 - larger(counted / held, held / counted);
    });
inline constexpr auto unmeasured_kinds = finding<"model.unmeasured">(
    {.severity = Severity::info,
     .sentence = "{model.unmeasured_layers} of {model.layers} layers are of a type without a published training run. "
                 "Their times follow from FLOPs and memory traffic, with a wider range.",
     .remedy = "Calibrate with a measured step of such a model: `llmsize calibrate`."},
    [](const auto& x) { return 0.0 - workload::trains(x) * unmeasured_layers(x); });
inline constexpr auto parameter_findings = std::tie(
    too_many_moe_layers, moe_layers_without_experts, too_many_experts_per_token, kv_heads_indivisible,
    heads_of_broken_width, too_many_classes, too_many_mlps, kinds_without_widths, indexers_without_widths,
    too_many_sparse, too_many_compressed, entries_without_window, too_many_encoder_layers, rotary_part_too_wide,
    unknown_type, parts_left_out, miscounted, unmeasured_kinds);

}  // namespace llmsize::model

// SPDX-License-Identifier: Apache-2.0
// Forward work of one sequence, operation by operation. One multiply-add is two FLOP; norms, softmax and activations
// are left out.
#pragma once

#include "core/inputs/software.hpp"
#include "core/inputs/workload.hpp"
#include "core/model/parameters.hpp"

namespace llmsize::model {

inline constexpr std::string_view flops_source =
    "Narayanan et al. 2021, appendix; HPE, Towards training trillion parameter models";

inline constexpr auto query_flop = formula<"model.query_flop", Flop>(
    {.symbol = "F_q",
     .title = "Query projection FLOPs per sequence",
     .why =
         "Every token times an h × a·d matrix, or two smaller ones with a latent. An output gate adds an equal width.",
     .source = flops_source},
    [](const auto& x) {
      const auto gate = attention_gate(x) * hidden(x) * heads(x) * value_head_dim(x);
      return 2.0 * flop * workload::sequence(x) * (query_matrices(heads(x) * head_dim(x), x) + gate);
    });

inline constexpr auto key_value_flop = formula<"model.key_value_flop", Flop>(
    {.symbol = "F_kv",
     .title = "Key and value projection FLOPs",
     .why = "Every token times two h × k·d matrices. MLA projects down to the latent and up to all heads.",
     .source = flops_source},
    [](const auto& x) {
      const auto direct = hidden(x) * kv_heads(x) * (head_dim(x) + projects_values(x) * value_head_dim(x));
      const auto down = hidden(x) * (kv_rank(x) + rope_head_dim(x));
      const auto up = kv_rank(x) * heads(x) * (head_dim(x) - rope_head_dim(x) + value_head_dim(x));
      return 2.0 * flop * workload::sequence(x) * choose(less(0.0, kv_rank(x)), down + up, direct);
    });

inline constexpr auto attention_output_flop = formula<"model.attention_output_flop", Flop>(
    {.symbol = "F_o",
     .title = "Attention output FLOPs",
     .why = "Every token times an a·d_v × h matrix, or smaller ones with latents.",
     .source = flops_source},
    [](const auto& x) {
      return 2.0 * flop * workload::sequence(x) * output_matrices(heads(x) * value_head_dim(x), x);
    });

inline constexpr auto mlp_flop = formula<"model.mlp_flop", Flop>(
    {.symbol = "F_mlp",
     .title = "Dense MLP FLOPs",
     .why = "Every token times two (plain) or three (gated) h × f matrices.",
     .source = flops_source},
    [](const auto& x) { return 2.0 * flop * workload::sequence(x) * ffn_matrices(x) * hidden(x) * ffn_hidden(x); });

inline constexpr auto router_flop = formula<"model.router_flop", Flop>(
    {.symbol = "F_r",
     .title = "Router FLOPs per MoE layer",
     .why = "The router scores every token for every expert.",
     .source = flops_source},
    [](const auto& x) { return 2.0 * flop * workload::sequence(x) * hidden(x) * experts(x); });

inline constexpr auto shared_flop = formula<"model.shared_flop", Flop>(
    {.symbol = "F_s",
     .title = "Shared-expert FLOPs per MoE layer",
     .why = "Every token passes the shared experts, the residual MLP and the input projection of latent MoE.",
     .source = flops_source},
    [](const auto& x) {
      const auto narrowed = choose(equal(expert_input(x), hidden(x)), 0.0, 2.0 * expert_input(x));
      return 2.0 * flop * workload::sequence(x) * hidden(x) *
             (ffn_matrices(x) * (shared_hidden(x) + residual_hidden(x)) + narrowed);
    });

inline constexpr auto routed_flop = formula<"model.routed_flop", Flop>(
    {.symbol = "F_x",
     .title = "Routed-expert FLOPs per MoE layer",
     .why = "Every token passes its top-k experts.",
     .source = flops_source},
    [](const auto& x) {
      return 2.0 * flop * workload::sequence(x) * expert_matrices(x) * expert_input(x) * experts_per_token(x) *
             expert_hidden(x);
    });

inline constexpr auto experts_flop = formula<"model.experts_flop", Flop>(
    {.symbol = "F_e",
     .title = "Expert FLOPs per MoE layer",
     .why = "Shared and routed experts.",
     .source = flops_source},
    [](const auto& x) { return shared_flop(x) + routed_flop(x); });

inline constexpr auto logits_flop = formula<"model.logits_flop", Flop>(
    {.symbol = "F_V",
     .title = "Logit FLOPs",
     .why = "Every token times the h × V LM head, once per model.",
     .source = flops_source},
    [](const auto& x) {
      return output_head(x) * 2.0 * flop * workload::sequence(x) * embedding_width(x) * vocabulary(x);
    });

/// Pairs of tokens that meet in a layer where each sees at most so many, when so large a share of the square under a
/// causal mask counts.
template <class Seen, class Share, class Case>
auto pairs_within(const Seen& most, const Share& share, const Case& x) {
  const auto s = workload::sequence(x);
  const auto seen = smaller(most, s);
  return seen * (s - (1.0 - share) * seen);
}

/// The same of tokens and entries of so many tokens each.
template <class Seen, class Tokens, class Share, class Case>
auto entries_within(const Seen& most, const Tokens& each, const Share& share, const Case& x) {
  const auto s = workload::sequence(x);
  const auto seen = smaller(most, s / each);
  return seen * (s - (1.0 - share) * each * seen);
}

/// Pairs that layers with compressed entries have in their windows, less those that compressed entries stand for.
template <class Share, class Case>
auto compressed_pairs_at(const Share& share, const Case& x) {
  const auto s = workload::sequence(x);
  const auto merged = compressed_layers(x) * (1.0 - 1.0 / compression(x)) * share * squared(s);
  return compressing_layers(x) * pairs_within(otherwise(window(x), s), share, x) - merged;
}

/// Pairs of tokens that meet in all layers with heads of full attention: in full, chosen by an indexer, with compressed
/// entries, or unmasked.
template <class Share, class Case>
auto full_pairs_at(const Share& share, const Case& x) {
  const auto s = workload::sequence(x);
  const auto full =
      (attention_layers(x) - windowed_layers(x) - sparse_layers(x) - encoder_layers(x)) * share * squared(s);
  const auto chosen = where(
      less(0.0, sparse_layers(x)),
      [&] { return sparse_layers(x) * entries_within(chosen_tokens(x), sparse_compression(x), share, x); }, 0.0);
  const auto compressed = if_compressing([&] { return compressed_pairs_at(share, x); }, 0.0, x);
  const auto whole = encoder_layers(x) + cross_layers(x);
  const auto unmasked = where(
      less(0.0, whole), [&] { return whole * squared(s); }, 0.0);
  return full + chosen + compressed + unmasked;
}

/// Pairs of tokens that meet in all windowed layers.
template <class Share, class Case>
auto windowed_pairs_at(const Share& share, const Case& x) {
  return where(
      less(0.0, windowed_layers(x)),
      [&] { return windowed_layers(x) * pairs_within(otherwise(window(x), workload::sequence(x)), share, x); }, 0.0);
}

/// Share of the pairs of a sequence that are of one document: packed ones attend to themselves only.
template <class Case>
auto packed_share(const Case& x) {
  return workload::document_tokens(x) / workload::sequence(x);
}

inline constexpr auto full_pairs = formula<"model.full_pairs", Count>(
    {.symbol = "n_full",
     .title = "Token pairs, full attention",
     .why = "Token pairs of all full-attention layers: s² per layer, of which ν counts all or the causal half. An "
            "indexer that selects w tokens leaves s·w pairs, s·w − w²/2 with a causal mask. Layers with compressed "
            "entries attend to those and to a window. Encoders and cross-attention have no mask. Packed documents form "
            "no pairs with each other.",
     .source = "derived: count of pairs over the kinds of layers",
     .assumes = "encoder and decoder sequences have the same length"},
    [](const auto& x) { return packed_share(x) * full_pairs_at(software::attention_share(x), x); });

inline constexpr auto windowed_pairs = formula<"model.windowed_pairs", Count>(
    {.symbol = "n_win",
     .title = "Token pairs, sliding-window attention",
     .why = "Token pairs of all sliding-window layers: s·w per layer, s·w − w²/2 with a causal mask.",
     .source = "derived: count of pairs over the kinds of layers",
     .assumes = "chunked attention counts as sliding-window attention, up to twice its real FLOPs"},
    [](const auto& x) { return packed_share(x) * windowed_pairs_at(software::attention_share(x), x); });

/// Scores of so many pairs of tokens, and the context made of them.
template <class Pairs, class Case>
auto scores_of(const Pairs& full, const Pairs& windowed, const Case& x) {
  return 2.0 * flop * (full * heads(x) * head_dim(x) + windowed * window_heads(x) * window_head_dim(x));
}
template <class Pairs, class Case>
auto context_of(const Pairs& full, const Pairs& windowed, const Case& x) {
  return 2.0 * flop * (full * heads(x) * value_head_dim(x) + windowed * window_heads(x) * window_value_head_dim(x));
}

inline constexpr auto scores_flop = formula<"model.scores_flop", Flop>(
    {.symbol = "F_qk",
     .title = "Attention score FLOPs, all layers",
     .why = "Query times key for every token pair and head.",
     .source = flops_source},
    [](const auto& x) { return scores_of(full_pairs(x), windowed_pairs(x), x); });

inline constexpr auto context_flop = formula<"model.context_flop", Flop>(
    {.symbol = "F_pv",
     .title = "Attention context FLOPs, all layers",
     .why = "Score times value for every token pair and head. Equal to the score FLOPs if values are as wide as keys.",
     .source = flops_source},
    [](const auto& x) { return context_of(full_pairs(x), windowed_pairs(x), x); });

inline constexpr auto indexers_flop = formula<"model.indexers_flop", Flop>(
    {.symbol = "F_ix",
     .title = "Indexer score FLOPs, all layers",
     .why = "One score per token pair and indexer head, or per token and compressed entry. Attention projections "
            "include the indexer projections.",
     .source = "DeepSeek-V3.2 2025: scores of every token with all previous tokens"},
    [](const auto& x) {
      const auto pairs = software::attention_share(x) * squared(workload::sequence(x)) / sparse_compression(x);
      return indexers(x) * 2.0 * flop * pairs * index_heads(x) * index_dim(x);
    });

inline constexpr auto mixers_core_flop = formula<"model.mixers_core_flop", Flop>(
    {.symbol = "F_mc",
     .title = "SSM and linear-attention core FLOPs",
     .why = "Convolutions and state updates of all SSM, linear-attention and convolution layers.",
     .source = "derived: sum over the kinds of layers"},
    [](const auto& x) { return sum_over_kinds(x, 0.0 * flop, [&](const auto& kind) { return kind.core_flop(x); }); });

/// What mixes tokens outside of pairs, whatever the kernel skips.
template <class Case>
auto other_cores(const Case& x) {
  return where(
             less(0.0, mixer_layers(x)), [&] { return mixers_core_flop(x); }, 0.0 * flop) +
         where(
             less(0.0, indexers(x)), [&] { return indexers_flop(x); }, 0.0 * flop);
}

inline constexpr auto cores_flop = formula<"model.cores_flop", Flop>(
    {.symbol = "F_core",
     .title = "Attention core FLOPs, all layers",
     .why = "Scores, context, indexers, and SSM and linear-attention states. Selective recomputation repeats them.",
     .source = "Narayanan et al. 2021, appendix"},
    [](const auto& x) { return scores_flop(x) + context_flop(x) + other_cores(x); });

inline constexpr auto windowed_projections_flop = formula<"model.windowed_projections_flop", Flop>(
    {.symbol = "F_wp",
     .title = "Projection FLOPs, sliding-window layer",
     .why = "Query, key, value and output projections with the heads of sliding-window layers.",
     .source = flops_source},
    [](const auto& x) {
      const auto a = window_heads(x), d = window_head_dim(x), dv = window_value_head_dim(x);
      const auto keys = window_kv_heads(x) * (d + (1.0 - one_kv_entry(x)) * dv);
      const auto direct =
          2.0 * flop * workload::sequence(x) *
          (query_matrices(a * d, x) + hidden(x) * (keys + attention_gate(x) * a * dv) + output_matrices(a * dv, x));
      const auto latent = query_flop(x) + key_value_flop(x) + attention_output_flop(x);
      return choose(less(0.0, kv_rank(x)), latent, direct);
    });

inline constexpr auto mixers_projections_flop = formula<"model.mixers_projections_flop", Flop>(
    {.symbol = "F_mp",
     .title = "SSM/linear-attention projection FLOPs",
     .why = "From the hidden size to the inner width and back, in SSM, linear-attention and convolution layers.",
     .source = "derived: sum over the kinds of layers"},
    [](const auto& x) {
      return sum_over_kinds(
          x, 0.0 * flop, [&](const auto& kind) { return 2.0 * flop * workload::sequence(x) * matrices_of(kind, x); });
    });

inline constexpr auto projections_flop = formula<"model.projections_flop", Flop>(
    {.symbol = "F_proj",
     .title = "Projection FLOPs, all layers",
     .why = "Query, key, value and output projections of all attention and cross-attention layers, plus those of "
            "sliding-window, SSM and linear-attention layers, indexers and compressors.",
     .source = flops_source},
    [](const auto& x) {
      const auto attentions = attention_layers(x) - windowed_layers(x) + cross_layers(x);
      const auto windowed = where(
          less(0.0, windowed_layers(x)), [&] { return windowed_layers(x) * windowed_projections_flop(x); }, 0.0 * flop);
      const auto indexed = where(
          less(0.0, indexers(x)),
          [&] { return indexers(x) * 2.0 * flop * workload::sequence(x) * indexer_matrices(x); }, 0.0 * flop);
      const auto compressors = if_compressing(
          [&] { return 2.0 * flop * workload::sequence(x) * hidden(x) * compressor_columns(x); }, 0.0 * flop, x);
      const auto others = where(
          less(0.0, mixer_layers(x)), [&] { return mixers_projections_flop(x); }, 0.0 * flop);
      return attentions * (query_flop(x) + key_value_flop(x) + attention_output_flop(x)) + windowed + indexed +
             compressors + others;
    });

inline constexpr auto layers_flop = formula<"model.layers_flop", Flop>(
    {.symbol = "F_L",
     .title = "Forward FLOPs, all layers",
     .why = "One sequence through all layers: attention, SSM or linear attention, and dense or MoE MLPs.",
     .source = flops_source},
    [](const auto& x) {
      const auto mixtures = where(
          less(0.0, moe_layers(x)), [&] { return moe_layers(x) * (router_flop(x) + experts_flop(x)); }, 0.0 * flop);
      const auto mlps = dense_layers(x) * mlp_flop(x) + mixtures;
      return projections_flop(x) + cores_flop(x) + mlps;
    });

inline constexpr auto forward_flop = formula<"model.forward_flop", Flop>(
    {.symbol = "F_fwd",
     .title = "Forward FLOPs per sequence",
     .why = "All layers and the logits.",
     .source = flops_source},
    [](const auto& x) { return layers_flop(x) + logits_flop(x); });

inline constexpr auto flop_formulas = std::tie(
    query_flop, key_value_flop, attention_output_flop, full_pairs, windowed_pairs, scores_flop, context_flop,
    indexers_flop, mixers_core_flop, cores_flop, windowed_projections_flop, mixers_projections_flop, projections_flop,
    mlp_flop, router_flop, shared_flop, routed_flop, experts_flop, logits_flop, layers_flop, forward_flop);

}  // namespace llmsize::model

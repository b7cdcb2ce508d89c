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
     .title = "Work of the query projection",
     .why = "Every token times an h by a·d matrix, or two smaller ones by way of a latent.",
     .source = flops_source},
    [](const auto& x) {
      const auto all_heads = heads(x) * head_dim(x);
      const auto weights =
          choose(less(0.0, query_rank(x)), query_rank(x) * (hidden(x) + all_heads), hidden(x) * all_heads);
      return 2.0 * flop * workload::sequence(x) * weights;
    });

inline constexpr auto key_value_flop = formula<"model.key_value_flop", Flop>(
    {.symbol = "F_kv",
     .title = "Work of the key and value projections",
     .why = "An h by k·d matrix each; fewer KV heads make them small. With a latent: down to it, and up to all heads.",
     .source = flops_source},
    [](const auto& x) {
      const auto direct = hidden(x) * kv_heads(x) * (head_dim(x) + value_head_dim(x));
      const auto down = hidden(x) * (kv_rank(x) + rope_head_dim(x));
      const auto up = kv_rank(x) * heads(x) * (head_dim(x) - rope_head_dim(x) + value_head_dim(x));
      return 2.0 * flop * workload::sequence(x) * choose(less(0.0, kv_rank(x)), down + up, direct);
    });

inline constexpr auto attention_output_flop = formula<"model.attention_output_flop", Flop>(
    {.symbol = "F_o",
     .title = "Work of the attention output",
     .why = "Every token times an a·d_v by h matrix.",
     .source = flops_source},
    [](const auto& x) { return 2.0 * flop * workload::sequence(x) * heads(x) * value_head_dim(x) * hidden(x); });

inline constexpr auto mlp_flop = formula<"model.mlp_flop", Flop>(
    {.symbol = "F_mlp",
     .title = "Work of a dense MLP",
     .why = "Every token times two (plain) or three (gated) h by f matrices.",
     .source = flops_source},
    [](const auto& x) { return 2.0 * flop * workload::sequence(x) * ffn_matrices(x) * hidden(x) * ffn_hidden(x); });

inline constexpr auto router_flop = formula<"model.router_flop", Flop>(
    {.symbol = "F_r",
     .title = "Work of the router",
     .why = "Every token is scored against every expert.",
     .source = flops_source},
    [](const auto& x) { return 2.0 * flop * workload::sequence(x) * hidden(x) * experts(x); });

inline constexpr auto shared_flop = formula<"model.shared_flop", Flop>(
    {.symbol = "F_s",
     .title = "Work of the shared experts of a layer",
     .why = "Every token passes them, and the residual MLP where there is one.",
     .source = flops_source},
    [](const auto& x) {
      return 2.0 * flop * workload::sequence(x) * ffn_matrices(x) * hidden(x) * (shared_hidden(x) + residual_hidden(x));
    });

inline constexpr auto routed_flop = formula<"model.routed_flop", Flop>(
    {.symbol = "F_x",
     .title = "Work of the routed experts of a layer",
     .why = "Every token passes its chosen experts.",
     .source = flops_source},
    [](const auto& x) {
      return 2.0 * flop * workload::sequence(x) * expert_matrices(x) * hidden(x) * experts_per_token(x) *
             expert_hidden(x);
    });

inline constexpr auto experts_flop = formula<"model.experts_flop", Flop>(
    {.symbol = "F_e",
     .title = "Work of the experts of a layer",
     .why = "Shared and routed experts.",
     .source = flops_source},
    [](const auto& x) { return shared_flop(x) + routed_flop(x); });

inline constexpr auto logits_flop = formula<"model.logits_flop", Flop>(
    {.symbol = "F_V",
     .title = "Work of the logits",
     .why = "Every token times the h by V output head, once per model.",
     .source = flops_source},
    [](const auto& x) { return 2.0 * flop * workload::sequence(x) * embedding_width(x) * vocabulary(x); });

/// Pairs of tokens that meet in all layers when so large a share of the square under a causal mask counts.
template <class Share, class Case>
auto pairs_at(const Share& share, const Case& x) {
  const auto s = workload::sequence(x);
  const auto seen = smaller(otherwise(window(x), s), s);
  const auto full = (layers(x) - windowed_layers(x) - linear_layers(x) - encoder_layers(x)) * share * squared(s);
  const auto windowed =
      choose(less(0.0, windowed_layers(x)), windowed_layers(x) * seen * (s - (1.0 - share) * seen), 0.0);
  const auto whole = encoder_layers(x) + cross_layers(x);
  const auto unmasked = choose(less(0.0, whole), whole * squared(s), 0.0);
  return full + windowed + unmasked;
}

inline constexpr auto token_pairs = formula<"model.token_pairs", Count>(
    {.symbol = "n_pair",
     .title = "Pairs of tokens that meet, in all layers",
     .why = "In a full layer every token meets every token, s² pairs, of which ν counts all or, for causal kernels, "
            "half. In a window it "
            "meets w of them: s·w pairs, under a causal mask s·w − w²/2. An encoder, and a decoder's cross-attention, "
            "has no mask; a linear "
            "layer has no pairs.",
     .source = "derived: count of pairs over the kinds of layers",
     .assumes = "encoder and decoder work on sequences of the same length; chunked layers do the work of sliding ones, "
                "up to twice theirs"},
    [](const auto& x) { return pairs_at(software::attention_share(x), x); });

/// Scores of so many pairs of tokens, and the context made of them.
template <class Pairs, class Case>
auto scores_of(const Pairs& pairs, const Case& x) {
  return 2.0 * flop * pairs * heads(x) * head_dim(x);
}
template <class Pairs, class Case>
auto context_of(const Pairs& pairs, const Case& x) {
  return 2.0 * flop * pairs * heads(x) * value_head_dim(x);
}

inline constexpr auto scores_flop = formula<"model.scores_flop", Flop>(
    {.symbol = "F_qk",
     .title = "Work of the attention scores of all layers",
     .why = "The query of a token times the key of the other, for every pair and head.",
     .source = flops_source},
    [](const auto& x) { return scores_of(token_pairs(x), x); });

inline constexpr auto context_flop = formula<"model.context_flop", Flop>(
    {.symbol = "F_pv",
     .title = "Work of the attention context of all layers",
     .why =
         "A score times the value of the other token: as many products as the scores where values are as wide as keys.",
     .source = flops_source},
    [](const auto& x) { return context_of(token_pairs(x), x); });

inline constexpr auto linear_core_flop = formula<"model.linear_core_flop", Flop>(
    {.symbol = "F_lin",
     .title = "Work of linear attention of all layers",
     .why = "A linear layer updates a d by d state per head and reads it.",
     .source = "MiniMax-01 2025"},
    [](const auto& x) {
      const auto work = linear_layers(x) * 4.0 * flop * workload::sequence(x) * heads(x) * squared(head_dim(x));
      return choose(less(0.0, linear_layers(x)), work, 0.0 * flop);
    });

inline constexpr auto cores_flop = formula<"model.cores_flop", Flop>(
    {.symbol = "F_core",
     .title = "Work of the attention cores of all layers",
     .why = "Scores and context: what selective recomputation runs again.",
     .source = "Narayanan et al. 2021, appendix"},
    [](const auto& x) { return scores_flop(x) + context_flop(x) + linear_core_flop(x); });

inline constexpr auto projections_flop = formula<"model.projections_flop", Flop>(
    {.symbol = "F_proj",
     .title = "Work of the attention projections of all layers",
     .why = "Query, key, value and output of every attention, cross-attention included; a linear layer has five "
            "full-width matrices.",
     .source = flops_source},
    [](const auto& x) {
      const auto attentions = layers(x) - linear_layers(x) + cross_layers(x);
      const auto linear = linear_layers(x) * 10.0 * flop * workload::sequence(x) * hidden(x) * heads(x) * head_dim(x);
      return attentions * (query_flop(x) + key_value_flop(x) + attention_output_flop(x)) +
             choose(less(0.0, linear_layers(x)), linear, 0.0 * flop);
    });

inline constexpr auto layers_flop = formula<"model.layers_flop", Flop>(
    {.symbol = "F_L",
     .title = "Forward work of all layers",
     .why = "One sequence through every layer: attention, and the MLP of dense and MoE layers.",
     .source = flops_source},
    [](const auto& x) {
      const auto mixtures =
          choose(less(0.0, moe_layers(x)), moe_layers(x) * (router_flop(x) + experts_flop(x)), 0.0 * flop);
      const auto mlps = (layers(x) - moe_layers(x)) * mlp_flop(x) + mixtures;
      return projections_flop(x) + cores_flop(x) + mlps;
    });

inline constexpr auto forward_flop = formula<"model.forward_flop", Flop>(
    {.symbol = "F_fwd",
     .title = "Forward work of a sequence",
     .why = "All layers and the logits.",
     .source = flops_source},
    [](const auto& x) { return layers_flop(x) + logits_flop(x); });

inline constexpr auto flop_formulas = std::tie(
    query_flop, key_value_flop, attention_output_flop, token_pairs, scores_flop, context_flop, linear_core_flop,
    cores_flop, projections_flop, mlp_flop, router_flop, shared_flop, routed_flop, experts_flop, logits_flop,
    layers_flop, forward_flop);

}  // namespace llmsize::model

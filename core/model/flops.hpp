// SPDX-License-Identifier: Apache-2.0
// Forward work of one sequence, operation by operation. One multiply-add is two FLOP; norms, softmax and activations are left out.
#pragma once

#include "core/inputs/software.hpp"
#include "core/inputs/workload.hpp"
#include "core/model/parameters.hpp"

namespace llmsize::model {

inline constexpr std::string_view flops_source = "Narayanan et al. 2021, appendix; HPE, Towards training trillion parameter models";

inline constexpr auto query_flop = formula<"model.query_flop", Flop>(
    {.symbol = "F_q", .title = "Work of the query projection", .why = "Every token times an h by a·d matrix.", .source = flops_source},
    [](const auto& x) { return 2.0 * flop * workload::sequence(x) * hidden(x) * heads(x) * head_dim(x); });

inline constexpr auto key_value_flop = formula<"model.key_value_flop", Flop>(
    {.symbol = "F_kv",
     .title = "Work of the key and value projections",
     .why = "Two h by k·d matrices; fewer KV heads make them small.",
     .source = flops_source},
    [](const auto& x) { return 4.0 * flop * workload::sequence(x) * hidden(x) * kv_heads(x) * head_dim(x); });

inline constexpr auto scores_flop = formula<"model.scores_flop", Flop>(
    {.symbol = "F_qk",
     .title = "Work of the attention scores",
     .why = "Every token's query times every token's key; ν counts the whole square or, for causal kernels, half of it.",
     .source = flops_source},
    [](const auto& x) { return 2.0 * flop * software::attention_share(x) * squared(workload::sequence(x)) * heads(x) * head_dim(x); });

inline constexpr auto context_flop = formula<"model.context_flop", Flop>(
    {.symbol = "F_pv",
     .title = "Work of the attention context",
     .why = "Scores times values: as many products as the scores.",
     .source = flops_source},
    [](const auto& x) { return 2.0 * flop * software::attention_share(x) * squared(workload::sequence(x)) * heads(x) * head_dim(x); });

inline constexpr auto attention_output_flop = formula<"model.attention_output_flop", Flop>(
    {.symbol = "F_o", .title = "Work of the attention output", .why = "Every token times an a·d by h matrix.", .source = flops_source},
    [](const auto& x) { return 2.0 * flop * workload::sequence(x) * heads(x) * head_dim(x) * hidden(x); });

inline constexpr auto mlp_flop = formula<"model.mlp_flop", Flop>(
    {.symbol = "F_mlp",
     .title = "Work of a dense MLP",
     .why = "Every token times two (plain) or three (gated) h by f matrices.",
     .source = flops_source},
    [](const auto& x) { return 2.0 * flop * workload::sequence(x) * ffn_matrices(x) * hidden(x) * ffn_hidden(x); });

inline constexpr auto router_flop = formula<"model.router_flop", Flop>(
    {.symbol = "F_r", .title = "Work of the router", .why = "Every token is scored against every expert.", .source = flops_source},
    [](const auto& x) { return 2.0 * flop * workload::sequence(x) * hidden(x) * experts(x); });

inline constexpr auto experts_flop = formula<"model.experts_flop", Flop>(
    {.symbol = "F_e",
     .title = "Work of the experts of a layer",
     .why = "Every token passes its chosen experts and the shared ones.",
     .source = flops_source},
    [](const auto& x) {
      return 2.0 * flop * workload::sequence(x) * ffn_matrices(x) * hidden(x) *
             (experts_per_token(x) * expert_hidden(x) + shared_hidden(x));
    });

inline constexpr auto logits_flop = formula<"model.logits_flop", Flop>(
    {.symbol = "F_V",
     .title = "Work of the logits",
     .why = "Every token times the h by V output head, once per model.",
     .source = flops_source},
    [](const auto& x) { return 2.0 * flop * workload::sequence(x) * hidden(x) * vocabulary(x); });

inline constexpr auto attention_core_flop = formula<"model.attention_core_flop", Flop>(
    {.symbol = "F_core",
     .title = "Work of the attention core of a layer",
     .why = "Scores and context: what selective recomputation runs again.",
     .source = flops_source},
    [](const auto& x) { return scores_flop(x) + context_flop(x); });

inline constexpr auto attention_flop = formula<"model.attention_flop", Flop>(
    {.symbol = "F_att", .title = "Work of attention of a layer", .why = "Projections and core.", .source = flops_source},
    [](const auto& x) { return query_flop(x) + key_value_flop(x) + attention_core_flop(x) + attention_output_flop(x); });

inline constexpr auto layers_flop = formula<"model.layers_flop", Flop>(
    {.symbol = "F_L",
     .title = "Forward work of all layers",
     .why = "One sequence through every layer, dense and MoE.",
     .source = flops_source},
    [](const auto& x) {
      return layers(x) * attention_flop(x) + (layers(x) - moe_layers(x)) * mlp_flop(x) + moe_layers(x) * (router_flop(x) + experts_flop(x));
    });

inline constexpr auto forward_flop = formula<"model.forward_flop", Flop>(
    {.symbol = "F_fwd", .title = "Forward work of a sequence", .why = "All layers and the logits.", .source = flops_source},
    [](const auto& x) { return layers_flop(x) + logits_flop(x); });

inline constexpr auto flop_formulas = std::tie(
    query_flop, key_value_flop, scores_flop, context_flop, attention_output_flop, mlp_flop, router_flop, experts_flop, logits_flop,
    attention_core_flop, attention_flop, layers_flop, forward_flop);

}  // namespace llmsize::model

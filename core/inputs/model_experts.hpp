// SPDX-License-Identifier: Apache-2.0
// Inputs of the model: its mixture of experts.
#pragma once

#include "core/inputs/model_shape.hpp"

namespace llmsize::model {

inline constexpr auto experts = input<"model.experts", Count>(
    {.symbol = "E",
     .label = "Routed experts",
     .help = "Routed experts per MoE layer (num_experts). 0 for a dense model.",
     .most = 1e5,
     .initial = 0,
     .source = "dense model",
     .whole = true});
inline constexpr auto experts_per_token = input<"model.experts_per_token", Count>(
    {.symbol = "K",
     .label = "Experts per token",
     .help = "Routed experts per token (num_experts_per_tok, top-k)",
     .most = 1e5,
     .initial = 0,
     .source = "dense model",
     .whole = true});
inline constexpr auto expert_hidden = input<"model.expert_hidden", Count>(
    {.symbol = "f_e",
     .label = "Expert FFN size (moe_intermediate_size)",
     .help = "Intermediate size of one routed expert. Default: intermediate size of the dense MLP.",
     .least = 1,
     .most = 1e8,
     .whole = true},
    [](const auto& x) { return ffn_hidden(x); });
inline constexpr auto expert_matrices = input<"model.expert_matrices", Count>(
    {.symbol = "g_e",
     .label = "Expert matrices",
     .help = "Weight matrices per routed expert. Default: as in the dense MLP.",
     .least = 2,
     .most = 3,
     .whole = true},
    [](const auto& x) { return ffn_matrices(x); });
inline constexpr auto expert_input = input<"model.expert_input", Count>(
    {.symbol = "h_e",
     .label = "Expert input width",
     .help = "Width to which tokens are projected before the routed experts (latent MoE). Default: hidden size.",
     .least = 1,
     .most = 1e7,
     .whole = true},
    [](const auto& x) { return hidden(x); });
inline constexpr auto shared_hidden = input<"model.shared_hidden", Count>(
    {.symbol = "f_s",
     .label = "Shared expert width",
     .help = "Total intermediate size of the shared experts",
     .most = 1e8,
     .initial = 0,
     .source = "most MoE models have no shared expert",
     .whole = true});
inline constexpr auto moe_layers = input<"model.moe_layers", Count>(
    {.symbol = "l_moe",
     .label = "MoE layers",
     .help = "Layers with an MoE MLP. Default: all layers of an MoE model.",
     .most = 1e6,
     .whole = true},
    [](const auto& x) { return choose(less(0.0, experts(x)), layers(x), 0.0); });
inline constexpr auto router_bias = input<"model.router_bias", Count>(
    {.symbol = "β_r",
     .label = "Router bias",
     .help = "Use a bias or score correction per expert in the router",
     .most = 1,
     .initial = 0,
     .source = "few MoE models have one",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto expert_bias = input<"model.expert_bias", Count>(
    {.symbol = "β_e",
     .label = "Expert bias",
     .help = "Use biases in the routed experts (gpt-oss)",
     .most = 1,
     .initial = 0,
     .source = "only gpt-oss has them",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto shared_gate = input<"model.shared_gate", Count>(
    {.symbol = "n_gate",
     .label = "Shared-expert gate",
     .help = "Use a gate on the shared expert (Qwen2-MoE)",
     .most = 1,
     .initial = 0,
     .source = "only Qwen2-MoE has one",
     .unit = Unit::flag,
     .whole = true});

inline constexpr auto residual_hidden = input<"model.residual_hidden", Count>(
    {.symbol = "f_res",
     .label = "Residual MLP width",
     .help = "Intermediate size of the dense residual MLP parallel to the experts (Arctic). 0 without.",
     .most = 1e8,
     .initial = 0,
     .source = "only Arctic has one",
     .whole = true});

inline constexpr auto expert_inputs = std::tie(
    experts, experts_per_token, expert_hidden, expert_matrices, expert_input, shared_hidden, moe_layers, router_bias,
    expert_bias, shared_gate, residual_hidden);

}  // namespace llmsize::model

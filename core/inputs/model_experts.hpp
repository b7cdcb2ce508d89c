// SPDX-License-Identifier: Apache-2.0
// Inputs of the model: its mixture of experts.
#pragma once

#include "core/inputs/model_shape.hpp"

namespace llmsize::model {

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
     .label = "Expert FFN size (moe_intermediate_size)",
     .help = "Inner width of one routed expert: the FFN width unless given.",
     .least = 1,
     .most = 1e8,
     .whole = true},
    [](const auto& x) { return ffn_hidden(x); });
inline constexpr auto expert_matrices = input<"model.expert_matrices", Count>(
    {.symbol = "g_e",
     .label = "Expert matrices",
     .help = "Matrices of a routed expert: as many as the dense MLP has unless given.",
     .least = 2,
     .most = 3,
     .whole = true},
    [](const auto& x) { return ffn_matrices(x); });
inline constexpr auto expert_input = input<"model.expert_input", Count>(
    {.symbol = "h_e",
     .label = "Width of the experts' input",
     .help =
         "Width to which tokens are projected before routed experts work on them (latent mixtures): the hidden size "
         "unless given.",
     .least = 1,
     .most = 1e7,
     .whole = true},
    [](const auto& x) { return hidden(x); });
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

inline constexpr auto residual_hidden = input<"model.residual_hidden", Count>(
    {.symbol = "f_res",
     .label = "Residual MLP width",
     .help = "Inner width of the dense MLP that stands beside the experts of an MoE layer (Arctic); 0 without.",
     .most = 1e8,
     .initial = 0,
     .source = "only Arctic has one",
     .whole = true});

inline constexpr auto expert_inputs = std::tie(
    experts, experts_per_token, expert_hidden, expert_matrices, expert_input, shared_hidden, moe_layers, router_bias,
    expert_bias, shared_gate, residual_hidden);

}  // namespace llmsize::model

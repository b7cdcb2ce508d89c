// SPDX-License-Identifier: Apache-2.0
// State-space layers of the second Mamba: a scan with one decay per head (Nemotron-H, Falcon-H1, Granite 4, Bamba).
#pragma once

#include "core/layers/kind.hpp"

namespace llmsize::model::state_space {

inline constexpr std::string_view source =
    "Dao and Gu 2024 (Mamba-2); form of nemotron_h in the transformers repository";

inline constexpr auto layers = input<"model.state_space_layers", Count>(
    {.symbol = "l_ss",
     .label = "SSM layers (Mamba-2)",
     .help = "Mamba-2 layers, instead of attention or in parallel with it",
     .most = 1e6,
     .initial = 0,
     .source = "most models use attention in every layer",
     .whole = true});
inline constexpr auto heads = input<"model.state_space_heads", Count>(
    {.symbol = "a_ss",
     .label = "SSM heads",
     .help = "Heads per SSM layer",
     .most = 1e5,
     .initial = 0,
     .source = "only state-space models have them",
     .whole = true});
inline constexpr auto head_dim = input<"model.state_space_head_dim", Count>(
    {.symbol = "d_ss",
     .label = "SSM head dim",
     .help = "Channels per SSM head",
     .most = 1e5,
     .initial = 0,
     .source = "only state-space models have them",
     .whole = true});
inline constexpr auto groups = input<"model.state_space_groups", Count>(
    {.symbol = "g_ss",
     .label = "SSM groups",
     .help = "Head groups that share the B and C projections (n_groups)",
     .most = 1e5,
     .initial = 0,
     .source = "only state-space models have them",
     .whole = true});
inline constexpr auto size = input<"model.state_size", Count>(
    {.symbol = "N",
     .label = "SSM state size",
     .help = "State size per channel of an SSM layer (ssm_state_size)",
     .most = 1e6,
     .initial = 0,
     .source = "only state-space models have them",
     .whole = true});
inline constexpr auto taps = input<"model.state_space_taps", Count>(
    {.symbol = "n_ss",
     .label = "SSM convolution kernel",
     .help = "Kernel size of the short convolution in an SSM layer",
     .least = 1,
     .most = 1e4,
     .initial = 1,
     .source = "only state-space models have them",
     .whole = true});
inline constexpr auto taps_bias = input<"model.state_space_taps_bias", Count>(
    {.symbol = "β_ss",
     .label = "SSM convolution bias",
     .help = "Use a bias in the short convolution",
     .most = 1,
     .initial = 1,
     .source = "Dao and Gu 2024 (Mamba-2)",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto norm = input<"model.state_space_norm", Count>(
    {.symbol = "n_nss",
     .label = "SSM output norm",
     .help = "Use a norm on the scan output",
     .most = 1,
     .initial = 1,
     .source = "Dao and Gu 2024 (Mamba-2)",
     .unit = Unit::flag,
     .whole = true});

template <class Case>
auto inner_width(const Case& x) {
  return heads(x) * head_dim(x);
}
/// What is mixed, and what is written to and read from the state, pass the convolution.
template <class Case>
auto channels(const Case& x) {
  return inner_width(x) + 2.0 * groups(x) * size(x);
}

/// With a gate, and a time step per head.
template <class Case>
auto columns(const Case& x) {
  return inner_width(x) + channels(x) + heads(x);
}
template <class Case>
auto inner(const Case&) {
  return 0.0;
}
template <class Case>
auto rows(const Case& x) {
  return inner_width(x);
}
/// What is projected, what leaves the convolution, and the scan before and after its gate.
template <class Case>
auto kept(const Case& x) {
  return columns(x) + channels(x) + 2.0 * inner_width(x);
}

inline constexpr auto parameters = formula<"model.state_space_parameters", Count>(
    {.symbol = "Ψ_ss",
     .title = "State-space (SSM) parameters per layer",
     .why = "Projections of gate, channels and time steps, a short convolution, decay, time step and skip per head, a "
            "norm, and the output projection.",
     .source = source},
    [](const auto& x) {
      return hidden(x) * (columns(x) + rows(x)) + channels(x) * (taps(x) + taps_bias(x)) + 3.0 * heads(x) +
             norm(x) * inner_width(x);
    });
inline constexpr auto core_flop = formula<"model.state_space_flop", Flop>(
    {.symbol = "F_ss",
     .title = "State-space (SSM) core FLOPs per layer",
     .why = "The convolution, and 7 FLOPs per token and state element: decay, write and read.",
     .source = "count of Megatron-LM for Mamba layers"},
    [](const auto& x) {
      return flop * workload::sequence(x) * (2.0 * channels(x) * taps(x) + 7.0 * inner_width(x) * size(x));
    });
inline constexpr auto state = formula<"model.state_space_state", Bytes>(
    {.symbol = "S_ss",
     .title = "State-space (SSM) state per layer",
     .why = "The state size per channel and the convolution state, independent of the sequence length.",
     .source = source},
    [](const auto& x) {
      return inner_width(x) * size(x) * serving::state_value_bytes(x) +
             awaited(channels(x), taps(x)) * serving::kv_value_bytes(x);
    });

inline constexpr bool measured = true;  // Nemotron 3 Nano on H100, B200, B300, GB300
inline constexpr auto inputs = std::tie(layers, heads, head_dim, groups, size, taps, taps_bias, norm);
inline constexpr auto formulas = std::tie(parameters, core_flop, state);

}  // namespace llmsize::model::state_space

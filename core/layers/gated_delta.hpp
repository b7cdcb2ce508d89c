// SPDX-License-Identifier: Apache-2.0
// Gated delta networks: linear attention whose state forgets and corrects itself (Qwen3-Next, Qwen3.5).
#pragma once

#include "core/layers/kind.hpp"

namespace llmsize::model::gated_delta {

inline constexpr std::string_view source =
    "Yang et al. 2024, Gated Delta Networks; form of Qwen3-Next in the transformers repository";

inline constexpr auto layers = input<"model.gated_delta_layers", Count>(
    {.symbol = "l_gd",
     .label = "Gated DeltaNet layers",
     .help = "Layers with Gated DeltaNet instead of attention (Qwen3-Next, Qwen3.5)",
     .most = 1e6,
     .initial = 0,
     .source = "most models use attention in every layer",
     .whole = true});
inline constexpr auto key_heads = input<"model.gated_delta_key_heads", Count>(
    {.symbol = "k_gd",
     .label = "Gated DeltaNet key heads",
     .help = "Query and key heads per Gated DeltaNet layer",
     .most = 1e5,
     .initial = 0,
     .source = "only Qwen3-Next and its descendants have them",
     .whole = true});
inline constexpr auto value_heads = input<"model.gated_delta_value_heads", Count>(
    {.symbol = "v_gd",
     .label = "Gated DeltaNet value heads",
     .help = "Value heads per Gated DeltaNet layer, each with its own state",
     .most = 1e5,
     .initial = 0,
     .source = "only Qwen3-Next and its descendants have them",
     .whole = true});
inline constexpr auto key_dim = input<"model.gated_delta_key_dim", Count>(
    {.symbol = "d_gdk",
     .label = "Gated DeltaNet key head dim",
     .help = "Query and key head dimension of a Gated DeltaNet layer",
     .most = 1e5,
     .initial = 0,
     .source = "only Qwen3-Next and its descendants have them",
     .whole = true});
inline constexpr auto value_dim = input<"model.gated_delta_value_dim", Count>(
    {.symbol = "d_gdv",
     .label = "Gated DeltaNet value head dim",
     .help = "Value head dimension of a Gated DeltaNet layer",
     .most = 1e5,
     .initial = 0,
     .source = "only Qwen3-Next and its descendants have them",
     .whole = true});
inline constexpr auto taps = input<"model.gated_delta_taps", Count>(
    {.symbol = "n_gd",
     .label = "Gated DeltaNet convolution kernel",
     .help = "Kernel size of the short convolution in a Gated DeltaNet layer (linear_conv_kernel_dim)",
     .least = 1,
     .most = 1e4,
     .initial = 1,
     .source = "only Qwen3-Next and its descendants have them",
     .whole = true});

template <class Case>
auto keys(const Case& x) {
  return key_heads(x) * key_dim(x);
}
template <class Case>
auto values(const Case& x) {
  return value_heads(x) * value_dim(x);
}
/// Queries, keys and values pass the convolution.
template <class Case>
auto channels(const Case& x) {
  return 2.0 * keys(x) + values(x);
}

/// An output gate is as wide as the values; two numbers per value head say how much to forget and to correct.
template <class Case>
auto columns(const Case& x) {
  return channels(x) + values(x) + 2.0 * value_heads(x);
}
template <class Case>
auto inner(const Case&) {
  return 0.0;
}
template <class Case>
auto rows(const Case& x) {
  return values(x);
}
/// What is projected, what leaves the convolution, and the values before and after their gate.
template <class Case>
auto kept(const Case& x) {
  return columns(x) + channels(x) + 2.0 * values(x);
}

inline constexpr auto parameters = formula<"model.gated_delta_parameters", Count>(
    {.symbol = "Ψ_gd",
     .title = "Gated DeltaNet parameters per layer",
     .why = "Projections of queries, keys, values, output gate and two values per head, a short convolution, decay and "
            "time step per head, a head norm, and the output projection.",
     .source = source},
    [](const auto& x) {
      return hidden(x) * (columns(x) + rows(x)) + channels(x) * taps(x) + 2.0 * value_heads(x) + value_dim(x);
    });
inline constexpr auto core_flop = formula<"model.gated_delta_flop", Flop>(
    {.symbol = "F_gd",
     .title = "Gated DeltaNet core FLOPs per layer",
     .why = "The convolution, and four state-sized products per token and head: key × key, value × key, state "
            "correction, and state read.",
     .source = "count of Megatron-LM and MaxText for the gated delta rule"},
    [](const auto& x) {
      const auto state = value_heads(x) * key_dim(x) * value_dim(x);
      return 2.0 * flop * workload::sequence(x) * (channels(x) * taps(x) + 4.0 * state);
    });
inline constexpr auto state = formula<"model.gated_delta_state", Bytes>(
    {.symbol = "S_gd",
     .title = "Gated DeltaNet state per layer",
     .why = "A key × value matrix per value head and the convolution state, independent of the sequence length.",
     .source = source},
    [](const auto& x) {
      return value_heads(x) * key_dim(x) * value_dim(x) * serving::state_value_bytes(x) +
             awaited(channels(x), taps(x)) * serving::kv_value_bytes(x);
    });

inline constexpr bool measured = true;  // Qwen3-Next on H100
inline constexpr auto inputs = std::tie(layers, key_heads, value_heads, key_dim, value_dim, taps);
inline constexpr auto formulas = std::tie(parameters, core_flop, state);

}  // namespace llmsize::model::gated_delta

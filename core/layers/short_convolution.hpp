// SPDX-License-Identifier: Apache-2.0
// Gated short convolutions: a layer that mixes the last few tokens only (LFM2).
#pragma once

#include "core/layers/kind.hpp"

namespace llmsize::model::short_convolution {

inline constexpr std::string_view source = "form of lfm2 in the transformers repository";

inline constexpr auto layers = input<"model.convolution_layers", Count>(
    {.symbol = "l_sc",
     .label = "Short-convolution layers",
     .help = "Layers with a gated short convolution instead of attention (LFM2)",
     .most = 1e6,
     .initial = 0,
     .source = "most models use attention in every layer",
     .whole = true});
inline constexpr auto taps = input<"model.convolution_taps", Count>(
    {.symbol = "n_sc",
     .label = "Short-convolution kernel",
     .help = "Kernel size of the gated short convolution (conv_L_cache)",
     .least = 1,
     .most = 1e4,
     .initial = 1,
     .source = "only LFM2 has them",
     .whole = true});

/// The tokens, a gate before the convolution and one after.
template <class Case>
auto columns(const Case& x) {
  return 3.0 * hidden(x);
}
template <class Case>
auto inner(const Case&) {
  return 0.0;
}
template <class Case>
auto rows(const Case& x) {
  return hidden(x);
}
/// What is projected, and what enters and leaves the convolution and the second gate.
template <class Case>
auto kept(const Case& x) {
  return columns(x) + 3.0 * hidden(x);
}

inline constexpr auto parameters = formula<"model.convolution_parameters", Count>(
    {.symbol = "Ψ_sc",
     .title = "Short-convolution parameters per layer",
     .why = "Projections of the input and two gates, the convolution, and the output projection.",
     .source = source},
    [](const auto& x) { return hidden(x) * (columns(x) + rows(x)) + hidden(x) * taps(x); });
inline constexpr auto core_flop = formula<"model.convolution_flop", Flop>(
    {.symbol = "F_sc",
     .title = "Short-convolution core FLOPs per layer",
     .why = "One multiply-add per kernel element and channel.",
     .source = source},
    [](const auto& x) { return 2.0 * flop * workload::sequence(x) * hidden(x) * taps(x); });
inline constexpr auto state = formula<"model.convolution_state", Bytes>(
    {.symbol = "S_sc",
     .title = "Short-convolution state per layer",
     .why = "Previous tokens in the convolution window.",
     .source = source},
    [](const auto& x) { return awaited(hidden(x), taps(x)) * serving::kv_value_bytes(x); });

inline constexpr bool measured = false;
inline constexpr auto inputs = std::tie(layers, taps);
inline constexpr auto formulas = std::tie(parameters, core_flop, state);

}  // namespace llmsize::model::short_convolution

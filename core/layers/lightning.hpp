// SPDX-License-Identifier: Apache-2.0
// Lightning attention: linear attention of full width without a correction (MiniMax-Text-01).
#pragma once

#include "core/layers/kind.hpp"

namespace llmsize::model::lightning {

inline constexpr auto layers = input<"model.linear_layers", Count>(
    {.symbol = "l_lin",
     .label = "Linear-attention layers",
     .help = "Layers with full-width linear attention (lightning attention): constant state, no KV cache",
     .most = 1e6,
     .initial = 0,
     .source = "most models use full attention",
     .whole = true});

template <class Case>
auto width(const Case& x) {
  return heads(x) * head_dim(x);
}

/// Query, key, value and output gate.
template <class Case>
auto columns(const Case& x) {
  return 4.0 * width(x);
}
template <class Case>
auto inner(const Case&) {
  return 0.0;
}
template <class Case>
auto rows(const Case& x) {
  return width(x);
}
template <class Case>
auto kept(const Case& x) {
  return 5.0 * width(x);
}

inline constexpr auto parameters = formula<"model.linear_attention_parameters", Count>(
    {.symbol = "Ψ_lin",
     .title = "Linear-attention parameters per layer",
     .why = "Query, key, value, output gate and output projections span all heads. The output is normalized.",
     .source = "MiniMax-01 2025, lightning attention; MiniMax-Text-01 counts 456.09e9"},
    [](const auto& x) { return hidden(x) * (columns(x) + rows(x)) + width(x); });
inline constexpr auto core_flop = formula<"model.linear_core_flop", Flop>(
    {.symbol = "F_lin",
     .title = "Linear-attention core FLOPs per layer",
     .why = "A linear-attention layer updates and reads a d × d state per head.",
     .source = "MiniMax-01 2025"},
    [](const auto& x) { return 4.0 * flop * workload::sequence(x) * width(x) * head_dim(x); });
inline constexpr auto state = formula<"model.linear_state", Bytes>(
    {.symbol = "S_lin",
     .title = "Linear-attention state per layer",
     .why = "A d × d matrix per head, independent of the sequence length.",
     .source = "MiniMax-01 2025"},
    [](const auto& x) { return width(x) * head_dim(x) * serving::state_value_bytes(x); });

inline constexpr bool measured = false;
inline constexpr auto inputs = std::tie(layers);
inline constexpr auto formulas = std::tie(parameters, core_flop, state);

}  // namespace llmsize::model::lightning

// SPDX-License-Identifier: Apache-2.0
// Kimi delta attention: a gated delta network whose decay has a channel of its own per column (Kimi Linear, Kimi K3).
#pragma once

#include "core/layers/kind.hpp"

namespace llmsize::model::kimi_delta {

inline constexpr std::string_view source = "Kimi Linear 2025 (KDA); form of kimi_linear in its repository";

inline constexpr auto layers = input<"model.kimi_delta_layers", Count>(
    {.symbol = "l_kd",
     .label = "KDA layers",
     .help = "Layers with Kimi Delta Attention (KDA) instead of attention",
     .most = 1e6,
     .initial = 0,
     .source = "most models use attention in every layer",
     .whole = true});
inline constexpr auto heads = input<"model.kimi_delta_heads", Count>(
    {.symbol = "a_kd",
     .label = "KDA heads",
     .help = "Heads per KDA layer, each with its own state",
     .most = 1e5,
     .initial = 0,
     .source = "only Kimi Linear and its descendants have them",
     .whole = true});
inline constexpr auto head_dim = input<"model.kimi_delta_head_dim", Count>(
    {.symbol = "d_kd",
     .label = "KDA head dim",
     .help = "Query, key and value head dimension of a KDA layer",
     .most = 1e5,
     .initial = 0,
     .source = "only Kimi Linear and its descendants have them",
     .whole = true});
inline constexpr auto taps = input<"model.kimi_delta_taps", Count>(
    {.symbol = "n_kd",
     .label = "KDA convolution kernel",
     .help = "Kernel size of the short convolutions in a KDA layer",
     .least = 1,
     .most = 1e4,
     .initial = 1,
     .source = "only Kimi Linear and its descendants have them",
     .whole = true});
inline constexpr auto wide_gate = input<"model.kimi_delta_wide_gate", Count>(
    {.symbol = "γ_kd",
     .label = "KDA full-rank gate",
     .help = "Use one full-width matrix for the output gate instead of two low-rank ones",
     .most = 1,
     .initial = 0,
     .source = "Kimi Linear 2025",
     .unit = Unit::flag,
     .whole = true});

template <class Case>
auto width(const Case& x) {
  return heads(x) * head_dim(x);
}

/// Queries, keys and values; decay and, unless it is wide, the gate by way of a head's width; a correction per head.
template <class Case>
auto columns(const Case& x) {
  return 3.0 * width(x) + head_dim(x) + choose(wide_gate(x), width(x), head_dim(x)) + heads(x);
}
template <class Case>
auto inner(const Case& x) {
  return (2.0 - wide_gate(x)) * head_dim(x) * width(x);
}
template <class Case>
auto rows(const Case& x) {
  return width(x);
}
/// What is projected, decay and gate, what leaves the convolutions, and the values before and after their gate.
template <class Case>
auto kept(const Case& x) {
  return columns(x) + 7.0 * width(x);
}

inline constexpr auto parameters = formula<"model.kimi_delta_parameters", Count>(
    {.symbol = "Ψ_kd",
     .title = "Kimi Delta Attention (KDA) parameters",
     .why = "Projections of queries, keys, values, decay, output gate and correction, three short convolutions, decay "
            "per head and time step per column, a head norm, and the output projection.",
     .source = source},
    [](const auto& x) {
      return hidden(x) * (columns(x) + rows(x)) + inner(x) + 3.0 * width(x) * taps(x) + heads(x) + width(x) +
             head_dim(x);
    });
inline constexpr auto core_flop = formula<"model.kimi_delta_flop", Flop>(
    {.symbol = "F_kd",
     .title = "KDA core FLOPs per layer",
     .why = "Three convolutions, and four state-sized products per token and head, as in Gated DeltaNet.",
     .source = "derived: count of the gated delta rule, which has the same recurrence"},
    [](const auto& x) {
      return 2.0 * flop * workload::sequence(x) * (3.0 * width(x) * taps(x) + 4.0 * width(x) * head_dim(x));
    });
inline constexpr auto state = formula<"model.kimi_delta_state", Bytes>(
    {.symbol = "S_kd",
     .title = "KDA state per layer",
     .why = "A square matrix per head and the convolution state, independent of the sequence length.",
     .source = source},
    [](const auto& x) {
      return width(x) * head_dim(x) * serving::state_value_bytes(x) +
             awaited(3.0 * width(x), taps(x)) * serving::kv_value_bytes(x);
    });

inline constexpr bool measured = false;
inline constexpr auto inputs = std::tie(layers, heads, head_dim, taps, wide_gate);
inline constexpr auto formulas = std::tie(parameters, core_flop, state);

}  // namespace llmsize::model::kimi_delta

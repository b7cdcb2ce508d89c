// SPDX-License-Identifier: Apache-2.0
// Inputs of the batch that a training takes where nobody says it: a power law of the model and of the tokens, fitted to
// published recipes. It tells one number, which the header of an answer names: no range rests on what it is off by.
#pragma once

#include "core/inputs/declare.hpp"

namespace llmsize::workload {

inline constexpr std::string_view dense_recipes =
    "fitted to 55 published recipes of dense models: one standard deviation is a factor of 1.86; form: Zhang et al. "
    "2024 (arXiv:2410.21676)";
inline constexpr std::string_view mixture_recipes =
    "fitted to 8 published recipes of MoE models: one standard deviation is a factor of 1.94; form: Zhang et al. 2024 "
    "(arXiv:2410.21676)";

inline constexpr auto usual_batch = input<"workload.usual_batch", Count>(
    {.symbol = "B_0",
     .label = "Default batch size at 10B/1T, dense",
     .help = "Default batch size in tokens of a 10B dense model trained on 1T tokens",
     .least = 1,
     .most = 1e12,
     .initial = 3.0e6,
     .source = dense_recipes});
inline constexpr auto batch_by_size = input<"workload.batch_by_size", Count>(
    {.symbol = "β_P",
     .label = "Batch size exponent of parameters, dense",
     .help = "Exponent of active parameters in the default batch size of dense models",
     .most = 10,
     .initial = 0.19,
     .source = dense_recipes});
inline constexpr auto batch_by_tokens = input<"workload.batch_by_tokens", Count>(
    {.symbol = "β_T",
     .label = "Batch size exponent of tokens, dense",
     .help = "Exponent of training tokens in the default batch size of dense models",
     .most = 10,
     .initial = 0.42,
     .source = dense_recipes});
inline constexpr auto mixture_batch = input<"workload.mixture_batch", Count>(
    {.symbol = "B_0x",
     .label = "Default batch size at 10B/1T, MoE",
     .help = "Default batch size in tokens of an MoE model with 10B active parameters trained on 1T tokens",
     .least = 1,
     .most = 1e12,
     .initial = 1.4e6,
     .source = mixture_recipes});
inline constexpr auto mixture_batch_by_size = input<"workload.mixture_batch_by_size", Count>(
    {.symbol = "β_Px",
     .label = "Batch size exponent of parameters, MoE",
     .help = "Exponent of active parameters in the default batch size of MoE models",
     .most = 10,
     .initial = 0.27,
     .source = mixture_recipes});
inline constexpr auto mixture_batch_by_tokens = input<"workload.mixture_batch_by_tokens", Count>(
    {.symbol = "β_Tx",
     .label = "Batch size exponent of tokens, MoE",
     .help = "Exponent of training tokens in the default batch size of MoE models",
     .most = 10,
     .initial = 1.35,
     .source = mixture_recipes});
inline constexpr auto longest_recipe = input<"workload.longest_recipe", Count>(
    {.symbol = "T_max",
     .label = "Longest published training run",
     .help = "Training tokens above which the default batch size stays constant",
     .least = 1,
     .most = 1e18,
     .initial = 40e12,
     .source = "expert judgment: no published recipe uses more tokens yet"});
inline constexpr auto tokens_per_parameter = input<"workload.tokens_per_parameter", Count>(
    {.symbol = "ρ_T",
     .label = "Default tokens per parameter",
     .help = "Training tokens per active parameter without --tokens, for the default batch size only",
     .least = 0.01,
     .most = 1e6,
     .initial = 20,
     .source = "Hoffmann et al. 2022: compute-optimal training"});

inline constexpr auto batch_inputs = std::tie(
    usual_batch, batch_by_size, batch_by_tokens, mixture_batch, mixture_batch_by_size, mixture_batch_by_tokens,
    longest_recipe, tokens_per_parameter);

}  // namespace llmsize::workload

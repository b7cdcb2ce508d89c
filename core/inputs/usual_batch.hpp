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
    "fitted to 8 published recipes of mixtures: one standard deviation is a factor of 1.94; form: Zhang et al. 2024 "
    "(arXiv:2410.21676)";

inline constexpr auto usual_batch = input<"workload.usual_batch", Count>(
    {.symbol = "B_0",
     .label = "Usual tokens of a step, dense",
     .help = "Tokens that a step of a dense model of 10B parameters takes in a training on 1T tokens.",
     .least = 1,
     .most = 1e12,
     .initial = 3.0e6,
     .source = dense_recipes});
inline constexpr auto batch_by_size = input<"workload.batch_by_size", Count>(
    {.symbol = "β_P",
     .label = "Batch by model size, dense",
     .help = "Power of the active parameters with which the usual tokens of a step grow.",
     .most = 10,
     .initial = 0.19,
     .source = dense_recipes});
inline constexpr auto batch_by_tokens = input<"workload.batch_by_tokens", Count>(
    {.symbol = "β_T",
     .label = "Batch by training tokens, dense",
     .help = "Power of the tokens of the training with which the usual tokens of a step grow.",
     .most = 10,
     .initial = 0.42,
     .source = dense_recipes});
inline constexpr auto mixture_batch = input<"workload.mixture_batch", Count>(
    {.symbol = "B_0x",
     .label = "Usual tokens of a step, mixtures",
     .help = "Tokens that a step of a mixture of 10B active parameters takes in a training on 1T tokens.",
     .least = 1,
     .most = 1e12,
     .initial = 1.4e6,
     .source = mixture_recipes});
inline constexpr auto mixture_batch_by_size = input<"workload.mixture_batch_by_size", Count>(
    {.symbol = "β_Px",
     .label = "Batch by model size, mixtures",
     .help = "Power of the active parameters with which the usual tokens of a step of mixtures grow.",
     .most = 10,
     .initial = 0.27,
     .source = mixture_recipes});
inline constexpr auto mixture_batch_by_tokens = input<"workload.mixture_batch_by_tokens", Count>(
    {.symbol = "β_Tx",
     .label = "Batch by training tokens, mixtures",
     .help = "Power of the tokens of the training with which the usual tokens of a step of mixtures grow.",
     .most = 10,
     .initial = 1.35,
     .source = mixture_recipes});
inline constexpr auto longest_recipe = input<"workload.longest_recipe", Count>(
    {.symbol = "T_max",
     .label = "Longest published training",
     .help = "Tokens of a training up to which usual batches grow.",
     .least = 1,
     .most = 1e18,
     .initial = 40e12,
     .source = "expert judgment: nobody published a recipe of more tokens yet"});
inline constexpr auto tokens_per_parameter = input<"workload.tokens_per_parameter", Count>(
    {.symbol = "ρ_T",
     .label = "Tokens per parameter",
     .help = "Tokens of a training for each active parameter where none are said, for the usual batch alone.",
     .least = 0.01,
     .most = 1e6,
     .initial = 20,
     .source = "Hoffmann et al. 2022: the rule of compute-optimal trainings"});

inline constexpr auto batch_inputs = std::tie(
    usual_batch, batch_by_size, batch_by_tokens, mixture_batch, mixture_batch_by_size, mixture_batch_by_tokens,
    longest_recipe, tokens_per_parameter);

}  // namespace llmsize::workload

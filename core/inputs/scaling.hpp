// SPDX-License-Identifier: Apache-2.0
// Inputs of the scaling laws: a compute budget and the constants of a fit, L(N, D) = E + A/N^α + B/D^β.
#pragma once

#include "core/inputs/accelerator.hpp"
#include "core/inputs/cluster.hpp"
#include "core/inputs/goal.hpp"
#include "core/inputs/software.hpp"

namespace llmsize::scaling {

inline constexpr auto budget = input<"scaling.budget", Flop>(
    {.symbol = "C",
     .label = "Compute budget",
     .help = "Training compute budget, e.g. 5.76e23FLOP. Default: achieved FLOP/s × deadline.",
     .flags = "--compute",
     .least = 1,
     .most = 1e40},
    [](const auto& x) {
      const auto gpu_rate = accelerator::peak(x) / accelerator::devices(x) * software::utilisation(x);
      return cluster::gpus(x) * gpu_rate * goal::deadline(x);
    });
inline constexpr auto irreducible = input<"scaling.irreducible_loss", Count>(
    {.symbol = "E", .label = "Irreducible loss", .help = "Irreducible loss E in nats per token", .most = 100});
inline constexpr auto model_scale = input<"scaling.model_scale", Count>(
    {.symbol = "A",
     .label = "Model loss coefficient (A)",
     .help = "Coefficient A of the loss term A/N^α in parameters",
     .most = 1e12});
inline constexpr auto data_scale = input<"scaling.data_scale", Count>(
    {.symbol = "B",
     .label = "Data loss coefficient (B)",
     .help = "Coefficient B of the loss term B/D^β in tokens",
     .most = 1e12});
inline constexpr auto model_exponent = input<"scaling.model_exponent", Count>(
    {.symbol = "α",
     .label = "Model loss exponent (α)",
     .help = "Exponent α of parameters in the loss",
     .least = 1e-3,
     .most = 10});
inline constexpr auto data_exponent = input<"scaling.data_exponent", Count>(
    {.symbol = "β",
     .label = "Data loss exponent (β)",
     .help = "Exponent β of tokens in the loss",
     .least = 1e-3,
     .most = 10});

inline constexpr auto inputs = std::tie(budget, irreducible, model_scale, data_scale, model_exponent, data_exponent);

inline constexpr Option fit_options[] = {
    {"besiroglu-2024",
     "Besiroglu et al. 2024, a new fit to the data of Hoffmann et al.",
     {{{"scaling.irreducible_loss", 1.8172},
       {"scaling.model_scale", 482.01},
       {"scaling.data_scale", 2085.43},
       {"scaling.model_exponent", 0.3478},
       {"scaling.data_exponent", 0.3658}}}},
    {"hoffmann-2022",
     "Hoffmann et al. 2022, approach 3, exponents of the source text",
     {{{"scaling.irreducible_loss", 1.69},
       {"scaling.model_scale", 406.4},
       {"scaling.data_scale", 410.7},
       {"scaling.model_exponent", 0.3392},
       {"scaling.data_exponent", 0.2849}}}},
    {"hoffmann-2022-rounded",
     "Hoffmann et al. 2022, approach 3, as printed: too many tokens per parameter at large budgets",
     {{{"scaling.irreducible_loss", 1.69},
       {"scaling.model_scale", 406.4},
       {"scaling.data_scale", 410.7},
       {"scaling.model_exponent", 0.34},
       {"scaling.data_exponent", 0.28}}}},
    // Equal exponents make the ratio constant; A/B = 20^-α makes it 20. It says nothing about the loss.
    {"20-tokens",
     "rule of thumb: 20 tokens per parameter",
     {{{"scaling.irreducible_loss", absent},
       {"scaling.model_scale", 0.22360679774997896},
       {"scaling.data_scale", 1},
       {"scaling.model_exponent", 0.5},
       {"scaling.data_exponent", 0.5}}}},
};
inline constexpr Choice choices[] = {
    {"scaling.fit", "Scaling law", "Scaling law of loss in parameters and tokens", "--fit", "besiroglu-2024",
     "the printed constants of 2022 are rounded too coarsely for large budgets", fit_options},
};

}  // namespace llmsize::scaling

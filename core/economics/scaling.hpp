// SPDX-License-Identifier: Apache-2.0
// Scaling laws: the model and the data that make the best of a compute budget, and the loss to expect.
#pragma once

#include "core/inputs/scaling.hpp"
#include "core/inputs/workload.hpp"
#include "core/model/parameters.hpp"

namespace llmsize::scaling {

inline constexpr std::string_view chinchilla =
    "Hoffmann et al. 2022, approach 3: L = E + A/N^α + B/D^β under C = 6·N·D";
inline constexpr std::string_view kaplan = "Kaplan et al. 2020";

inline constexpr auto optimal_parameters = formula<"scaling.optimal_parameters", Count>(
    {.symbol = "N_opt",
     .title = "Compute-optimal parameters",
     .why = "The model with the lowest loss among all models that the budget can train, each on as many tokens as it "
            "allows.",
     .source = chinchilla,
     .assumes = "a dense model and six FLOPs per parameter and token"},
    [](const auto& x) {
      const auto both = model_exponent(x) + data_exponent(x);
      const auto balance = power(model_exponent(x) * model_scale(x) / (data_exponent(x) * data_scale(x)), 1.0 / both);
      return balance * power(budget(x) / (6.0 * flop), data_exponent(x) / both);
    });

inline constexpr auto optimal_tokens = formula<"scaling.optimal_tokens", Count>(
    {.symbol = "D_opt",
     .title = "Compute-optimal tokens",
     .why = "Tokens that the compute budget allows for that model.",
     .source = chinchilla},
    [](const auto& x) { return budget(x) / (6.0 * flop) / optimal_parameters(x); });

inline constexpr auto tokens_per_parameter = formula<"scaling.tokens_per_parameter", Count>(
    {.symbol = "D/N",
     .title = "Compute-optimal tokens per parameter",
     .why = "Rule of thumb: about 20. Fits differ.",
     .source = chinchilla,
     .unit = Unit::ratio},
    [](const auto& x) { return optimal_tokens(x) / optimal_parameters(x); });

template <class Parameters, class Tokens, class Case>
auto loss_of(const Parameters& parameters, const Tokens& tokens, const Case& x) {
  return irreducible(x) + model_scale(x) / power(parameters, model_exponent(x)) +
         data_scale(x) / power(tokens, data_exponent(x));
}

inline constexpr auto optimal_loss = formula<"scaling.optimal_loss", Count>(
    {.symbol = "L_opt",
     .title = "Compute-optimal loss",
     .why = "Nats per token on the dataset of the fit.",
     .source = chinchilla},
    [](const auto& x) { return loss_of(optimal_parameters(x), optimal_tokens(x), x); });

inline constexpr auto model_work = formula<"scaling.model_work", Flop>(
    {.symbol = "C_6ND",
     .title = "Training compute (6ND)",
     .why = "Six FLOPs per active parameter and token: two forward, four backward.",
     .source = "Brown et al. 2020, Appendix D"},
    [](const auto& x) { return 6.0 * flop * model::parameters_active(x) * workload::tokens(x); });

inline constexpr auto model_loss = formula<"scaling.model_loss", Count>(
    {.symbol = "L",
     .title = "Predicted loss",
     .why = "Nats per token on the dataset of the fit, for this model and token count.",
     .source = chinchilla,
     .assumes = "a dense model"},
    [](const auto& x) { return loss_of(model::parameters(x), workload::tokens(x), x); });

inline constexpr auto counted_parameters = formula<"scaling.counted_parameters", Count>(
    {.symbol = "N_ne",
     .title = "Non-embedding parameters",
     .why = "Kaplan et al. exclude embeddings. If only a total is known, it is used instead.",
     .source = kaplan},
    [](const auto& x) {
      return otherwise(model::layers_parameters(x) + model::routed_parameters(x), model::parameters_given(x));
    });

inline constexpr auto kaplan_model_loss = formula<"scaling.kaplan_model_loss", Count>(
    {.symbol = "L(N)",
     .title = "Loss with unlimited data (Kaplan 2020)",
     .why = "Limited by the model only: (8.8e13/N)^0.076 nats per token.",
     .source = kaplan},
    [](const auto& x) { return power(8.8e13 / counted_parameters(x), 0.076); });

inline constexpr auto kaplan_data_loss = formula<"scaling.kaplan_data_loss", Count>(
    {.symbol = "L(D)",
     .title = "Loss with unlimited model size (Kaplan 2020)",
     .why = "Limited by the data only: (5.4e13/D)^0.095 nats per token.",
     .source = kaplan},
    [](const auto& x) { return power(5.4e13 / workload::tokens(x), 0.095); });

inline constexpr auto kaplan_loss = formula<"scaling.kaplan_loss", Count>(
    {.symbol = "L(N,D)",
     .title = "Predicted loss (Kaplan 2020)",
     .why = "Limited by model and data together.",
     .source = kaplan},
    [](const auto& x) {
      return power(power(8.8e13 / counted_parameters(x), 0.076 / 0.095) + 5.4e13 / workload::tokens(x), 0.095);
    });

/// One petaflop per second for a day.
inline constexpr Flop pf_day = 8.64e19 * flop;

inline constexpr auto kaplan_compute_loss = formula<"scaling.kaplan_compute_loss", Count>(
    {.symbol = "L(C)",
     .title = "Loss for the compute budget (Kaplan 2020)",
     .why = "Lowest loss for the budget: (3.1e8 PF-days/C)^0.050 nats per token.",
     .source = kaplan},
    [](const auto& x) { return power(3.1e8 * pf_day / budget(x), 0.050); });

inline constexpr auto kaplan_optimal_parameters = formula<"scaling.kaplan_optimal_parameters", Count>(
    {.symbol = "N_2020",
     .title = "Compute-optimal parameters (Kaplan 2020)",
     .why = "Grows with the budget to the power of 0.73: larger models on fewer tokens than Hoffmann et al. 2022.",
     .source = "Kaplan et al. 2020: 1.3e9 parameters at one PF-day, exponent 0.73"},
    [](const auto& x) { return 1.3e9 * power(budget(x) / pf_day, 0.73); });

inline constexpr auto kaplan_optimal_tokens = formula<"scaling.kaplan_optimal_tokens", Count>(
    {.symbol = "D_2020",
     .title = "Compute-optimal tokens (Kaplan 2020)",
     .why = "Grows with the budget to the power of 0.27.",
     .source = "Kaplan et al. 2020: 2e10 tokens at one PF-day, exponent 0.27"},
    [](const auto& x) { return 2e10 * power(budget(x) / pf_day, 0.27); });

inline constexpr auto formulas = std::tie(
    optimal_parameters, optimal_tokens, tokens_per_parameter, optimal_loss, model_work, model_loss, counted_parameters,
    kaplan_model_loss, kaplan_data_loss, kaplan_loss, kaplan_compute_loss, kaplan_optimal_parameters,
    kaplan_optimal_tokens);

}  // namespace llmsize::scaling

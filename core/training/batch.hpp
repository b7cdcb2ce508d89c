// SPDX-License-Identifier: Apache-2.0
// The default batch size of a training.
#pragma once

#include "core/inputs/usual_batch.hpp"
#include "core/inputs/workload.hpp"
#include "core/model/formulas.hpp"

namespace llmsize::training {

inline constexpr auto usual_batch_tokens = formula<"training.usual_batch_tokens", Count>(
    {.symbol = "B_u",
     .title = "Default batch size (tokens)",
     .why = "Published batch sizes grow with the training tokens and hardly with the model size. Examples: 9M tokens "
            "for 8B on 15T, 20M for 405B on 15.6T, 75M for an MoE model like DeepSeek-V3. Without a token count, "
            "llmsize assumes a fixed number of tokens per parameter.",
     .source = "power law over 10B active parameters and 1T tokens; form: Zhang et al. 2024 (arXiv:2410.21676)"},
    [](const auto& x) {
      const auto size = model::parameters_active(x) / 10e9;
      const auto unsaid = workload::tokens_per_parameter(x) * model::parameters_active(x);
      const auto length = smaller(workload::longest_recipe(x), otherwise(workload::tokens(x), unsaid)) / 1e12;
      const auto of_mixture = workload::mixture_batch(x) * power(size, workload::mixture_batch_by_size(x)) *
                              power(length, workload::mixture_batch_by_tokens(x));
      const auto of_dense = workload::usual_batch(x) * power(size, workload::batch_by_size(x)) *
                            power(length, workload::batch_by_tokens(x));
      return choose(less(0.0, model::experts(x)), of_mixture, of_dense);
    });

inline constexpr auto batch_formulas = std::tie(usual_batch_tokens);

}  // namespace llmsize::training

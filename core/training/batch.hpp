// SPDX-License-Identifier: Apache-2.0
// The batch that a training takes where nobody says it.
#pragma once

#include "core/inputs/workload.hpp"
#include "core/model/formulas.hpp"

namespace llmsize::training {

inline constexpr auto usual_batch_tokens = formula<"training.usual_batch_tokens", Count>(
    {.symbol = "B_u",
     .title = "Usual tokens of a step",
     .why =
         "Published batches grow with the tokens of the training and hardly with the model: 8B on 15T tokens 9M, 405B "
         "on 15.6T 20M, a mixture like DeepSeek-V3 75M. Without tokens, 20 for each parameter.",
     .source = "fitted to 55 published recipes of dense models (one standard deviation is a factor of 1.86) and 8 of "
               "mixtures (1.94); form: Zhang et al. 2024 (arXiv:2410.21676)"},
    [](const auto& x) {
      const auto size = model::parameters_active(x) / 10e9;
      // Nobody trained on more than 40T tokens yet.
      const auto length = smaller(40.0, otherwise(workload::tokens(x), 20.0 * model::parameters_active(x)) / 1e12);
      return choose(
          less(0.0, model::experts(x)), 1.4e6 * power(size, 0.27) * power(length, 1.35),
          3.0e6 * power(size, 0.19) * power(length, 0.42));
    });

inline constexpr auto batch_formulas = std::tie(usual_batch_tokens);

}  // namespace llmsize::training

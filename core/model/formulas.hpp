// SPDX-License-Identifier: Apache-2.0
// All formulas of the model room, in the order they are shown.
#pragma once

#include "core/model/activations.hpp"
#include "core/model/cache.hpp"
#include "core/model/flops.hpp"
#include "core/model/parameters.hpp"

namespace llmsize::model {

inline constexpr auto kind_formulas =
    std::apply([](const auto&... kind) { return std::tuple_cat(kind.formulas...); }, Kinds());
inline constexpr auto formulas =
    std::tuple_cat(parameter_formulas, flop_formulas, activation_formulas, cache_formulas, kind_formulas);
inline constexpr auto findings = parameter_findings;

}  // namespace llmsize::model

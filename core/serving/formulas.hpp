// SPDX-License-Identifier: Apache-2.0
// All formulas of the serving room.
#pragma once

#include "core/serving/class_results.hpp"
#include "core/serving/day_results.hpp"
#include "core/serving/reuse.hpp"
#include "core/serving/service.hpp"
#include "core/serving/spares.hpp"

namespace llmsize::serving {

inline constexpr auto formulas = std::tuple_cat(
    byte_formulas, pass_formulas, step_formulas, running_formulas, decode_formulas, latency_formulas, load_formulas,
    limit_formulas, store_formulas, reuse_formulas, spare_formulas, traffic::formulas, traffic::day_results,
    traffic::class_formulas, service::formulas);
inline constexpr auto functions = std::tuple_cat(
    step_functions, prompt_functions, running_functions, latency_functions, limit_functions, reuse_functions);
inline constexpr auto findings =
    std::tuple_cat(load_findings, reuse_findings, traffic::findings, traffic::class_findings, service::findings);

}  // namespace llmsize::serving

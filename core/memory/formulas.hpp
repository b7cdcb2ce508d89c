// SPDX-License-Identifier: Apache-2.0
// All formulas and findings of the memory room, in the order they are shown.
#pragma once

#include "core/memory/divisibility.hpp"
#include "core/memory/gpu.hpp"
#include "core/memory/offload.hpp"
#include "core/memory/supports.hpp"

namespace llmsize::memory {

inline constexpr auto formulas =
    std::tuple_cat(state_formulas, weight_formulas, gpu_formulas, offload_formulas, stage_formulas);
inline constexpr auto findings = std::tuple_cat(
    gpu_findings, offload_findings, divisibility_findings, support_findings, std::tie(weights_alone, storage_unread));

}  // namespace llmsize::memory

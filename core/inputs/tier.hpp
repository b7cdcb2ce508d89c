// SPDX-License-Identifier: Apache-2.0
// The tiers that states live on, and how a formula compares with them by name.
#pragma once

#include "core/formula/functions.hpp"

#include <string_view>

namespace llmsize {

/// Fastest first. Inputs and results hold a tier as its number: scripts know 0 to 3.
enum class Tier { gpu, cpu, nvme, shared };
inline constexpr std::string_view tier_words[] = {"gpu", "cpu", "nvme", "shared"};

constexpr Count code(Tier tier) { return static_cast<Count>(tier); }

/// 1 where something lives on this tier, above it (on a faster one) or below it (on a slower one), else 0; absent where
/// its tier is.
template <class Lives>
constexpr auto is_on(const Lives& lives, Tier tier) {
  return equal(lives, code(tier));
}
template <class Lives>
constexpr auto above(const Lives& lives, Tier tier) {
  return less(lives, code(tier));
}
template <class Lives>
constexpr auto below(const Lives& lives, Tier tier) {
  return less(code(tier), lives);
}

}  // namespace llmsize

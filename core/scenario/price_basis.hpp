// SPDX-License-Identifier: Apache-2.0
// Whose prices of equipment an answer rests on.
#pragma once

#include "core/scenario/case.hpp"

#include <string_view>

namespace llmsize {

/// "user" where all prices of equipment were given, in options or a price list; "public" where all were taken from
/// public prices; "mixed" where both are there; empty where there is no price.
std::string_view price_basis(const Case& plan);

}  // namespace llmsize

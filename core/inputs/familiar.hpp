// SPDX-License-Identifier: Apache-2.0
// What people type by habit that takes several words here. A name that stands for one of ours is in
// core/formula/former_names.csv; what is not modeled is in core/inputs/not_modeled.
#pragma once

#include <string_view>

namespace llmsize {

/// What to type for an option ("--lora") or for a word of a choice ("workload.mode=lora"); empty where nothing is
/// known.
std::string_view familiar(std::string_view typed);

}  // namespace llmsize

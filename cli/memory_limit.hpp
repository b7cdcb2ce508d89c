// SPDX-License-Identifier: Apache-2.0
// --memory-limit.
#pragma once

#include <string>

namespace llmsize::cli {

/// Sets the limit that a text says ("8GB"), for what is known before it begins, and as a bound that no allocation
/// passes. Throws BadInput: usage.
void hold_memory_limit(const std::string& text);

/// Why an allocation failed: "not enough memory", with the limit where one is held.
std::string out_of_memory();

}  // namespace llmsize::cli

// SPDX-License-Identifier: Apache-2.0
// How much memory an answer may take, and refusing what would take more before it begins.
#pragma once

#include <string>

namespace llmsize {

/// Bytes. Where nobody sets a limit, half of what this process may have: of the node's memory, or of the limit of its
/// control group (containers, batch systems) where that is less.
double memory_limit();
/// Sets the limit of this process, bytes.
void set_memory_limit(double bytes);

/// Throws BadInput: usage, where so many bytes are beyond the limit: "WHAT would take 1.3 GB of memory, expected at
/// most 1 GB (--memory-limit)". `instead` is what takes less.
void require_memory(const std::string& what, double bytes, const std::string& instead = {});

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// How much memory a probe may take without harm to others.
#pragma once

#include <string>

namespace llmsize {

/// Bytes that are free for this process: what the system says is available, or less where its control group has a
/// limit; 0: unknown. `root` stands before /proc and /sys.
double available_memory(const std::string& root = {});

}  // namespace llmsize

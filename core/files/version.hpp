// SPDX-License-Identifier: Apache-2.0
// What this build calls itself.
#pragma once

#include <string_view>

namespace llmsize {

/// The program's version: "0.1.0".
std::string_view version();

}  // namespace llmsize

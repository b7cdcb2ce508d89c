// SPDX-License-Identifier: Apache-2.0
// Sentences beside the answer.
#pragma once

#include <string_view>

namespace llmsize::cli {

/// One line on standard error after the program's name. Never throws: where nobody can read it, the work goes on.
void note(std::string_view sentence) noexcept;

}  // namespace llmsize::cli

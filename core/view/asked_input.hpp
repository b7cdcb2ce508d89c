// SPDX-License-Identifier: Apache-2.0
// Where a sentence about missing inputs leads.
#pragma once

#include <string_view>

namespace llmsize {

/// The input that a `missing_sentence` asks for first, "storage.id" for "Add shared storage to the inputs."; empty for
/// any other sentence.
std::string_view asked_input(std::string_view sentence);

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// Questions as JSON.
#pragma once

#include "core/files/document.hpp"

#include <string>
#include <string_view>

namespace llmsize {

/// The JSON Schema of what `asked_in_json` takes.
Json question_schema();

/// The document that answers a question in JSON: {"question": "size", "set": {"model": "gpt3-175b"}}. Throws BadInput.
std::string asked_in_json(std::string_view question);

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// Values of inputs as JSON files say them.
#pragma once

#include "core/files/document.hpp"
#include "core/inputs/value.hpp"

namespace llmsize {

/// The value that a JSON string, number or boolean means for a key. Throws BadInput: data.
Value read_value(std::string_view key, const Json& json, const std::string& source);

}  // namespace llmsize

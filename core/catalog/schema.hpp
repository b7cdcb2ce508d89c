// SPDX-License-Identifier: Apache-2.0
// JSON Schemas (draft-07) of the files that users may write, made from the declarations of inputs, and of answers.
#pragma once

#include "core/files/document.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// Kinds of files that have a schema: those of the catalog, scenarios, assumptions, probe records and
/// answers.
std::vector<std::string_view> schema_kinds();

/// The schema of a kind, in the plural or singular. Throws BadInput: unknown_id, with the nearest kind.
Json schema(std::string_view kind);

/// Throws BadInput: data, with the place in the document and what was expected there, unless it follows the schema of
/// its kind.
void check_schema(std::string_view kind, const Json& document, const std::string& source);

}  // namespace llmsize

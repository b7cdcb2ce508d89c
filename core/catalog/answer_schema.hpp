// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/files/document.hpp"

namespace llmsize {

/// JSON Schema (draft-07) of the document that a question answers with: what `--json` writes.
Json answer_schema();

}  // namespace llmsize

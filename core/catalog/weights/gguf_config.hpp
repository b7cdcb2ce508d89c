// SPDX-License-Identifier: Apache-2.0
// What a GGUF header says of its model, in the words of Transformers.
#pragma once

#include "core/catalog/weights/header.hpp"

namespace llmsize {

/// A config.json of the model. Throws BadInput: data, naming an architecture that is not known.
Json gguf_config(const GgufHeader& header, const std::string& path);

/// What only the tensors tell: whether the output head is one of its own, and which projections have biases.
void complete_from_tensors(Json& config, const std::vector<StoredTensor>& tensors);

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// Models by the headers of their files of weights: GGUF, and safetensors beside a config.json.
#pragma once

#include "core/catalog/catalog.hpp"

namespace llmsize {

/// Whether a path is a folder, a GGUF or safetensors file, or an index of safetensors.
bool is_of_weights(const std::string& path);

/// The entry of such a model: its shape, and bytes of its weights as they are stored. Of a folder its config.json and
/// safetensors, or its only GGUF file, are read; of all files of weights the header alone. Throws BadInput: file or
/// data.
Entry read_weights(const std::string& path, const Catalog& catalog);

}  // namespace llmsize

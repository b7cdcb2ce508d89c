// SPDX-License-Identifier: Apache-2.0
// Headers of safetensors files.
#include "core/catalog/weights/gguf_config.hpp"
#include "tests/fuzz/reader.hpp"

namespace llmsize::fuzz {

const Register safetensors("safetensors", [](std::string_view header) {
  const std::vector<StoredTensor> tensors = parse_safetensors(header, "model.safetensors");
  for (const StoredTensor& tensor : tensors) require(tensor.bytes >= 0 && tensor.elements() >= 0);
  Json config = Json::object();
  complete_from_tensors(config, tensors);
});

}  // namespace llmsize::fuzz

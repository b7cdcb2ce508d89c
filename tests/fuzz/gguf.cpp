// SPDX-License-Identifier: Apache-2.0
// Headers of GGUF files.
#include "core/catalog/weights/gguf_config.hpp"
#include "tests/fuzz/reader.hpp"

namespace llmsize::fuzz {

const Register gguf("gguf", [](std::string_view bytes) {
  try {
    GgufHeader header = parse_gguf(bytes, "model.gguf");
    for (const StoredTensor& tensor : header.tensors) require(tensor.bytes >= 0);
    Json config = gguf_config(header, "model.gguf");
    complete_from_tensors(config, header.tensors);
  } catch (const CutOff&) {
  }
});

}  // namespace llmsize::fuzz

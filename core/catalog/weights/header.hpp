// SPDX-License-Identifier: Apache-2.0
// Headers of files of weights: names, shapes and sizes of all tensors. No weight is read.
#pragma once

#include "core/files/document.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace llmsize {

/// A tensor of a file, scales of quantised weights among them.
struct StoredTensor {
  std::string name;
  std::string type;  ///< "BF16", "Q4_K"
  std::vector<double> shape;
  double bytes = 0;

  double elements() const;
};

/// Tensors of a safetensors file. Throws BadInput: file or data, naming the file and what is wrong.
std::vector<StoredTensor> read_safetensors(const std::string& path);
/// The same of the header's JSON.
std::vector<StoredTensor> parse_safetensors(std::string_view header, const std::string& path);

/// Tensors of a GGUF file, and what it says of its model: numbers, texts, flags; of lists how many items they hold, or
/// the one number that all of them are.
struct GgufHeader {
  std::map<std::string, Json> said;
  std::vector<StoredTensor> tensors;
};
GgufHeader read_gguf(const std::string& path);
/// The same of the first bytes of a file. Throws as `read_gguf`, and CutOff where the header is longer.
struct CutOff {};
GgufHeader parse_gguf(std::string_view bytes, const std::string& path);

}  // namespace llmsize

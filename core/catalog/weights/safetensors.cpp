// SPDX-License-Identifier: Apache-2.0
// Safetensors: eight bytes that say how long the header is, and the header in JSON.
#include "core/catalog/weights/header.hpp"

#include <fmt/format.h>

#include <numeric>

namespace llmsize {
namespace {

constexpr std::uint64_t longest_header = 100'000'000;  ///< of the format's own reader

StoredTensor tensor_of(const std::string& name, const Json& json, const std::string& path) {
  const auto refuse = [&](std::string_view what) {
    refuse_contents(path, fmt::format("tensor {}: {}", in_quotes(name), what));
  };
  if (!json.is_object()) refuse("is not an object");
  StoredTensor tensor{name, text_of(json, "dtype"), {}, 0};
  const Json shape = json.value("shape", Json()), place = json.value("data_offsets", Json());
  if (tensor.type.empty() || !shape.is_array()) refuse("has no dtype or no shape");
  for (const Json& extent : shape) {
    if (!extent.is_number_unsigned()) refuse("has a shape that is not a list of whole numbers");
    tensor.shape.push_back(extent.get<double>());
  }
  if (!place.is_array() || place.size() != 2 || !place[0].is_number_unsigned() || !place[1].is_number_unsigned() ||
      place[1] < place[0])
    refuse("has no data_offsets with begin and end");
  tensor.bytes = place[1].get<double>() - place[0].get<double>();
  return tensor;
}

}  // namespace

double StoredTensor::elements() const { return std::accumulate(shape.begin(), shape.end(), 1.0, std::multiplies()); }

std::vector<StoredTensor> parse_safetensors(std::string_view header, const std::string& path) {
  const Json json = parse_json(header, path);
  if (!json.is_object()) refuse_contents(path, "is not a safetensors file: its header is not an object");
  std::vector<StoredTensor> tensors;
  tensors.reserve(json.size());
  for (const auto& [name, value] : json.items())
    if (name != "__metadata__") tensors.push_back(tensor_of(name, value, path));
  return tensors;
}

std::vector<StoredTensor> read_safetensors(const std::string& path) {
  const std::string start = read_part(path, 0, 8);
  std::uint64_t length = 0;
  if (start.size() == 8)
    for (std::size_t i = 8; i-- > 0;) length = length << 8 | static_cast<unsigned char>(start[i]);
  if (length < 2 || length > longest_header)
    refuse_contents(path, "is not a safetensors file: the header length is not from 2 to 100,000,000 bytes");
  const std::string header = read_part(path, 8, static_cast<std::size_t>(length));
  if (header.size() < length) refuse_contents(path, fmt::format("ends within its header of {} bytes", length));
  return parse_safetensors(header, path);
}

}  // namespace llmsize

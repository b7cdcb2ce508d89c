// SPDX-License-Identifier: Apache-2.0
// GGUF: numbers in little-endian order, texts with their lengths, then names, shapes and types of tensors.
// Source: ggml repository, docs/gguf.md.
#include "core/catalog/weights/header.hpp"

#include "core/files/utf8.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstring>

namespace llmsize {
namespace {

/// Types of tensors: how many weights a block holds, and its bytes. Source: ggml repository, ggml-common.h.
struct BlockType {
  std::uint32_t code;
  const char* name;
  double weights, bytes;
};
constexpr BlockType block_types[] = {
    {0, "F32", 1, 4},         {1, "F16", 1, 2},         {2, "Q4_0", 32, 18},      {3, "Q4_1", 32, 20},
    {6, "Q5_0", 32, 22},      {7, "Q5_1", 32, 24},      {8, "Q8_0", 32, 34},      {9, "Q8_1", 32, 36},
    {10, "Q2_K", 256, 84},    {11, "Q3_K", 256, 110},   {12, "Q4_K", 256, 144},   {13, "Q5_K", 256, 176},
    {14, "Q6_K", 256, 210},   {15, "Q8_K", 256, 292},   {16, "IQ2_XXS", 256, 66}, {17, "IQ2_XS", 256, 74},
    {18, "IQ3_XXS", 256, 98}, {19, "IQ1_S", 256, 50},   {20, "IQ4_NL", 32, 18},   {21, "IQ3_S", 256, 110},
    {22, "IQ2_S", 256, 82},   {23, "IQ4_XS", 256, 136}, {24, "I8", 1, 1},         {25, "I16", 1, 2},
    {26, "I32", 1, 4},        {27, "I64", 1, 8},        {28, "F64", 1, 8},        {29, "IQ1_M", 256, 56},
    {30, "BF16", 1, 2},       {34, "TQ1_0", 256, 54},   {35, "TQ2_0", 256, 66},   {39, "MXFP4", 32, 17}};

/// Kinds of values.
enum Kind : std::uint32_t { u8, i8, u16, i16, u32, i32, f32, flag, text, list, u64, i64, f64 };

class Reader {
 public:
  Reader(std::string_view bytes, const std::string& path) : bytes_(bytes), path_(path) {}

  template <class T>
  T number() {
    T value;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  std::string string() { return std::string(take(counted())); }
  /// A count of things that take a byte each at least.
  std::uint64_t counted() {
    const auto count = number<std::uint64_t>();
    if (count > (std::uint64_t{1} << 40)) refuse("counts more than a file can hold");
    return count;
  }

  Json value(std::uint32_t kind) {
    switch (kind) {
      case u8: return number<std::uint8_t>();
      case i8: return number<std::int8_t>();
      case u16: return number<std::uint16_t>();
      case i16: return number<std::int16_t>();
      case u32: return number<std::uint32_t>();
      case i32: return number<std::int32_t>();
      case f32: return number<float>();
      case flag: return number<std::uint8_t>() != 0;
      // Words of a tokenizer may be parts of characters, and nothing here reads them.
      case text: return cleaned(string());
      case list: return items();
      case u64: return number<std::uint64_t>();
      case i64: return number<std::int64_t>();
      case f64: return number<double>();
      default: refuse(fmt::format("has a value of the unknown kind {}", kind));
    }
  }

  [[noreturn]] void refuse(std::string_view what) const { refuse_contents(path_, fmt::format("GGUF: {}", what)); }

 private:
  std::string_view take(std::uint64_t size) {
    if (size > bytes_.size() - at_) throw CutOff{};
    at_ += size;
    return bytes_.substr(at_ - size, size);
  }

  /// One number where all items are the same, as for layers that are alike; else how many there are.
  Json items() {
    const auto kind = number<std::uint32_t>();
    const std::uint64_t count = counted();
    if (kind == list) refuse("has a list of lists");
    Json first;
    bool alike = kind != text;
    for (std::uint64_t i = 0; i < count; ++i) {
      const Json item = value(kind);
      if (i == 0) first = item;
      alike = alike && item == first;
    }
    return count > 0 && alike ? first : Json{{"items", count}};
  }

  std::string_view bytes_;
  const std::string& path_;
  std::size_t at_ = 0;
};

StoredTensor read_tensor(Reader& reader) {
  StoredTensor tensor{reader.string(), {}, {}, 0};
  const auto dimensions = reader.number<std::uint32_t>();
  if (dimensions > 8) reader.refuse("has a tensor of more than 8 dimensions");
  for (std::uint32_t i = 0; i < dimensions; ++i)
    tensor.shape.push_back(static_cast<double>(reader.number<std::uint64_t>()));
  const auto code = reader.number<std::uint32_t>();
  reader.number<std::uint64_t>();  // where its weights begin
  for (const BlockType& type : block_types)
    if (type.code == code) {
      tensor.type = type.name;
      tensor.bytes = tensor.elements() / type.weights * type.bytes;
      return tensor;
    }
  reader.refuse(fmt::format("tensor {} has the unknown type {}", in_quotes(tensor.name), code));
}

}  // namespace

static_assert(std::endian::native == std::endian::little);

GgufHeader parse_gguf(std::string_view bytes, const std::string& path) {
  Reader reader(bytes.starts_with("GGUF") ? bytes.substr(4) : std::string_view{}, path);
  if (!bytes.starts_with("GGUF")) reader.refuse("its first bytes are not GGUF");
  const auto version = reader.number<std::uint32_t>();
  if (version != 2 && version != 3) reader.refuse(fmt::format("version {} is not known, expected 2 or 3", version));
  const std::uint64_t tensors = reader.counted(), values = reader.counted();
  GgufHeader header;
  for (std::uint64_t i = 0; i < values; ++i) {
    std::string key = reader.string();
    const auto kind = reader.number<std::uint32_t>();
    header.said[std::move(key)] = reader.value(kind);
  }
  for (std::uint64_t i = 0; i < tensors; ++i) header.tensors.push_back(read_tensor(reader));
  return header;
}

GgufHeader read_gguf(const std::string& path) {
  for (std::size_t size = 1 << 20;; size *= 4) {
    const std::string start = read_part(path, 0, size);
    try {
      return parse_gguf(start, path);
    } catch (const CutOff&) {
      if (start.size() < size) refuse_contents(path, "ends within its header");
      if (size > largest_file) refuse_contents(path, "its header is longer than 64 MiB");
    }
  }
}

}  // namespace llmsize

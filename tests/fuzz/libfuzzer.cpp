// SPDX-License-Identifier: Apache-2.0
// The door of libFuzzer: LLMSIZE_FUZZ names the reader.
#include "tests/fuzz/reader.hpp"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace llmsize::fuzz;
  static const Reader& reader = reader_named(std::getenv("LLMSIZE_FUZZ") ? std::getenv("LLMSIZE_FUZZ") : "");
  feed(reader, std::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}

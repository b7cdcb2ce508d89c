// SPDX-License-Identifier: Apache-2.0
#include "core/probe/gpu/runtime.hpp"

#include <fmt/format.h>

#include <array>

namespace llmsize {

const char* kernel_name(Kernel kernel) {
  static constexpr std::array<const char*, kernel_count> names{
      "llmsize_pattern", "llmsize_differences", "llmsize_triad",   "llmsize_copy",
      "llmsize_normal",  "llmsize_rows",        "llmsize_columns", "llmsize_spin"};
  return names[static_cast<std::size_t>(kernel)];
}

std::string uuid_text(const unsigned char* bytes) {
  std::string all = "GPU";
  for (int byte = 0; byte < 16; ++byte)
    all +=
        fmt::format("{}{:02x}", byte == 0 || byte == 4 || byte == 6 || byte == 8 || byte == 10 ? "-" : "", bytes[byte]);
  return all;
}

}  // namespace llmsize

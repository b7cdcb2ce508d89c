// SPDX-License-Identifier: Apache-2.0
// The data files that the build puts into the program.
#pragma once

#include <span>
#include <string_view>

namespace llmsize {

struct EmbeddedFile {
  std::string_view path;  ///< as in the source tree: "hardware-db/systems/dgx-h100.json"
  std::string_view text;
};

std::span<const EmbeddedFile> embedded_files();

}  // namespace llmsize

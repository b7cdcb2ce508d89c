// SPDX-License-Identifier: Apache-2.0
// Where tests find what they read: the one place that knows the source tree.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace llmsize::tests {

/// The path of a file or folder of the source tree: "docs/examples/probe-record.json". Throws std::runtime_error where
/// there is none.
inline std::string in_tree(std::string_view path) {
  const std::filesystem::path found = std::filesystem::path(LLMSIZE_SOURCE_DIR) / path;
  if (!std::filesystem::exists(found)) throw std::runtime_error(found.string() + " is no file of the source tree");
  return found.string();
}

/// The path of something in tests/data: "probe/fio.json".
inline std::string fixture(std::string_view name) { return in_tree("tests/data/" + std::string(name)); }

}  // namespace llmsize::tests

// SPDX-License-Identifier: Apache-2.0
#include "tests/support/fixtures.hpp"

#include <filesystem>
#include <stdexcept>

namespace llmsize::tests {

std::string in_tree(std::string_view path) {
  const std::filesystem::path found = std::filesystem::path(LLMSIZE_SOURCE_DIR) / path;
  if (!std::filesystem::exists(found)) throw std::runtime_error(found.string() + " is no file of the source tree");
  return found.string();
}

std::string fixture(std::string_view name) { return in_tree("tests/data/" + std::string(name)); }

std::string program() { return LLMSIZE_PROGRAM; }

std::string app() { return LLMSIZE_PROGRAM "-gui"; }

}  // namespace llmsize::tests

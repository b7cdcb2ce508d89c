// SPDX-License-Identifier: Apache-2.0
#include "cli/notes.hpp"

#include "core/files/bad_input.hpp"

#include <cstdio>
#include <exception>
#include <string>

namespace llmsize::cli {

void note(std::string_view sentence) noexcept try {
  const std::string line = "llmsize: " + printable(sentence) + "\n";
  // fmt::print would throw where standard error is full or closed.
  std::fwrite(line.data(), 1, line.size(), stderr);
} catch (const std::exception&) {
}

}  // namespace llmsize::cli

// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/given.hpp"

#include <fmt/format.h>

namespace llmsize {

bool is_option(const Scenario::Said& said) { return said.giver.starts_with("--"); }

std::string as_given(std::string_view key, const Scenario::Said& said) {
  // "--set layout.pipeline" is one of two words; a file names itself and the key.
  const bool option = is_option(said) && said.giver.find(' ') == std::string::npos;
  const bool file = !is_option(said) && said.giver.ends_with(key);
  return fmt::format("{} {}", option || file ? std::string_view(said.giver) : key, said.text);
}

}  // namespace llmsize

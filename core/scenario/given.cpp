// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/given.hpp"

#include <fmt/format.h>

namespace llmsize {

bool is_option(const Scenario::Said& said) { return said.giver.starts_with("--"); }

std::string as_given(std::string_view key, const Scenario::Said& said) {
  // "--set layout.pipeline" is one of two words.
  const bool short_form = is_option(said) && said.giver.find(' ') == std::string::npos;
  return fmt::format("{} {}", short_form ? std::string_view(said.giver) : key, said.text);
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
#include "cli/parser.hpp"

#include <algorithm>

namespace llmsize::cli {

bool Parser::wants(const Words& names) const {
  if (!typed_) return true;
  return std::any_of(typed_->begin(), typed_->end(), [&](std::string_view word) {
    return std::find(names.begin(), names.end(), word.substr(0, word.find('='))) != names.end();
  });
}

}  // namespace llmsize::cli

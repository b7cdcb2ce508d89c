// SPDX-License-Identifier: Apache-2.0
// Words for severities.
#include "core/formula/about.hpp"

namespace llmsize {

std::string_view word(Severity severity) {
  switch (severity) {
    case Severity::info: return "info";
    case Severity::warning: return "warning";
    case Severity::error: return "error";
  }
  return {};
}

}  // namespace llmsize

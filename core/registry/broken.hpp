// SPDX-License-Identifier: Apache-2.0
// Whether a rule is broken.
#pragma once

#include "core/registry/registry.hpp"

#include <algorithm>

namespace llmsize {

/// Whether a finding's rule is broken; not where it cannot be judged.
inline bool is_broken(FindingId id, const Once& values) {
  const auto rules = findings();
  return std::any_of(rules.begin(), rules.end(), [&](const FindingRow& rule) {
    return rule.about->id == id.text() && rule.margin(values) < 0;
  });
}

}  // namespace llmsize

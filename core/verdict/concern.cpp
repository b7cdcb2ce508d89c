// SPDX-License-Identifier: Apache-2.0
#include "core/verdict/concern.hpp"

#include "core/answer/of_layout.hpp"

#include <algorithm>

namespace llmsize {

bool rests_on_layout(const std::vector<const ResultRow*>& rows) {
  return std::any_of(rows.begin(), rows.end(), [](const ResultRow* row) {
    const bool told = !row->about->teller.empty();
    return told || reads_any(*row, layout_inputs());
  });
}

bool concerns(const FindingId& finding, bool rests_on_layout) {
  return rests_on_layout || finding.text().starts_with("model.");
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// What a document says of itself.
#include "core/document/document.hpp"

#include <algorithm>

namespace llmsize {

bool Document::Row::is_group() const {
  return strong && cells.size() > 1 &&
         std::all_of(cells.begin() + 1, cells.end(), [](const Cell& cell) { return cell.text.empty(); });
}

Verdict Document::verdict() const {
  for (const Section& section : sections)
    for (const Block& block : section.blocks)
      if (const auto* judged = std::get_if<Judgement>(&block)) return judged->settled;
  return {};
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// Chooses for a report.
#include "core/view/reported.hpp"

#include "core/verdict/concern.hpp"

namespace llmsize {

Subject reported(
    std::string name, const Scenario& said, const Catalog& catalog, const std::vector<const ResultRow*>& rows,
    const SearchOptions& options) {
  if (!rests_on_layout(rows)) return as_said(std::move(name), said);
  Subject subject = planned(std::move(name), said, catalog, options);
  find_certain_nodes(subject, catalog, options);
  return subject;
}

}  // namespace llmsize

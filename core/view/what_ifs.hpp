// SPDX-License-Identifier: Apache-2.0
// What a plan would be after one change that people weigh, computed before anybody asks.
#pragma once

#include "core/document/page.hpp"
#include "core/view/around.hpp"
#include "core/view/subject.hpp"

namespace llmsize {

/// Takes up the changes that are worth trying for a plan, without what they do: a lower precision that the GPUs have,
/// less operational overhead, a later deadline. Nothing where no layout was found or no time is known.
void propose_what_ifs(Subject& subject, const Catalog& catalog);

/// Plans what was proposed: nodes where the plan chose those, else layouts on the nodes that are stated.
void find_what_ifs(Subject& subject, const Catalog& catalog, const SearchOptions& options = {});

/// What was tried with what it does: "FP8: \u221211 nodes", "Tuned overhead: \u22124.1 days"; without that where it is
/// not known yet.
std::vector<Remedy> what_if_chips(const Subject& subject, const Around& around);

}  // namespace llmsize

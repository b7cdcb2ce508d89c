// SPDX-License-Identifier: Apache-2.0
// A page's mark, label and sentence as the verdict has them.
#pragma once

#include "core/document/page.hpp"

#include <string>

namespace llmsize {

/// What a page is called by an error: "Does not fit", "Misses the goal", "Goodput too low".
std::string error_label(const FoundFinding& error);

/// Makes the verdict of a page from its findings, and brings its mark, label and sentence in line: no success above
/// what is bad, nothing bad without an error. What the page itself leaves open stays open, what compares stays neutral.
void settle_verdict(Page& page);

}  // namespace llmsize

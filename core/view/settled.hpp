// SPDX-License-Identifier: Apache-2.0
// A page's mark, label and sentence as the verdict has them.
#pragma once

#include "core/document/page.hpp"

namespace llmsize {

/// Makes the verdict of a page from its findings, and brings its mark, label and sentence in line: no success above
/// what is bad, nothing bad without an error. What the page itself leaves open stays open, what compares stays neutral.
void settle_verdict(Page& page);

}  // namespace llmsize

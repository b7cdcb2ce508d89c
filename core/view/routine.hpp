// SPDX-License-Identifier: Apache-2.0
// Findings as people read them: what moves the answer most first, and the routine ones in one line.
#pragma once

#include "core/view/remedies.hpp"

namespace llmsize {

/// The findings, errors first. Warnings and what comes after them stand by what the inputs that they name do to the
/// calendar or the step, assumptions by what their spreads do.
Findings in_order(Findings findings, const Case& plan);

/// The findings with several assumptions as one line: how many there are, and what they do to the answer together.
Findings folded(Findings findings, const Case& plan);

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// The calendar of a training in numbers: its parts, and the nodes that being surer of the date takes.
#pragma once

#include "core/view/numbers.hpp"
#include "core/view/subject.hpp"

namespace llmsize {

/// Steps, operation, evaluation, interruptions and their sum.
void add_calendar(const Around& around, Numbers& numbers);

/// Nodes at P50 and P80, and at P90 where that is asked for, where they were chosen for a deadline, and the chance to
/// be on time.
void add_certain_nodes(const Subject& subject, const Around& around, Numbers& numbers);

}  // namespace llmsize

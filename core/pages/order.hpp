// SPDX-License-Identifier: Apache-2.0
// What to order for a scenario.
#pragma once

#include "core/view/state.hpp"

namespace llmsize {

/// The order of a scenario as a table: items with their counts, what one draws, takes and costs, and what it is for.
/// Empty where no machine is named.
Chart order_chart(const Subject& subject, const Around& around);
/// Its first screen.
FirstScreen order_first(const Around& around);

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// What to order for a scenario.
#pragma once

#include "core/view/state.hpp"

namespace llmsize {

/// The order of a scenario as a table: items with their counts, what one draws, takes and costs, and what it is for.
/// Empty where no machine is named.
Chart order_chart(const Subject& subject, const Around& around);
/// Its racks in elevation: what stands in which.
Chart racks_chart(const Subject& subject, const Around& around);
/// Its networks in tiers.
Chart topology_chart(const Subject& subject, const Around& around);
/// Its price by kind of part, with its power as another view; its power where no price is known.
Chart parts_chart(const Subject& subject, const Around& around);
/// Its first screen.
FirstScreen order_first(const Around& around);

}  // namespace llmsize

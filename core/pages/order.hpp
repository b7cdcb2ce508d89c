// SPDX-License-Identifier: Apache-2.0
// What to order for a scenario.
#pragma once

#include "core/pages/state.hpp"

namespace llmsize {

/// Nodes and spares, network interfaces, storage by rate and by capacity, racks and power, prices where they are given:
/// a table. Empty where no machine is named.
Chart order_chart(const Subject& subject, const Around& around);

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// Offers for one job side by side: a row for each, and which is the cheapest, the soonest, the one of least power.
#pragma once

#include "core/tables/rows.hpp"

#include <vector>

namespace llmsize {

/// Results by which offers for a training or a service are told apart.
std::vector<const ResultRow*> offered_results(Asked asked);

/// A row per offer: nodes, time at P50 and P80 or rate and latencies, racks, power, cost, and why it cannot be taken.
/// Above it the best of those that can. Columns that no row knows are left out.
TitledTable offers_table(Asked asked, const AnsweredRows& table);

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// The load of a service: what of a scenario sets it.
#pragma once

#include "core/scenario/case.hpp"
#include "core/scenario/scenario.hpp"

namespace llmsize {

/// Refuses a scenario that states two loads: a rate and users, say. Throws BadInput: usage.
void refuse_two_loads(const Scenario& scenario);

/// Whether a scenario states the load that a service runs at; a target that it has to reach is none.
bool says_load(const Scenario& scenario);

/// Whether users that wait and think in turn set the request rate of a case: fewer of their requests come, the longer
/// an answer takes.
bool is_load_of_active_users(const Case& plan);

/// Whether a latency of a case is limited: TTFT, E2EL, or TPOT where requests have tokens after the first.
bool has_latency_slo(const Case& plan);

}  // namespace llmsize

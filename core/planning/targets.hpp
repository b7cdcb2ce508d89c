// SPDX-License-Identifier: Apache-2.0
// The offload experiment: one scenario with its states in GPU memory, CPU memory, on local NVMe and on shared storage.
#pragma once

#include "core/planning/goals.hpp"

#include <optional>
#include <vector>

namespace llmsize {

/// Whether every target has a layout of its own: the planner would choose one for the scenario, which trains, or
/// nothing is said of how a served model is split.
bool plans_targets(const Scenario& said, const Catalog& catalog);

/// A scenario on every target of `memory.offload`, in the order of its words. Where `plans_targets`, with the fastest
/// layout that has some kind of state there, else the nearest to fit; nodes that are open are those of the goal, else
/// one. A batch of sequences that is said is that of a training, too. A served model is split as `fastest_serving`
/// says. Otherwise as said, shared out with ZeRO 3 unless something else is said. Throws BadInput as `complete` does.
std::vector<Scenario> on_targets(const Scenario& said, const Catalog& catalog, const SearchOptions& options = {});

/// The scenario in GPU memory alone, on as few nodes as hold it there, where those that are said or one do not: what
/// would do instead of slower tiers. Nothing where they do, or no number of nodes that is sensible does. Throws
/// BadInput as `complete` does.
std::optional<Scenario> more_nodes_instead(
    const Scenario& said, const Catalog& catalog, const SearchOptions& options = {});

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// The layout in which a model is served fastest from the tier that its weights live on.
#pragma once

#include "core/scenario/case.hpp"

namespace llmsize {

/// Whether nothing of the layout of a served model is said, so that it is searched.
bool serving_is_open(const Scenario& scenario, const Catalog& catalog);

/// Whether CPU memory, local NVMe and shared storage hold what lives there.
bool tiers_hold(const Once& values);

/// Whether the KV cache is all that is too large for the machine.
bool only_cache_too_large(const Once& values);

/// `scenario` with the tensor and pipeline degrees, the sharding, the batch and the share of pinned weights that put
/// out most tokens per second and fit, of what it leaves open; where nothing fits, with those that need least memory.
/// Throws BadInput as `complete` does.
Scenario fastest_serving(const Scenario& scenario, const Catalog& catalog);

/// The same on the fewest nodes on which some layout fits and the tier that is said holds all of the weights; on the
/// scenario's where none does.
Scenario smallest_serving(const Scenario& scenario, const Catalog& catalog);

}  // namespace llmsize

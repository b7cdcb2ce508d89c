// SPDX-License-Identifier: Apache-2.0
// One scenario asked several ways: every offload target, every mode of saving, every storage guideline.
#pragma once

#include "core/tables/rows.hpp"

namespace llmsize {

/// The offload experiment: rows of scenarios that stand on the targets of `memory.offload` in turn. A row carries
/// `offload.target` and the link that limits it in words.
AnsweredRows offload_rows(
    const std::vector<Scenario>& on_targets, const Catalog& catalog, const std::vector<const ResultRow*>& results,
    bool ranges, const std::function<void(std::size_t)>& progress = {});

/// The scenario with the guidelines of the catalog in place of its shared storage, one row each.
AnsweredRows guideline_rows(
    const Scenario& scenario, const Catalog& catalog, const std::vector<const ResultRow*>& results);

/// Whether an interval between checkpoints can be set, seconds: the optimum of a save in no time is none.
bool is_settable_interval(double interval);

/// The three modes of saving on the scenario's own storage, then its own mode on each guideline at the interval of its
/// own storage.
AnsweredRows checkpoint_rows(const Scenario& scenario, const Catalog& catalog, bool ranges);

}  // namespace llmsize

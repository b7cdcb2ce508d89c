// SPDX-License-Identifier: Apache-2.0
// What a scenario says of a layout: a plan holds it and chooses the rest.
#pragma once

#include "core/planning/layout.hpp"

#include <vector>

namespace llmsize {

/// Whether the scenario says how many nodes or GPUs there are.
bool nodes_are_said(const Scenario& scenario);

/// GPUs of the groups that the scenario says, tensor × pipeline × context × data: those of a job are a multiple of it.
/// 1 where nothing of it is said.
double held_gpus(const Scenario& scenario);

/// Whether the scenario says anything that a plan of a training would choose otherwise: degrees, interleave,
/// micro-batch, recomputation, a ZeRO stage, sequence parallelism, where states live.
bool holds_layout(const Scenario& scenario);

/// The scenario without its degrees and its number of GPUs, which may not divide what a plan tries.
Scenario without_degrees(Scenario scenario);

/// The scenario, or without its degrees where they divide no number of GPUs of its nodes.
Scenario divided(const Scenario& scenario, const Catalog& catalog);

/// Values among those that a layout sets, but that the scenario says one by one and no word of a layout covers: a
/// recomputed fraction, a sharded kind of state, the tier of one.
std::vector<Change> held_values(const Scenario& scenario, const Case& base);

/// Throws BadInput where values of a training's layout exclude each other whatever is chosen beside them: it names the
/// two that clash and the nearest that goes with the other.
void refuse_clash(const Scenario& scenario, const Case& base);

}  // namespace llmsize

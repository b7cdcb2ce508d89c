// SPDX-License-Identifier: Apache-2.0
// Which results rest on how a model is split, and over how many nodes.
#pragma once

#include "core/registry/registry.hpp"
#include "core/scenario/scenario.hpp"

#include <vector>

namespace llmsize {

/// What a planner chooses of nodes, degrees and batch where nothing of it is stated.
const std::vector<InputKey>& layout_inputs();

/// What is left to a planner of them beside what a scenario states; nodes and GPUs count as one.
std::vector<InputKey> open_layout_inputs(const Scenario& stated);

/// Whether a formula of a result reads one of these inputs.
bool reads_any(const ResultRow& row, const std::vector<InputKey>& inputs);

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// Which results rest on how a model is split, and over how many nodes.
#pragma once

#include "core/registry/registry.hpp"

namespace llmsize {

/// Whether a formula of a result reads what a planner chooses: nodes, degrees, batch.
bool is_of_layout(const ResultRow& row);

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// What a saved scenario is answered with, then and now.
#pragma once

#include "core/scenario/case.hpp"
#include "core/scenario/saved.hpp"

namespace llmsize {

/// This version, and of the results by which an answer is judged those that are known.
Saved saved_now(const Case& plan);
/// What reads otherwise now: "Nodes 48 → 49, Time to train (wall clock) 28.7 days → 29.5 days"; empty where nothing
/// does.
std::string moved_since(const Saved& before, const Case& now);

}  // namespace llmsize

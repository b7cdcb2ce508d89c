// SPDX-License-Identifier: Apache-2.0
// Rows of the tiers and of what a planner tells.
#include "core/registry/rooms.hpp"

#include "core/fit/nodes.hpp"
#include "core/fit/planned.hpp"
#include "core/registry/instantiate.hpp"

namespace llmsize {

namespace {
constexpr auto formulas = std::tuple_cat(capacity::formulas, planning::formulas);
}  // namespace

Room tiers_room() { return instantiate<formulas, capacity::findings>(); }

}  // namespace llmsize

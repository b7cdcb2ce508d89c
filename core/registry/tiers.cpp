// SPDX-License-Identifier: Apache-2.0
// Rows of the tiers room.
#include "core/registry/rooms.hpp"

#include "core/capacity/nodes.hpp"
#include "core/registry/instantiate.hpp"

namespace llmsize {

Room tiers_room() { return instantiate<capacity::formulas, capacity::findings>(); }

}  // namespace llmsize

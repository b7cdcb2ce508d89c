// SPDX-License-Identifier: Apache-2.0
// Rows of the memory room.
#include "core/registry/rooms.hpp"

#include "core/memory/formulas.hpp"
#include "core/registry/instantiate.hpp"

namespace llmsize {

Room memory_room() { return instantiate<memory::formulas, memory::findings>(); }

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// Rows of the offload room.
#include "core/registry/rooms.hpp"

#include "core/offload/formulas.hpp"
#include "core/registry/instantiate.hpp"

namespace llmsize {

Room offload_room() { return instantiate<offload::formulas, offload::findings>(); }

}  // namespace llmsize

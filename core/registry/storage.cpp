// SPDX-License-Identifier: Apache-2.0
// Rows of the storage room.
#include "core/registry/rooms.hpp"

#include "core/registry/instantiate.hpp"
#include "core/storage/formulas.hpp"

namespace llmsize {

Room storage_room() { return instantiate<checkpoint::formulas, checkpoint::findings, checkpoint::functions>(); }

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// Rows of the serving room.
#include "core/registry/rooms.hpp"

#include "core/registry/instantiate.hpp"
#include "core/serving/formulas.hpp"

namespace llmsize {

Room serving_room() { return instantiate<serving::formulas, serving::findings, serving::functions>(); }

}  // namespace llmsize

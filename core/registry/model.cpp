// SPDX-License-Identifier: Apache-2.0
// Rows of the model room.
#include "core/registry/rooms.hpp"

#include "core/model/formulas.hpp"
#include "core/registry/instantiate.hpp"

namespace llmsize {

Room model_room() { return instantiate<model::formulas, model::findings>(); }

}  // namespace llmsize

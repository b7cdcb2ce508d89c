// SPDX-License-Identifier: Apache-2.0
// Rows of the training room.
#include "core/registry/rooms.hpp"

#include "core/registry/instantiate.hpp"
#include "core/training/formulas.hpp"

namespace llmsize {

Room training_room() { return instantiate<training::formulas, training::findings>(); }

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// The formula rooms, each instantiated in a source file of its own.
#pragma once

#include "core/registry/row.hpp"

namespace llmsize {

Room model_room();
Room training_room();
Room memory_room();
Room tiers_room();
Room serving_room();
Room offload_room();
Room storage_room();
Room data_room();
Room fabric_room();
Room machine_room();
Room economics_room();

}  // namespace llmsize

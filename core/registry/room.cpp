// SPDX-License-Identifier: Apache-2.0
// Rows of the machine room: other networks, racks, power, cooling.
#include "core/registry/instantiate.hpp"
#include "core/registry/rooms.hpp"
#include "core/room/formulas.hpp"

namespace llmsize {

namespace {
constexpr auto all_formulas = std::tuple_cat(bom::formulas, powers::formulas);
constexpr auto all_findings = room::findings;
}  // namespace

Room machine_room() { return instantiate<all_formulas, all_findings>(); }

}  // namespace llmsize

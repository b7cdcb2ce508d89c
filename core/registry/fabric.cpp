// SPDX-License-Identifier: Apache-2.0
// Rows of the fabric room: switches and cables of the compute fabric.
#include "core/fabric/formulas.hpp"
#include "core/registry/instantiate.hpp"
#include "core/registry/rooms.hpp"

namespace llmsize {

namespace {
constexpr auto all_formulas = fabric::formulas;
constexpr auto all_findings = fabric::findings;
}  // namespace

Room fabric_room() { return instantiate<all_formulas, all_findings>(); }

}  // namespace llmsize

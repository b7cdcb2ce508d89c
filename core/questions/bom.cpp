// SPDX-License-Identifier: Apache-2.0
// What to order: nodes, switches, cables, racks, power.
#include "core/questions/parts.hpp"

namespace llmsize {

const QuestionKind bom_question{
    .name = "bom",
    .page = order_page,
    .rooms = {"bom", "fabric", "power", "storage", "economics"},
    .more = {"planning.nodes", "planning.spares", "checkpoint.appliances", "ingest.appliances"}};

}  // namespace llmsize

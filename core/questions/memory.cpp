// SPDX-License-Identifier: Apache-2.0
// Where every byte lives.
#include "core/questions/question.hpp"

namespace llmsize {

const QuestionKind memory_question{
    .name = "memory",
    .page = memory_page,
    .rooms = {"model", "memory", "capacity"},
    .more = {"planning.nodes", "offload.fastest_fitting_tier"}};

}  // namespace llmsize

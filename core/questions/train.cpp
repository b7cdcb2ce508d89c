// SPDX-License-Identifier: Apache-2.0
// Time of a step and of a training.
#include "core/questions/question.hpp"

namespace llmsize {

// A time without its range promises too much.
const QuestionKind train_question{
    .name = "train",
    .page = training_page,
    .rooms = {"model", "training"},
    .more = {"planning.nodes", "memory.gpu_total", "memory.gpu_capacity"},
    .ranges = true,
    .trains = true};

}  // namespace llmsize

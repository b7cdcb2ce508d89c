// SPDX-License-Identifier: Apache-2.0
// Time of a step and of a training.
#include "core/questions/parts.hpp"

namespace llmsize {
namespace {

AnsweredQuestion ask_train(const Scenario& said, const Catalog& catalog, const Asking& asking) {
  // A time without its range promises too much.
  const UsualResults usual{
      .question = "train",
      .rooms = {"model", "training"},
      .more = {"planning.nodes", "memory.gpu_total", "memory.gpu_capacity"},
      .ranges = true};
  Subject subject = subject_for({}, said, catalog, results_of(asking, usual), asking.search);
  return tell_unused(answered(asking, usual, std::move(subject), catalog, training_page), catalog);
}

}  // namespace

const QuestionKind train_question{"train", ask_train};

}  // namespace llmsize

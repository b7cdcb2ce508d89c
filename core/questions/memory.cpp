// SPDX-License-Identifier: Apache-2.0
// Where every byte lives.
#include "core/questions/parts.hpp"

namespace llmsize {
namespace {

AnsweredQuestion ask_memory(const Scenario& said, const Catalog& catalog, const Asking& asking) {
  const UsualResults usual{
      .question = "memory",
      .rooms = {"model", "memory", "capacity"},
      .more = {"planning.nodes", "offload.lowest_tier"}};
  Subject subject = subject_for({}, said, catalog, results_of(asking, usual), asking.search);
  return tell_unused(answered(asking, usual, std::move(subject), catalog, memory_page), catalog);
}

}  // namespace

const QuestionKind memory_question{"memory", ask_memory};

}  // namespace llmsize

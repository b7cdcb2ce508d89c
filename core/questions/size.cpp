// SPDX-License-Identifier: Apache-2.0
// The one-page answer.
#include "core/planning/held.hpp"
#include "core/planning/serving_plan.hpp"
#include "core/questions/served.hpp"

namespace llmsize {
namespace {

AnsweredQuestion ask_size(const Scenario& said, const Catalog& catalog, const Asking& asking) {
  if (is_served_from_gpus(complete(without_degrees(said), catalog)))
    return answer_served(
        said, catalog, asking, "size", {"model", "capacity", "serving", "service", "load", "economics"}, size_page);
  const UsualResults usual{
      .question = "size",
      .rooms = {"model", "capacity", "training", "checkpoint", "economics"},
      .more =
          {"planning.nodes", "planning.nodes_used", "planning.spares", "planning.idle_gpus", "offload.lowest_tier",
           "memory.model_states", "memory.gpu_total", "memory.bytes_per_parameter"},
      .ranges = true};
  Subject subject = subject_for({}, said, catalog, results_of(asking, usual), asking.search);
  find_certain_nodes(subject, catalog);
  return tell_unused(answered(asking, usual, std::move(subject), catalog, size_page), catalog);
}

}  // namespace

const QuestionKind size_question{"size", ask_size};

}  // namespace llmsize

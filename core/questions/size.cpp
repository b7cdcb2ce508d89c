// SPDX-License-Identifier: Apache-2.0
// The one-page answer.
#include "core/planning/held.hpp"
#include "core/planning/serving_plan.hpp"
#include "core/questions/served.hpp"

namespace llmsize {
namespace {

/// The same question of a model that is served from GPU memory.
const QuestionKind& size_of_service() {
  static const QuestionKind kind{
      .name = "size",
      .page = size_page,
      .rooms = {"model", "capacity", "serving", "service", "load", "economics"},
      .more = served_besides,
      .ranges = true};
  return kind;
}

AnsweredQuestion ask_size(
    const QuestionKind& kind, const Scenario& said, const Catalog& catalog, const Asking& asking) {
  if (is_served_from_gpus(complete(without_degrees(said), catalog)))
    return ask_served(size_of_service(), said, catalog, asking);
  Subject subject = subject_for({}, said, catalog, results_of(asking, kind), asking.search);
  find_certain_nodes(subject, catalog);
  return tell_unused(answered(asking, kind, std::move(subject), catalog), catalog);
}

}  // namespace

const QuestionKind size_question{
    .name = "size",
    .page = size_page,
    .rooms = {"model", "capacity", "training", "checkpoint", "economics"},
    .more =
        {"planning.nodes", "planning.nodes_used", "planning.spares", "planning.idle_gpus",
         "offload.fastest_fitting_tier", "memory.model_states", "memory.gpu_total", "memory.bytes_per_parameter"},
    .ranges = true,
    .answered_by = ask_size};

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// The offload experiment, one row per target.
#include "core/questions/parts.hpp"

#include "core/planning/serving_layout.hpp"
#include "core/tables/storage_rows.hpp"

namespace llmsize {
namespace {

AnsweredQuestion ask_offload(const Scenario& said, const Catalog& catalog, const Asking& asking) {
  const UsualResults usual{.question = "offload", .rooms = {"model", "capacity", "offload", "serving", "tier", "wear"}};
  Subject subject = offload_subject(as_said({}, said), catalog);
  AnsweredRows targets = offload_rows(
      subject.offload->targets, catalog, asking.results.empty() ? offload_results() : asking.results, asking.ranges);
  if (plans_targets(said, catalog)) targets.keys = layout_keys();
  if (serving_is_open(said, catalog)) targets.keys.insert(targets.keys.end(), {"serving.batch", "memory.pinned_share"});
  AnsweredQuestion made = answered(asking, usual, std::move(subject), catalog, offload_page);
  made.rows = std::move(targets);
  made.rows_are_table = true;
  return tell_unused(std::move(made), catalog);
}

}  // namespace

const QuestionKind offload_question{"offload", ask_offload};

}  // namespace llmsize

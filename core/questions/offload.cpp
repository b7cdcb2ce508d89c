// SPDX-License-Identifier: Apache-2.0
// The offload experiment, one row per target.
#include "core/questions/parts.hpp"

#include "core/planning/serving_layout.hpp"
#include "core/tables/storage_rows.hpp"

namespace llmsize {
namespace {

AnsweredQuestion ask_offload(
    const QuestionKind& kind, const Scenario& said, const Catalog& catalog, const Asking& asking) {
  Subject subject = offload_subject(as_said({}, said), catalog);
  AnsweredRows targets = offload_rows(
      subject.offload->targets, catalog,
      asking.results.empty() ? view(Asked::slower_tiers, {Use::targets}) : asking.results, asking.ranges);
  if (plans_targets(said, catalog)) targets.keys = layout_keys();
  if (serving_is_open(said, catalog))
    targets.keys.insert(targets.keys.end(), {"serving.batch", "memory.resident_share"});
  AnsweredQuestion made = answered(asking, kind, std::move(subject), catalog);
  made.rows = std::move(targets);
  made.rows_are_table = true;
  return tell_unused(std::move(made), catalog);
}

}  // namespace

const QuestionKind offload_question{
    .name = "offload",
    .page = offload_page,
    .rooms = {"model", "capacity", "offload", "serving", "tier", "wear"},
    .answered_by = ask_offload};

}  // namespace llmsize

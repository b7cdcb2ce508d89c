// SPDX-License-Identifier: Apache-2.0
// Size, time, stall, interval, restart, goodput, capacity of checkpoints.
#include "core/questions/parts.hpp"

#include "core/tables/storage_rows.hpp"

namespace llmsize {
namespace {

AnsweredQuestion ask_checkpoint(
    const QuestionKind& kind, const Scenario& said, const Catalog& catalog, const Asking& asking) {
  Subject subject = subject_for({}, said, catalog, results_of(asking, kind), asking.search);
  AnsweredQuestion made = answered(asking, kind, std::move(subject), catalog);
  made.rows = checkpoint_rows(made.subject.scenario, catalog, asking.ranges);
  return tell_unused(std::move(made), catalog);
}

}  // namespace

const QuestionKind checkpoint_question{
    .name = "checkpoint",
    .page = checkpoint_page,
    .rooms = {"model", "checkpoint", "restart", "reliability", "tier"},
    .more = {"training.total_step_time", "training.calendar_time", "capacity.host_bytes"},
    .trains = true,
    .answered_by = ask_checkpoint};

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// Size, time, stall, interval, restart, goodput, capacity of checkpoints.
#include "core/questions/parts.hpp"

#include "core/tables/storage_rows.hpp"

namespace llmsize {
namespace {

AnsweredQuestion ask_checkpoint(const Scenario& said, const Catalog& catalog, const Asking& asking) {
  const UsualResults usual{
      .question = "checkpoint",
      .rooms = {"model", "checkpoint", "restart", "reliability", "tier"},
      .more = {"training.time", "training.calendar_time", "capacity.host_bytes"}};
  Subject subject = subject_for({}, said, catalog, results_of(asking, usual), asking.search);
  AnsweredQuestion made = answered(asking, usual, std::move(subject), catalog, checkpoint_page);
  made.rows = checkpoint_rows(made.subject.scenario, catalog, asking.ranges);
  return tell_unused(std::move(made), catalog);
}

}  // namespace

const QuestionKind checkpoint_question{"checkpoint", ask_checkpoint};

}  // namespace llmsize

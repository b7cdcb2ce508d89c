// SPDX-License-Identifier: Apache-2.0
// Tells the calendar of a training.
#include "core/view/calendar_numbers.hpp"

#include "core/answer/answer.hpp"
#include "core/quantity/print.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

namespace llmsize {

void add_calendar(const Around& around, Numbers& numbers) {
  numbers.add_ranged("training.time", "the steps alone");
  numbers.add(
      "training.operation_time",
      fmt::format(
          "{}: {} times the steps", around.word("workload.operation"), around.shown("workload.operation_factor")));
  if (around.input("workload.evaluation_share") > 0) numbers.add("training.evaluation_time");
  const ResultKey goodput =
      around.knows("reliability.goodput") ? ResultKey("reliability.goodput") : ResultKey("reliability.usual_goodput");
  numbers.add(
      "training.interruption_time",
      fmt::format("{} goodput{}", around.shown(goodput), goodput == "reliability.goodput" ? "" : ", usual saves"));
  numbers.add_ranged("training.calendar_time");
}

void add_certain_nodes(const Subject& subject, const Around& around, Numbers& numbers) {
  const auto say = [&](const char* label, double nodes, const char* meaning) {
    if (!is_absent(nodes)) numbers.say(label, pretty(nodes, Unit::count), meaning);
  };
  say("Nodes at P50", subject.certain().p50, "as likely early as late");
  say("Nodes at P80", subject.certain().p80, "on time in four of five cases");
  say("Nodes at P90", subject.certain().p90, "on time in nine of ten cases");
  if (const double sure = chance(around.plan()); !is_absent(sure))
    numbers.say("Chance to be on time", share_text(sure));
}

}  // namespace llmsize

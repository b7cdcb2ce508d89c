// SPDX-License-Identifier: Apache-2.0
// Breaks the time to train down.
#include "core/view/calendar_numbers.hpp"

#include "core/answer/answer.hpp"
#include "core/answer/certain_time.hpp"
#include "core/answer/certainties.hpp"
#include "core/quantity/print.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

namespace llmsize {

void add_calendar(const Around& around, Numbers& numbers) {
  numbers.add_ranged("training.total_step_time", "steps only, no overhead or failures");
  numbers.add(
      "training.overhead_time",
      fmt::format("{}: {}× step time", around.word("workload.run_overhead"), around.shown("training.overhead_factor")));
  if (around.input("workload.evaluation_share") > 0) numbers.add("training.evaluation_time");
  const ResultKey goodput =
      around.knows("reliability.goodput") ? ResultKey("reliability.goodput") : ResultKey("reliability.usual_goodput");
  numbers.add(
      "training.interruption_time", fmt::format(
                                        "{} goodput{}", around.shown(goodput),
                                        goodput == "reliability.goodput" ? "" : ", default checkpoint interval"));
  numbers.add_ranged("training.calendar_time");
  if (around.range("training.calendar_time"))
    numbers.say("Time to train at P80", pretty(time_at(around.plan(), "p80"), Unit::seconds));
}

void add_certain_nodes(const Subject& subject, const Around& around, Numbers& numbers) {
  const auto say = [&](const std::string& label, double nodes) {
    if (!is_absent(nodes)) numbers.say(label, pretty(nodes, Unit::count));
  };
  for (const CertainNodes::Sized& each : subject.certain().leading(around.word("goal.certainty")))
    say(fmt::format("Nodes at {}", certainty_of(each.certainty).shown), each.nodes);
  if (const double sure = chance(around.plan()); !is_absent(sure))
    numbers.say("Probability of meeting the deadline", share_text(sure));
}

}  // namespace llmsize

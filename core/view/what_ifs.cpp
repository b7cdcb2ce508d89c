// SPDX-License-Identifier: Apache-2.0
// Tries single changes of a scenario.
#include "core/view/what_ifs.hpp"

#include "core/answer/certainties.hpp"
#include "core/planning/held.hpp"
#include "core/quantity/print.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <cmath>

namespace llmsize {
namespace {

constexpr double later = 1.5;

std::vector<WhatIf> worth_trying(const Around& around) {
  std::vector<WhatIf> all;
  const std::string precision = around.word("workload.precision");
  const bool half = precision == "bf16" || precision == "fp16";
  if (half && around.input("accelerator.peak_fp8") > 0) all.push_back({"FP8", {{"workload.precision", "fp8"}}});
  if (precision == "fp8" && around.input("accelerator.peak_fp4") > 0)
    all.push_back({"FP4", {{"workload.precision", "fp4"}}});
  if (around.word("workload.run_overhead") == "typical")
    all.push_back({"Tuned overhead", {{"workload.run_overhead", "tuned"}}});
  if (const double deadline = around.input("goal.deadline"); !is_absent(deadline)) {
    const std::string text = text_near("goal.deadline", later * deadline);
    all.push_back({"Deadline " + pretty(later * deadline, Unit::seconds), {{"goal.deadline", text}}});
  }
  return all;
}

}  // namespace

void propose_what_ifs(Subject& subject, const Catalog& catalog) {
  auto* training = std::get_if<TrainingPlan>(&subject.chosen);
  if (!training || !training->layouts->found()) return;
  const Around around(subject.scenario, catalog);
  if (!around.knows("training.calendar_time")) return;
  training->what_ifs = worth_trying(around);
  // On nodes that are stated a later deadline changes nothing.
  if (nodes_are_said(subject.said))
    std::erase_if(training->what_ifs, [](const WhatIf& each) { return each.changes.front().first == "goal.deadline"; });
}

void find_what_ifs(Subject& subject, const Catalog& catalog, const SearchOptions& given) {
  auto* training = std::get_if<TrainingPlan>(&subject.chosen);
  if (!training) return;
  for (WhatIf& each : training->what_ifs) {
    if (given.cancelled && given.cancelled()) return;
    SearchOptions options = given;
    options.progress = {};
    options.keep = 1;
    options.sample = 0;
    // Goals alone leave searches as they are.
    if (each.changes.front().first.starts_with("goal.")) options.cache = training->layouts->cache;
    try {
      const LayoutPlan plan = plan_layout(changed(subject.said, each.changes), catalog, options);
      if (plan.found() && plan.met) each.planned = plan.with(plan.search.best.front());
    } catch (const BadInput&) {
      continue;  // what else is said excludes it
    }
  }
}

std::vector<Remedy> what_if_chips(const Subject& subject, const Around& around) {
  std::vector<Remedy> chips;
  const double nodes = around.result("planning.nodes"), time = around.result("training.calendar_time");
  const auto counted = [](double more) {
    return fmt::format("{}{}", more < 0 ? "\u2212" : "+", counted_text(std::abs(more), "node"));
  };
  for (const WhatIf& each : subject.what_ifs()) {
    Remedy chip{each.label, {{}, each.changes}};
    if (each.planned) {
      const Around after = around.with(changes_to(around.scenario(), *each.planned));
      const double more = after.result("planning.nodes") - nodes,
                   longer = after.result("training.calendar_time") - time;
      chip.label += more != 0                        ? ": " + counted(more)
                    : std::abs(longer) < 5e-3 * time ? std::string(": no change")
                                                     : ": " + signed_time(longer, time);
    }
    chips.push_back(std::move(chip));
  }
  for (const CertainNodes::Sized& each : subject.certain().leading(around.word("goal.certainty")))
    if (each.nodes > nodes && !nodes_are_said(subject.said))
      chips.push_back(
          {fmt::format("{}: {}", certainty_of(each.certainty).shown, counted(each.nodes - nodes)),
           {{}, {{"goal.certainty", std::string(each.certainty)}}}});
  return chips;
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// Tells a plan's findings in words.
#include "core/planning/plan_findings.hpp"

#include "core/answer/certainties.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <cmath>

namespace llmsize {
namespace {

/// "30 days", "1 h", "60 kW": what is said of a limit or goal, however it was typed.
std::string said(const Scenario& scenario, InputKey key) {
  const Scenario::Said* found = scenario.find(key);
  if (!found || !found->value.number) return {};
  const double value = *found->value.number;
  constexpr std::pair<std::string_view, double> whole[] = {{"day", 86400}, {"h", 3600}, {"min", 60}};
  for (const auto& [name, size] : whole)
    if (find_input(key)->unit == Unit::seconds && value >= size && std::fmod(value, size) == 0)
      return fmt::format("{} {}{}", pretty(value / size, Unit::count), name, name == "day" && value > size ? "s" : "");
  return pretty(value, find_input(key)->unit);
}

/// "finishes in 30 days", "reaches 1M tok/s within 60 kW and 4 racks": what was asked for.
std::string asked(const Scenario& scenario) {
  std::vector<std::string> goals, limits;
  const auto add = [&](std::vector<std::string>& all, InputKey key, std::string_view before, std::string_view after) {
    if (scenario.find(key)) all.push_back(fmt::format("{}{}{}", before, said(scenario, key), after));
  };
  add(goals, "goal.deadline", "finishes in ", "");
  add(goals, "goal.tokens_per_second", "reaches ", "");
  add(limits, "goal.power", "", "");
  add(limits, "goal.racks", "", " racks");
  add(limits, "goal.budget", "a budget of ", "");
  std::string text = fmt::format("{}", fmt::join(goals, " and "));
  if (!limits.empty()) text += fmt::format("{}within {}", text.empty() ? "" : " ", fmt::join(limits, " and "));
  return text;
}

/// "power", "rack", "budget": the limit that binds.
std::string limit_name(const LayoutPlan& plan) {
  return *plan.limit == "goal.racks" ? "rack"
                                     : std::string(plan.limit->text().substr(plan.limit->text().find('.') + 1));
}

/// "1 node", "28 nodes".
std::string nodes_text(double nodes) {
  return fmt::format("{} node{}", pretty(nodes, Unit::count), nodes == 1 ? "" : "s");
}

/// " 28 nodes would meet the goal without that limit."
std::string without_limit(const LayoutPlan& plan) {
  if (is_absent(plan.unlimited_nodes)) return {};
  return fmt::format(" {} would meet the goal without that limit.", nodes_text(plan.unlimited_nodes));
}

/// A finding of the plan; `fields` are what it speaks of.
FoundFinding tell(const FindingAbout& about, const std::vector<std::string>& words, std::vector<std::string> fields) {
  FoundFinding finding = found(about, words);
  finding.fields = std::move(fields);
  return finding;
}

/// Why no layout was found at all.
FoundFinding nothing_found(const LayoutPlan& plan, const Answer& answer) {
  if (plan.search.untimed) {
    const Result* time = answer.find("training.step_time");
    const std::vector<std::string_view> keys = time ? time->missing : std::vector<std::string_view>{};
    return tell(
        planning::untimed, {keys.empty() ? std::string{} : fmt::format("; missing: {}", fmt::join(keys, ", "))},
        {"training.step_time"});
  }
  if (plan.limit)
    return tell(
        planning::no_room, {limit_name(plan), said(plan.scenario, *plan.limit), without_limit(plan)},
        {std::string(plan.limit->text())});
  const double nodes = plan.fitting_nodes;
  if (plan.space.branches.empty())
    return tell(
        planning::nothing_divides,
        {is_absent(nodes) ? std::string("Change the global batch size or the number of nodes (--global-batch, --nodes)")
                          : fmt::format("Use {}, or change the global batch size (--global-batch)", nodes_text(nodes))},
        {"workload.global_batch", "cluster.nodes"});
  return tell(
      planning::nothing_fits,
      {is_absent(nodes) ? std::string("Add nodes or offload states (--nodes, --offload)")
                        : fmt::format("Use {}, or offload states (--offload)", nodes_text(nodes))},
      {"cluster.nodes"});
}

/// "111 days at P90 on ", "1.2M/s on ": how near the plan comes to the goal that it misses; empty where that is not
/// known.
std::string nearest(const LayoutPlan& plan, const Answer& answer) {
  const Scenario::Said* deadline = plan.scenario.find("goal.deadline");
  const bool is_in_time = deadline && deadline->value.number && plan.certain <= *deadline->value.number;
  const bool is_slow = is_in_time && plan.scenario.find("goal.tokens_per_second");
  if (!is_absent(plan.certain) && !is_slow) {
    const Scenario::Said* certainty = plan.scenario.find("goal.certainty");
    const std::string sure =
        certainty ? fmt::format(" at {}", certainty_of(certainty->value.word).shown) : std::string();
    return pretty(plan.certain, Unit::seconds) + sure + " on ";
  }
  const Result* rate = answer.find("training.tokens_per_second");
  return rate && !is_absent(rate->value) ? pretty(rate->value, rate->row->about->unit) + " on " : std::string();
}

/// The goal is not reached on any number of nodes; the nearest is told.
FoundFinding goal_missed(const LayoutPlan& plan, const Answer& answer) {
  std::vector<std::string> words{asked(plan.scenario), nearest(plan, answer), nodes_text(plan.nodes)};
  std::vector<std::string> fields{"goal.deadline", "training.calendar_time", "cluster.nodes"};
  if (!plan.limit) return tell(planning::missed_by_batch, words, fields);
  words.push_back(fmt::format(" More nodes exceed the {} limit.{}", limit_name(plan), without_limit(plan)));
  fields.emplace_back(plan.limit->text());
  return tell(planning::missed, words, fields);
}

}  // namespace

std::vector<FoundFinding> plan_findings(const LayoutPlan& plan, const Answer& answer) {
  std::vector<FoundFinding> all;
  const auto given_by = [&](ScenarioKey key, std::string_view giver) {
    const Scenario::Said* said = plan.scenario.find(key);
    return said && said->giver == giver ? said : nullptr;
  };
  if (!plan.found()) all.push_back(nothing_found(plan, answer));
  if (const Scenario::Said* batch = given_by("workload.global_batch", assumed_batch)) {
    const double wanted = *batch->value.number, taken = plan.found() ? plan.search.best.front().layout.batch : wanted;
    std::string why(assumed_batch);
    if (taken != wanted) why += fmt::format(", adjusted from {} to divide evenly", pretty(wanted, Unit::count));
    all.push_back(tell(
        planning::assumed_batch, {"Global batch size", pretty(taken, Unit::count), std::move(why)},
        {"workload.global_batch"}));
  } else if (const Scenario::Said* serving = given_by("workload.global_batch", assumed_serving_batch);
             serving && !plan.scenario.find("serving.batch"))
    all.push_back(tell(
        planning::assumed_batch,
        {"Batch size", pretty(*serving->value.number, Unit::count), std::string(assumed_serving_batch)},
        {"serving.batch"}));
  if (plan.search.unchecked) all.push_back(tell(planning::unchecked, {}, {}));
  if (!plan.met && plan.found()) all.push_back(goal_missed(plan, answer));
  return all;
}

}  // namespace llmsize

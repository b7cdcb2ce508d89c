// SPDX-License-Identifier: Apache-2.0
// What a plan found wrong: a goal that is missed, nothing that fits, what was assumed.
#include "core/pages/plan_page.hpp"
#include "core/pages/reader.hpp"

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

/// "finishes in 30d", "reaches 1M tokens per second within 60kW": what was asked for.
std::string asked(const Scenario& scenario) {
  std::string text;
  const auto add = [&](InputKey key, std::string_view before, std::string_view after) {
    if (scenario.find(key))
      text += fmt::format("{}{}{}{}", text.empty() ? "" : " ", before, said(scenario, key), after);
  };
  add("goal.deadline", "finishes in ", "");
  add("goal.tokens_per_second", "reaches ", " tokens per second");
  add("goal.power", "within ", "");
  add("goal.racks", "within ", " racks");
  add("goal.budget", "within a budget of ", "");
  return text;
}

/// "power", "racks", "budget": what binds.
std::string limit_name(const LayoutPlan& plan) {
  return std::string(plan.limit->text().substr(plan.limit->text().find('.') + 1));
}

/// " 28 nodes would reach the goal without that limit."
std::string without_limit(const LayoutPlan& plan) {
  if (is_absent(plan.unlimited_nodes)) return {};
  return fmt::format(
      " {} would reach the goal without that limit.", counted(pretty(plan.unlimited_nodes, Unit::count), "node"));
}

/// Why no layout was found at all.
FoundFinding nothing_found(const LayoutPlan& plan, const Answer& answer) {
  if (plan.search.untimed) {
    const Result* time = answer.find("training.step_time");
    std::string keys;
    for (const std::string_view key : time ? time->missing : std::vector<std::string_view>{})
      keys += fmt::format("{}{}", keys.empty() ? "" : ", ", key);
    return {
        Severity::error,
        "planning.untimed",
        fmt::format("The time of a step is not known{}{}.", keys.empty() ? "" : ": it needs ", keys),
        {"training.step_time"}};
  }
  if (plan.limit)
    return {
        Severity::error,
        "goal.missed",
        fmt::format(
            "No layout fits on the nodes that {} of {} leaves.{}", limit_name(plan), said(plan.scenario, *plan.limit),
            without_limit(plan)),
        {std::string(plan.limit->text())}};
  if (plan.space.branches.empty())
    return {
        Severity::error,
        "layout.indivisible",
        is_absent(plan.fitting_nodes)
            ? std::string(
                  "No layout divides model, batch and GPUs; another global batch or number of nodes might help.")
            : fmt::format(
                  "No layout divides model, batch and GPUs; {} can be split so, and another global batch might help.",
                  counted(pretty(plan.fitting_nodes, Unit::count), "node")),
        {"workload.global_batch", "cluster.nodes"}};
  const std::string more = is_absent(plan.fitting_nodes)
                               ? std::string("more nodes or offloading (--offload) might help")
                               : fmt::format(
                                     "{} would hold it, and offloading might (--offload)",
                                     counted(pretty(plan.fitting_nodes, Unit::count), "node"));
  return {
      Severity::error,
      "memory.gpu_overflow",
      fmt::format("No layout fits into the memory of these GPUs; {}.", more),
      {"cluster.nodes"}};
}

/// Models are trained on shorter sequences than the longest that they take, which is what nobody says means.
std::optional<FoundFinding> long_sequence(const LayoutPlan& plan) {
  constexpr double usual = 8192;
  const double tokens = plan.space.base["workload.sequence"];
  if (plan.space.base.has("workload.sequence") || !(tokens > usual)) return {};
  return FoundFinding{
      Severity::warning,
      "workload.long_sequence",
      fmt::format(
          "Sequences are {} tokens long, the longest that the model takes; pre-training mostly uses 4,096 to 8,192 "
          "(--sequence).",
          pretty(tokens, Unit::count)),
      {"workload.sequence"}};
}

}  // namespace

std::vector<FoundFinding> plan_findings(const LayoutPlan& plan, const Answer& answer) {
  std::vector<FoundFinding> found;
  if (!plan.found()) found.push_back(nothing_found(plan, answer));
  if (const Scenario::Said* batch = plan.scenario.find("workload.global_batch"); batch && batch->giver == assumed_batch)
    found.push_back(
        {Severity::info,
         "input.assumed",
         fmt::format("Global batch {} is {}.", pretty(*batch->value.number, Unit::count), assumed_batch),
         {"workload.global_batch"}});
  else if (batch && batch->giver == assumed_serving_batch && !plan.scenario.find("serving.batch"))
    found.push_back(
        {Severity::info,
         "input.assumed",
         fmt::format("Batch {} is {}.", pretty(*batch->value.number, Unit::count), assumed_serving_batch),
         {"serving.batch"}});
  if (const auto sequence = long_sequence(plan)) found.push_back(*sequence);
  if (plan.search.unchecked)
    found.push_back(
        {Severity::warning, "planning.unchecked", "A limit of memory is not known and was not checked.", {}});
  if (!plan.met && plan.found()) {
    const Result* reached =
        answer.find(plan.scenario.find("goal.deadline") ? "training.time" : "training.tokens_per_second");
    const std::string nearest = reached && !is_absent(reached->value)
                                    ? pretty(reached->value, reached->row->about->unit) + " on "
                                    : std::string();
    found.push_back(
        {Severity::error,
         "goal.missed",
         fmt::format(
             "No number of nodes that was tried {}; the nearest is {}{}. {}", asked(plan.scenario), nearest,
             counted(pretty(plan.nodes, Unit::count), "node"),
             !plan.limit ? "A later deadline, fewer tokens or a larger global batch would be reached."
                         : fmt::format("More nodes break the limit of {}.{}", limit_name(plan), without_limit(plan))),
         {"goal.deadline", "training.time", "cluster.nodes"}});
    if (plan.limit) found.back().fields.emplace_back(plan.limit->text());
  }
  return found;
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
#include "core/planning/served_split.hpp"

#include "core/planning/certainty.hpp"
#include "core/planning/goals.hpp"
#include "core/planning/sized_search.hpp"
#include "core/quantity/print.hpp"
#include "core/scenario/load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace llmsize {
namespace {

constexpr InputKey planned_nodes = "cluster.nodes", working_gpus = "cluster.gpus",
                   workers_key = "serving.prefill_workers";

bool says(const Scenario& scenario, std::initializer_list<std::string_view> keys) {
  return std::any_of(keys.begin(), keys.end(), [&](std::string_view key) { return scenario.find(key) != nullptr; });
}

void run_at(Scenario& scenario, ResultKey of, const Catalog& catalog) {
  const Case completed = complete(scenario, catalog);
  const double rate = result_row(of).value(Once(completed.values, dependents()));
  if (std::isfinite(rate) && rate > 0) scenario.set("serving.rate", exact(rate), Giver{"plan"});
}

/// A service that is told no load runs at the rate that is wanted of it.
void take_wanted(Scenario& scenario, const Catalog& catalog) {
  if (says_load(scenario) || !says(scenario, {"goal.request_rate", "goal.tokens_per_second"})) return;
  run_at(scenario, "serving.wanted_rate", catalog);
}

/// One that has limits alone, of its own or of its class of traffic, runs at the most within them.
void take_most(Scenario& scenario, const Catalog& catalog) {
  if (says_load(scenario)) return;
  const Case completed = complete(scenario, catalog);
  if (!has_latency_slo(completed)) return;
  run_at(scenario, "serving.rate_at_limit", catalog);
}

std::string searched_word(const Scenario& scenario) {
  const Scenario::Said* search = scenario.find("layout.search");
  return search ? search->value.word : std::string{};
}

/// The scenario on one node where nodes are open, with nothing said of the split: what a search starts from.
Scenario without_split(Scenario scenario) {
  for (const std::string_view key : split_keys()) scenario.unset(key);
  if (!says_size(scenario)) scenario.set(planned_nodes.text(), "1", Giver{"plan"});
  return scenario;
}

/// The most nodes that power, racks and budget allow, one at least; absent where none of them is limited, or nothing
/// tells what a node takes of it: what is not known decides nothing.
double most_allowed_nodes(const Scenario& scenario, const Case& one) {
  double most = absent;
  Once values(one.values, dependents());
  for (const SizeLimit& limit : size_limits) {
    const Scenario::Said* said = scenario.find(limit.key.text());
    if (!said) continue;
    const auto at = [&](double nodes) {
      values.change(planned_nodes, nodes);
      return result_row(limit.result).value(values);
    };
    if (is_absent(at(1))) continue;
    double allowed = 1, too_many = most_served_nodes;
    while (too_many - allowed > 1) {
      const double between = std::floor((allowed + too_many) / 2);
      (at(between) > one[limit.key] ? too_many : allowed) = between;
    }
    most = std::fmin(most, allowed);
  }
  return most;
}

/// The fewest nodes for what is asked; all that are allowed where nothing else is, or where they are too few.
double chosen_nodes(ServingSearch& search, const Scenario& scenario, const Case& one) {
  const double allowed = most_allowed_nodes(scenario, one);
  const bool asked = says_load(scenario) || says(scenario, {"goal.request_rate", "goal.tokens_per_second"});
  if (!is_absent(allowed) && !asked) return allowed;
  const double fewest = search.fewest_nodes(most_served_nodes);
  return fewest > allowed ? allowed : fewest;
}

/// Sets what the scenario does not say; GPUs where some of the nodes' stay idle.
void take(Scenario& scenario, const ServedLayout& layout, double gpus_of_a_node) {
  const bool idle = layout.gpus != layout.nodes * gpus_of_a_node;
  for (const auto& [key, text] : layout.changes()) {
    const bool of_gpus = key == working_gpus.text();
    if (key == workers_key.text() && !(layout.prefill_workers > 0)) continue;
    if (of_gpus ? idle : !scenario.find(key)) scenario.set(key, text, Giver{"plan"});
  }
}

/// What is served on the nodes that are chosen: as many as the median takes, or more where the scenario asks to be
/// surer of the wanted rate.
std::vector<ServedLayout> on_chosen_nodes(
    ServingSearch& search, const Scenario& scenario, const Case& one, const Catalog& catalog, Sought sought) {
  constexpr int tries = 8;
  std::vector<ServedLayout> layouts;
  double reserve = 1;
  for (int i = 0; i < tries; ++i) {
    const double nodes = chosen_nodes(search, scenario, one);
    if (is_absent(nodes)) return {};
    layouts = search.on(nodes, sought);
    if (layouts.empty() || !layouts.front().met) return layouts;
    Scenario chosen = scenario;
    take(chosen, layouts.front(), one["node.gpus"]);
    const double needed = reserve_below(complete(chosen, catalog), "serving.rate_at_limit");
    if (!(needed > reserve)) return layouts;
    search.reserve(reserve = needed);
  }
  return layouts;
}

/// The fewest GPUs, by ones, twos and fours of the last node, that do what is asked as all of the nodes do. What is not
/// done by all is not done by fewer, and where limits of the nodes alone are said, all that they allow are taken.
void rent_fewer(ServingSearch& search, ServingPlan& plan, double of_node) {
  const bool asked = says_load(plan.scenario) || says(plan.scenario, {"goal.request_rate", "goal.tokens_per_second"});
  const bool limited = std::any_of(std::begin(size_limits), std::end(size_limits), [&](const SizeLimit& limit) {
    return plan.scenario.find(limit.key.text()) != nullptr;
  });
  if (plan.layouts.empty() || !plan.layouts.front().met || (limited && !asked)) return;
  const ServedLayout whole = plan.layouts.front();
  for (const double some : parts_of_node(of_node)) {
    search.take_at_most((whole.nodes - 1) * of_node + some);
    std::vector<ServedLayout> fewer = search.on(whole.nodes);
    if (fewer.empty() || !fewer.front().met) continue;
    plan.layouts = std::move(fewer);
    return;
  }
}

/// The split that is chosen, in a plan whose scenario says nothing of it.
void choose_split(ServingPlan& plan, const Catalog& catalog, Sought sought) {
  const std::string word = searched_word(plan.scenario);
  if (word == "plain") return;
  const Case base = complete(without_split(plan.scenario), catalog);
  if (is_absent(base["node.gpus"]) || is_absent(base[working_gpus])) return;
  const Scenario::Said* disaggregation = plan.scenario.find("serving.disaggregation");
  const bool apart = disaggregation && disaggregation->value.word == "best";
  ServingSearch search(base, HeldSplit(plan.scenario), apart);
  const bool sized = says_size(plan.scenario);
  plan.layouts =
      sized ? search.on(base[planned_nodes], sought) : on_chosen_nodes(search, plan.scenario, base, catalog, sought);
  if (rents_gpus(plan.scenario)) rent_fewer(search, plan, base["node.gpus"]);
  plan.tried = search.tried();
  if (plan.layouts.empty()) plan.holding_nodes = search.holding_nodes();
  const std::optional<ServedLayout> chosen =
      plan.layouts.empty() ? search.nearest(base[planned_nodes]) : plan.layouts.front();
  if (chosen) take(plan.scenario, *chosen, base["node.gpus"]);
}

}  // namespace

bool says_size(const Scenario& scenario) { return says(scenario, {planned_nodes.text(), working_gpus.text()}); }

bool rents_gpus(const Scenario& scenario) {
  const Scenario::Said* unit = scenario.find("cluster.unit");
  return unit && unit->value.word == "gpu" && !says_size(scenario);
}

std::vector<double> parts_of_node(double gpus) {
  std::vector<double> parts;
  for (double some = 1; some < gpus; some *= 2) parts.push_back(some);
  return parts;
}

double allowed_nodes(const Scenario& said, const Catalog& catalog) {
  const Scenario served = as_served(said, catalog);
  return most_allowed_nodes(served, complete(without_split(served), catalog));
}

ServingPlan plan_at_load(const Scenario& said, const Catalog& catalog, Sought sought) {
  ServingPlan plan{as_served(said, catalog), {}};
  take_wanted(plan.scenario, catalog);
  choose_split(plan, catalog, sought);
  take_most(plan.scenario, catalog);
  return plan;
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// Plans the nodes and the split of a service, and the load that it runs at.
#include "core/planning/serving_plan.hpp"

#include "core/planning/certainty.hpp"
#include "core/planning/goals.hpp"
#include "core/planning/serving_search.hpp"
#include "core/planning/sized_search.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace llmsize {

namespace {

constexpr InputKey prefill_key = "serving.prefill_workers";

}  // namespace

std::vector<std::pair<std::string, std::string>> ServedLayout::changes() const {
  std::vector<std::pair<std::string, std::string>> all{
      {"layout.tensor", fmt::format("{}", tensor)},         {"layout.pipeline", fmt::format("{}", pipeline)},
      {"layout.attention_data", fmt::format("{}", copies)}, {"layout.expert", fmt::format("{}", experts)},
      {"cluster.nodes", fmt::format("{}", nodes)},          {"cluster.gpus", fmt::format("{}", gpus)}};
  all.emplace_back(prefill_key.text(), fmt::format("{}", prefill_workers));
  if (prefill_workers > 0)
    for (const auto& [key, value] : std::initializer_list<std::pair<const char*, double>>{
             {"serving.prefill_tensor", prefill.tensor},
             {"serving.prefill_pipeline", prefill.pipeline},
             {"serving.prefill_attention_data", prefill.copies},
             {"serving.prefill_expert", prefill.experts}})
      all.emplace_back(key, fmt::format("{}", value));
  return all;
}

bool is_served_from_gpus(const Case& plan) {
  const bool shapeless = plan.has("model.parameters_given") && !plan.has("model.layers");
  return plan["workload.trains"] == 0 && !shapeless && plan["serving.at_batch"] == 0 &&
         plan["memory.parameters_tier"] == 0 && plan["memory.activations_tier"] == 0 && plan.has("accelerator.memory");
}

Asked asked_of(const Case& plan) {
  if (is_served_from_gpus(plan)) return Asked::service;
  return plan["workload.trains"] == 0 ? Asked::slower_tiers : Asked::training;
}

Scenario as_served(const Scenario& said, const Catalog& catalog) {
  Scenario served = said;
  const Case completed = complete(said, catalog);
  if (completed["workload.trains"] == 1) {
    std::vector<std::string> of_training;
    for (const auto& [key, value] : said.all())
      if ((key.starts_with("layout.") && key != "layout.search") || key.starts_with("goal.deadline") ||
          key == "workload.global_batch" || key == "memory.recipe")
        of_training.push_back(key);
    for (const std::string& key : of_training) served.unset(key);
    served.set("workload.mode", "infer", Giver{"serve"});
  }
  const Scenario::Said* sequence = said.find("workload.sequence");
  const double half =
      sequence && sequence->value.number ? std::max(1.0, std::floor(*sequence->value.number / 2)) : 1024;
  // A model may tell its own: an encoder puts out no more than one.
  for (const InputKey key : {InputKey("serving.input_tokens"), InputKey("serving.output_tokens")})
    if (!completed.has(key)) served.set(key.text(), fmt::format("{}", half), Giver{"serve"});
  return served;
}

namespace {

constexpr InputKey planned_nodes = "cluster.nodes", working_gpus = "cluster.gpus";
constexpr double most_served_nodes = 100'000;

bool says(const Scenario& scenario, std::initializer_list<std::string_view> keys) {
  return std::any_of(keys.begin(), keys.end(), [&](std::string_view key) { return scenario.find(key) != nullptr; });
}

bool says_load(const Scenario& scenario) {
  const bool of_sessions = says(scenario, {"serving.sessions"}) && says(scenario, {"traffic.think_time"});
  return of_sessions || says(
                            scenario, {"serving.rate", "serving.concurrency", "serving.batch", "traffic.users",
                                       "traffic.requests_per_day"});
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

/// One that is told limits alone runs at the most within them.
void take_most(Scenario& scenario, const Catalog& catalog) {
  if (says_load(scenario) || !says(scenario, {"serving.ttft_limit", "serving.tpot_limit"})) return;
  run_at(scenario, "serving.rate_at_limit", catalog);
}

std::string searched_word(const Scenario& scenario) {
  const Scenario::Said* search = scenario.find("layout.search");
  return search ? search->value.word : std::string{};
}

bool says_size(const Scenario& scenario) { return says(scenario, {planned_nodes.text(), working_gpus.text()}); }

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
    if (key == prefill_key.text() && !(layout.prefill_workers > 0)) continue;
    if (of_gpus ? idle : !scenario.find(key)) scenario.set(key, text, Giver{"plan"});
  }
}

/// What is served on the nodes that are chosen: as many as the median takes, or more where the scenario asks to be
/// surer of the wanted rate.
std::vector<ServedLayout> on_chosen_nodes(
    ServingSearch& search, const Scenario& scenario, const Case& one, const Catalog& catalog) {
  constexpr int tries = 8;
  std::vector<ServedLayout> layouts;
  double reserve = 1;
  for (int i = 0; i < tries; ++i) {
    const double nodes = chosen_nodes(search, scenario, one);
    if (is_absent(nodes)) return {};
    layouts = search.on(nodes);
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
  for (double some = 1; some < of_node; some *= 2) {
    search.take_at_most((whole.nodes - 1) * of_node + some);
    std::vector<ServedLayout> fewer = search.on(whole.nodes);
    if (fewer.empty() || !fewer.front().met) continue;
    plan.layouts = std::move(fewer);
    return;
  }
}

ServingPlan chosen_split(const Scenario& said, const Catalog& catalog) {
  ServingPlan plan{as_served(said, catalog), {}};
  take_wanted(plan.scenario, catalog);
  const std::string word = searched_word(plan.scenario);
  if (word == "plain") return plan;
  const Case base = complete(without_split(plan.scenario), catalog);
  if (is_absent(base["node.gpus"]) || is_absent(base[working_gpus])) return plan;
  const Scenario::Said* disaggregation = plan.scenario.find("serving.disaggregation");
  const bool apart = disaggregation && disaggregation->value.word == "best";
  ServingSearch search(base, HeldSplit(plan.scenario), apart);
  const bool sized = says_size(plan.scenario);
  plan.layouts = sized ? search.on(base[planned_nodes]) : on_chosen_nodes(search, plan.scenario, base, catalog);
  const Scenario::Said* unit = plan.scenario.find("cluster.unit");
  if (!sized && unit && unit->value.word == "gpu") rent_fewer(search, plan, base["node.gpus"]);
  plan.tried = search.tried();
  if (plan.layouts.empty()) plan.holding_nodes = search.holding_nodes();
  const std::optional<ServedLayout> chosen =
      plan.layouts.empty() ? search.nearest(base[planned_nodes]) : plan.layouts.front();
  if (chosen) take(plan.scenario, *chosen, base["node.gpus"]);
  return plan;
}

constexpr std::string_view hit_key = "serving.prefix_hit";

double result_of(const Scenario& scenario, ResultKey id, const Catalog& catalog) {
  const Case completed = complete(scenario, catalog);
  return result_row(id).value(Once(completed.values, dependents()));
}

/// A plan at a hit rate of the prefix cache, and the hit rate that its memory and traffic give.
struct Reusing {
  ServingPlan plan;
  double taken, expected;

  /// The cache holds what the plan counts on; a plan whose load has no end counts on nothing.
  bool holds() const { return taken <= expected; }
};

Reusing reusing(Scenario said, double hit, const Catalog& catalog) {
  said.set(hit_key, exact(hit), Giver{"plan"});
  ServingPlan plan = chosen_split(said, catalog);
  take_most(plan.scenario, catalog);
  const double expected = result_of(plan.scenario, "serving.prefix_hit_expected", catalog);
  return {std::move(plan), hit, expected};
}

/// Sessions return to what the prefix cache still holds: on nodes that are said, from what endless memory would keep
/// down to what the memory of the plan does. A load that has no end without hits keeps none.
ServingPlan plan_on_said(const Scenario& said, double ceiling, const Catalog& catalog) {
  constexpr int tries = 12, careful_after = 6;
  constexpr double close = 0.002, careful = 0.9;
  Reusing now = reusing(said, ceiling, catalog);
  for (int i = 0; i < tries && now.expected > 0; ++i) {
    if (now.holds()) return std::move(now.plan);
    const double less = std::min(now.expected, now.taken) * (i < careful_after ? 1 : careful);
    now = reusing(said, std::max(0.0, less - close), catalog);
  }
  return reusing(said, 0, catalog).plan;
}

/// Whether a plan serves what is wanted of it; one that nothing is wanted of does.
bool carries(const ServingPlan& plan, const Catalog& catalog) {
  const Case completed = complete(plan.scenario, catalog);
  const Once values(completed.values, dependents());
  const double wanted = result_row("serving.wanted_rate").value(values);
  return is_absent(wanted) || result_row("serving.rate_at_limit").value(values) >= wanted;
}

/// The fewest nodes that carry the load with the prefixes that they keep: at least those that would with endless
/// memory, from there twice as many each time and then between, beyond ten to a tenth of them.
ServingPlan plan_reuse(const Scenario& said, double ceiling, const Catalog& catalog) {
  constexpr double close = 1.1;
  ServingPlan endless = reusing(said, ceiling, catalog).plan;
  if (says_size(said) || !carries(endless, catalog)) return plan_on_said(said, ceiling, catalog);
  double few = 0, many = complete(endless.scenario, catalog)[planned_nodes];
  std::optional<ServingPlan> enough;
  while (!enough && many <= most_served_nodes) {
    ServingPlan plan = plan_on_said(on_nodes(said, many), ceiling, catalog);
    if (carries(plan, catalog)) {
      enough = std::move(plan);
    } else {
      few = many;
      many *= 2;
    }
  }
  if (!enough) return plan_on_said(said, ceiling, catalog);
  while (few > 0 && many - few > 1 && many > close * few) {
    const double between = std::floor((few + many) / 2);
    ServingPlan plan = plan_on_said(on_nodes(said, between), ceiling, catalog);
    if (carries(plan, catalog)) {
      many = between;
      enough = std::move(plan);
    } else
      few = between;
  }
  return *std::move(enough);
}

/// A plan whose load is known: with the hit rate of sessions where they have several turns.
ServingPlan plan_loaded(const Scenario& said, const Catalog& catalog) {
  const Scenario served = as_served(said, catalog);
  const Case completed = complete(served, catalog);
  if (completed["traffic.turns"] > 1 && !said.find(hit_key) && is_served_from_gpus(completed))
    if (const double ceiling = result_of(served, "serving.prefix_hit_ceiling", catalog); ceiling > 0)
      return plan_reuse(said, ceiling, catalog);
  ServingPlan plan = chosen_split(said, catalog);
  take_most(plan.scenario, catalog);
  return plan;
}

/// Active users wait for answers as long as these take under the load that they are. Whole nodes make that time jump:
/// it is the longest that the plan for it takes in fact.
ServingPlan plan_active(Scenario said, const Catalog& catalog) {
  constexpr int tries = 8;
  constexpr double close = 1.01;
  ServingPlan best = plan_loaded(said, catalog);
  double least = 0, most = absent, next = result_of(best.scenario, "serving.request_latency", catalog);
  for (int i = 0; i < tries && next > close * least; ++i) {
    said.set("traffic.answer_time", exact(next), Giver{"plan"});
    ServingPlan plan = plan_loaded(said, catalog);
    const double takes = result_of(plan.scenario, "serving.request_latency", catalog);
    const bool as_long = takes >= next;
    (as_long ? least : most) = next;
    if (as_long) best = std::move(plan);
    next = is_absent(most) ? takes : (least + most) / 2;
    if (most <= close * least) break;
  }
  return best;
}

}  // namespace

ServingPlan plan_serving(const Scenario& said, const Catalog& catalog) {
  const bool active = complete(said, catalog)["traffic.by_active"] == 1 && !said.find("traffic.answer_time");
  return active ? plan_active(said, catalog) : plan_loaded(said, catalog);
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
#include "core/planning/draft_plan.hpp"

#include "core/planning/served_split.hpp"
#include "core/quantity/print.hpp"
#include "core/registry/registry.hpp"
#include "core/scenario/load.hpp"

#include <tbb/parallel_for.h>

#include <cmath>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

namespace llmsize {
namespace {

constexpr InputKey drafted_tokens = "serving.draft_tokens", acceptance_rate = "serving.acceptance";

Scenario with_draft_tokens(Scenario said, int drafts) {
  said.set(drafted_tokens, exact(drafts), Giver{"plan"});
  return said;
}

/// Numbers of draft tokens that may be better than none. One more that is published to yield no more tokens per step is
/// not; at a rate that is not that of the entry every one more yields more.
std::vector<int> worthy_numbers(const Scenario& said, const Catalog& catalog) {
  const Scenario::Said* model = said.find("model");
  if (!model) return {};
  const auto& published = catalog.entry("models", model->value.word).drafts;
  if (!published) return {};
  const bool has_own_rate =
      complete(with_draft_tokens(said, 1), catalog).origin(acceptance_rate).kind != Origin::Kind::preset;
  std::vector<int> numbers;
  double most = 1;
  for (const int drafts : published->numbers()) {
    const double tokens = tokens_per_step(published->at(drafts).rate, drafts);
    if (!has_own_rate && !(tokens > most)) continue;
    most = std::fmax(most, tokens);
    numbers.push_back(drafts);
  }
  return numbers;
}

/// Whether a load is said that the plan has to carry.
bool has_load(const Scenario& said) {
  return says_load(said) || said.find("goal.request_rate") || said.find("goal.tokens_per_second");
}

/// A plan with what it is chosen by: the less the better.
struct DraftedPlan {
  ServingPlan plan;
  double nodes = absent;
  std::tuple<bool, double, double, double, double> rank{};
};

DraftedPlan ranked(ServingPlan plan, const Scenario& said, const Catalog& catalog) {
  const Case completed = complete(plan.scenario, catalog);
  const Once values(completed.values, dependents());
  const auto known = [](double value, double other) { return std::isfinite(value) ? value : other; };
  const double tpot = known(result_row("serving.tpot").value(values), std::numeric_limits<double>::infinity());
  const double goodput = known(result_row("serving.rate_at_limit").value(values), 0);
  const double wanted = result_row("serving.wanted_rate").value(values);
  const bool short_of_it =
      plan.layouts.empty() ? goodput < wanted : !plan.layouts.front().met || completed["traffic.reuse_rate"] < wanted;
  const bool fails = short_of_it || !std::isfinite(tpot);
  DraftedPlan made{std::move(plan), completed["cluster.nodes"]};
  const double gpus = rents_gpus(said) ? completed["cluster.gpus"] : 0;
  made.rank = {fails, known(made.nodes, 0), known(gpus, 0), has_load(said) && !fails ? 0 : -goodput, tpot};
  return made;
}

}  // namespace

bool plans_drafts(const Scenario& said) {
  const Scenario::Said* speculation = said.find("serving.speculation");
  return speculation && speculation->value.word == "auto" && !said.find(drafted_tokens);
}

ServingPlan plan_with_drafts(const Scenario& said, const Catalog& catalog, const ServicePlanner& plan) {
  const auto with = [&](int drafts) { return ranked(plan(with_draft_tokens(said, drafts)), said, catalog); };
  DraftedPlan best = with(0);
  const double nodes_without = best.nodes;
  const std::vector<int> numbers = worthy_numbers(as_served(said, catalog), catalog);
  std::vector<std::optional<DraftedPlan>> drafted(numbers.size());
  tbb::parallel_for(std::size_t{0}, numbers.size(), [&](std::size_t i) { drafted[i] = with(numbers[i]); });
  for (std::optional<DraftedPlan>& each : drafted)
    if (each->rank < best.rank) best = std::move(*each);
  best.plan.nodes_without_drafts = nodes_without;
  return std::move(best.plan);
}

}  // namespace llmsize

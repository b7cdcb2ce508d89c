// SPDX-License-Identifier: Apache-2.0
// Plans subjects.
#include "core/view/subject.hpp"

#include "core/answer/of_layout.hpp"
#include "core/inputs/list.hpp"
#include "core/planning/held.hpp"
#include "core/planning/nodes.hpp"
#include "core/planning/serving_layout.hpp"
#include "core/registry/registry.hpp"

#include <algorithm>
#include <optional>

namespace llmsize {
namespace {

/// The first target that runs the model; where none does, the first that only its KV cache is too large for.
std::size_t first_that_holds(const std::vector<Scenario>& targets, const Catalog& catalog) {
  std::optional<std::size_t> only_cache;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const Case completed = complete(targets[i], catalog);
    if (!answer(completed, {{}, false}).has_error()) return i;
    if (!only_cache && only_cache_too_large(Once(completed.values, dependents()))) only_cache = i;
  }
  return only_cache.value_or(0);
}

}  // namespace

const LayoutPlan* Subject::plan() const {
  const auto* training = std::get_if<TrainingPlan>(&chosen);
  return training ? training->layouts.get() : nullptr;
}

std::span<const Rung> Subject::sizes() const {
  const auto* training = std::get_if<TrainingPlan>(&chosen);
  return training ? std::span(training->sizes) : std::span<const Rung>();
}

std::span<const WhatIf> Subject::what_ifs() const {
  const auto* training = std::get_if<TrainingPlan>(&chosen);
  return training ? std::span(training->what_ifs) : std::span<const WhatIf>();
}

const CertainNodes& Subject::certain() const {
  static const CertainNodes none;
  const auto* training = std::get_if<TrainingPlan>(&chosen);
  return training ? training->certain : none;
}

const ServingPlan* Subject::service() const {
  const auto* service = std::get_if<ServicePlan>(&chosen);
  return service ? service->get() : nullptr;
}

bool Subject::is_pending() const {
  const auto* open = std::get_if<Open>(&chosen);
  return open && open->pending;
}

bool is_open(const Scenario& scenario) {
  const Scenario::Said* search = scenario.find("layout.search");
  return !search || search->value.word != "plain";
}

Subject as_said(std::string name, const Scenario& said) { return {std::move(name), said, said}; }

Subject served(std::string name, const Scenario& said, const Catalog& catalog) {
  auto service = std::make_shared<const ServingPlan>(plan_serving(said, catalog));
  Scenario scenario = service->scenario;
  return {std::move(name), said, std::move(scenario), std::move(service)};
}

Subject unsearched(std::string name, const Scenario& said, const Catalog& catalog) {
  if (is_served_from_gpus(complete(without_degrees(said), catalog))) return served(std::move(name), said, catalog);
  Plan plan = plan_nodes(said, catalog);
  constexpr InputKey utilised = "software.at_utilisation";
  if (plan.completed.origin(utilised).kind == Origin::Kind::planned) plan.scenario.set(utilised, "yes", Giver{"plan"});
  if (plan.completed.has("model.layers") && serving_is_open(plan.scenario, catalog))
    plan.scenario =
        size_is_said(said) ? fastest_serving(plan.scenario, catalog) : smallest_serving(plan.scenario, catalog);
  return {std::move(name), said, std::move(plan.scenario)};
}

Subject with_plan(std::string name, const Scenario& said, LayoutPlan plan, const Catalog& catalog) {
  auto shared = std::make_shared<const LayoutPlan>(std::move(plan));
  Subject subject{std::move(name), said, said, TrainingPlan{shared}};
  subject.scenario = shared->found() ? shared->with(shared->search.best.front())
                                     : unsearched(subject.name, divided(said, catalog), catalog).scenario;
  return subject;
}

Subject planned(std::string name, const Scenario& said, const Catalog& catalog, const SearchOptions& options) {
  if (const Scenario::Said* search = said.find("layout.search"); search && search->value.word == "plain")
    return as_said(std::move(name), said);
  if (!wants_plan(said, catalog)) return unsearched(std::move(name), said, catalog);
  return with_plan(std::move(name), said, plan_layout(said, catalog, options), catalog);
}

void find_certain_nodes(Subject& subject, const Catalog& catalog, const SearchOptions& options) {
  if (auto* training = std::get_if<TrainingPlan>(&subject.chosen))
    training->certain = certain_nodes(*training->layouts, catalog, options);
}

void find_sizes(Subject& subject, const Catalog& catalog, const SearchOptions& options) {
  if (auto* training = std::get_if<TrainingPlan>(&subject.chosen))
    training->sizes = rungs_around(subject.said, *training->layouts, training->certain, catalog, options);
}

OffloadPlan plan_offload(const Scenario& said, const Catalog& catalog, const SearchOptions& options) {
  return {on_targets(said, catalog, options), more_nodes_instead(said, catalog, options)};
}

Subject offload_subject(Subject subject, const Catalog& catalog, const SearchOptions& options) {
  if (!subject.offload) subject.offload = plan_offload(subject.said, catalog, options);
  const auto targets = find_choice("memory.offload")->options;
  const Scenario::Said* said = subject.said.find("memory.offload");
  std::size_t at = 0;
  if (said)
    while (targets[at].word != said->value.word) ++at;
  else if (plans_targets(subject.said, catalog))
    at = first_that_holds(subject.offload->targets, catalog);
  subject.scenario = subject.offload->targets[at];
  if (!said && at == 0) subject.scenario.unset("memory.offload");
  subject.chosen = Open{};
  return subject;
}

bool is_unplanned(const Subject& subject) { return subject.plan() && !subject.plan()->found(); }

Case case_of(const Subject& subject, const Catalog& catalog) {
  Case completed = complete(subject.scenario, catalog);
  if (is_unplanned(subject)) completed.unplanned = open_layout_inputs(subject.said);
  for (const auto& [key, said] : subject.scenario.all()) {
    // Of nodes that are said, a job may use fewer.
    const Scenario::Said* own = subject.said.find(key);
    if (own && own->value.number == said.value.number && own->value.word == said.value.word) continue;
    const bool batch = key == "workload.global_batch";
    const Origin origin{
        Origin::Kind::planned,
        batch                                                               ? said.giver
        : subject.plan() || subject.offload || !key.starts_with("cluster.") ? "by the planner"
                                                                            : "fewest nodes",
        {},
        {}};
    if (const auto input = InputKey::find(key))
      completed.explain(*input, origin);
    else if (const auto word = completed.words.find(key); word != completed.words.end())
      word->second.origin = origin;
  }
  return completed;
}

}  // namespace llmsize

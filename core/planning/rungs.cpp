// SPDX-License-Identifier: Apache-2.0
// Plans the sizes around a plan.
#include "core/planning/rungs.hpp"

#include "core/planning/held.hpp"
#include "core/planning/sized_search.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace llmsize {
namespace {

/// The scenario with so many nodes instead of what it says of its size.
Scenario stated(Scenario said, double nodes) {
  said.unset("cluster.gpus");
  return on_nodes(std::move(said), nodes);
}

bool reaches_for_size(const Scenario& said) {
  const Scenario::Said* goal = said.find("goal.kind");
  return goal && (goal->value.word == "largest-model" || goal->value.word == "longest-context");
}

/// The plan that chooses the nodes where the scenario says them; nothing where nothing asks for a number.
std::optional<LayoutPlan> for_the_goal(const Scenario& said, const Catalog& catalog, const SearchOptions& options) {
  if (!nodes_are_said(said) || !(said.find("goal.deadline") || said.find("goal.tokens_per_second"))) return {};
  Scenario open = said;
  for (const std::string_view key : {"cluster.nodes", "cluster.gpus", "layout.data"}) open.unset(key);
  LayoutPlan plan = plan_layout(open, catalog, options);
  if (!plan.found() || !plan.met) return {};
  return plan;
}

/// The numbers of nodes that are tried, around some.
class Counts {
 public:
  Counts(const Scenario& said, const Catalog& catalog) : all_(counts_for(said, catalog, 1)) {}

  void add(double nodes) {
    if (nodes >= 1) chosen_.insert(nodes);
  }
  void add_next_to(double nodes) {
    const auto after = std::upper_bound(all_.begin(), all_.end(), nodes);
    if (after != all_.end()) add(*after);
    if (const auto from = std::lower_bound(all_.begin(), all_.end(), nodes); from != all_.begin()) add(*(from - 1));
  }
  /// Up to twice as many, and down to half of them where fewer may do: where nothing else is near.
  void add_far_from(double nodes, bool fewer) {
    for (const double factor : {0.5, 0.75, 1.5, 2.0})
      if (const auto next = std::upper_bound(all_.begin(), all_.end(), factor * nodes);
          next != all_.begin() && (fewer || factor > 1) && !is_near(*(next - 1)))
        add(*(next - 1));
  }
  std::set<double> without(double nodes) && {
    chosen_.erase(nodes);
    return std::move(chosen_);
  }

 private:
  bool is_near(double nodes) const {
    constexpr double near = 1.1;
    const auto other = chosen_.lower_bound(nodes / near);
    return other != chosen_.end() && *other <= nodes * near;
  }

  std::vector<double> all_;
  std::set<double> chosen_{};
};

}  // namespace

std::vector<Rung> rungs_around(
    const Scenario& said, const LayoutPlan& plan, const CertainNodes& certain, const Catalog& catalog,
    const SearchOptions& given) {
  const Case base = without_split(plan.scenario, catalog);
  const bool is_said = nodes_are_said(said);
  const double own = is_said ? without_split(said, catalog)["cluster.nodes"] : plan.nodes;
  const double middle = plan.found() ? own : plan.fitting_nodes;
  if (reaches_for_size(said) || plan.search.untimed || !(own >= 1) || !(middle >= 1) || is_absent(base["node.gpus"]))
    return {};
  SearchOptions options = given;
  options.cache = plan.cache;
  options.progress = {};
  const auto is_stopped = [&] { return options.cancelled && options.cancelled(); };
  Counts counts(said, catalog);
  counts.add(middle);
  counts.add_next_to(own);
  for (const CertainNodes::Sized& each : certain.sizes) counts.add(each.used);
  for (const CertainNodes::For& each : certain.by_deadline) counts.add(each.used);
  if (const auto wanted = for_the_goal(said, catalog, options)) counts.add(wanted->nodes);
  counts.add_far_from(middle, plan.found());
  std::vector<Rung> rungs;
  for (const double nodes : std::move(counts).without(own)) {
    if (is_stopped()) break;
    try {
      rungs.push_back({nodes, std::make_shared<const LayoutPlan>(plan_layout(stated(said, nodes), catalog, options))});
    } catch (const BadInput&) {
      continue;  // what else is said goes with no layout on so many
    }
  }
  return rungs;
}

}  // namespace llmsize

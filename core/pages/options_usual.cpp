// SPDX-License-Identifier: Apache-2.0
// Which offers people ask for.
#include "core/answer/certainties.hpp"
#include "core/pages/options_page.hpp"
#include "core/planning/held.hpp"
#include "core/study/offers.hpp"
#include "core/view/around.hpp"
#include "core/view/remedies.hpp"
#include "core/view/state.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

/// What is sold for training and serving large models: of NVIDIA's generations since Hopper the servers and racks, of
/// AMD's the platform of the same years. Older systems and those of clouds are offered where somebody names them.
constexpr std::string_view sold[] = {"dgx-h200",    "dgx-b200",    "dgx-b300",
                                     "gb200-nvl72", "gb300-nvl72", "dell-xe9785l-mi355x"};

/// What somebody said of the machine that another system does not have: its parts, nodes, layout and prices.
bool is_of_the_machine(std::string_view key) {
  constexpr std::string_view rooms[] = {"accelerator", "node", "network", "layout"};
  constexpr std::string_view keys[] = {"cluster.nodes", "cluster.gpus", "economics.node_price"};
  return std::find(std::begin(rooms), std::end(rooms), key.substr(0, key.find('.'))) != std::end(rooms) ||
         std::find(std::begin(keys), std::end(keys), key) != std::end(keys);
}

/// The scenario without what is said of its machine.
Scenario without_machine(Scenario scenario) {
  std::vector<std::string> keys;
  for (const auto& [key, said] : scenario.all())
    if (is_of_the_machine(key)) keys.push_back(key);
  for (const std::string& key : keys) scenario.unset(key);
  return scenario;
}

Scenario with(Scenario scenario, std::string_view key, const std::string& text) {
  scenario.set(key, text, Giver{"options"});
  return scenario;
}

std::string_view confidence_of(const Scenario& scenario) {
  const Scenario::Said* said = scenario.find("goal.certainty");
  return said ? std::string_view(said->value.word) : certainties[0].word;
}

/// A scenario at a confidence, which it says only where it does not have it anyway.
Scenario at(const Scenario& scenario, std::string_view confidence) {
  return confidence == confidence_of(scenario) ? scenario : with(scenario, "goal.certainty", std::string(confidence));
}

/// Its own system: as it is, with nodes that are chosen for each confidence, and too few of them.
void add_own(const Subject& subject, const Around& around, bool sized, Offers& offers) {
  const Scenario& said = subject.said;
  Scenario open = said;
  if (nodes_are_said(said)) {
    offers.emplace_back("as set", said);
    for (const std::string_view key : {"cluster.nodes", "cluster.gpus", "layout.data"}) open.unset(key);
  }
  double fewest = absent;
  for (const CertainNodes::Sized& each : subject.certain().sizes)
    if (!(each.used >= fewest)) fewest = each.used;
  if (is_absent(fewest)) fewest = around.input("cluster.nodes");
  double smaller = absent;
  for (const Rung& rung : subject.sizes())
    if (rung.nodes < fewest && rung.plan->found()) smaller = rung.nodes;
  if (sized && !is_absent(smaller) && !nodes_are_said(said))
    offers.emplace_back("next smaller", changed(said, nodes_said(subject, around, smaller)));
  if (!sized) {
    if (!nodes_are_said(said)) offers.emplace_back("", said);
    return;
  }
  for (const Certainty& each : certainties) offers.emplace_back(each.shown, at(open, each.word));
}

}  // namespace

std::vector<std::string> usual_systems(const Subject& subject, const Catalog& catalog) {
  const Scenario::Said* own = subject.said.find("cluster.system");
  const std::vector<std::string_view> known = catalog.ids("systems");
  std::vector<std::string> systems;
  for (const std::string_view id : sold)
    if ((!own || own->value.word != id) && std::find(known.begin(), known.end(), id) != known.end())
      systems.emplace_back(id);
  return systems;
}

Offers offers_of(const Subject& subject, const std::vector<std::string>& systems, const Catalog& catalog) {
  Offers offers;
  const Around around = around_of(subject, catalog);
  const bool serves = llmsize::serves(around);
  if (around.name("model").empty() || !around.has_accelerator()) return offers;
  if (!serves && is_absent(around.input("workload.tokens"))) return offers;
  const bool due = !serves && !is_absent(around.input("goal.deadline"));
  add_own(subject, around, due, offers);
  Scenario other = without_machine(subject.said);
  // Without a deadline others are to take as long as this one.
  if (const double time = around.result("training.calendar_time"); !serves && !due && !is_absent(time))
    other.set("goal.deadline", text_near("goal.deadline", time), Giver{"options"});
  for (const std::string& system : systems) {
    if (const Scenario::Said* own = subject.said.find("cluster.system"); own && own->value.word == system) continue;
    const Scenario offered = with(other, "cluster.system", system);
    offers.emplace_back(due ? "P50" : "", due ? at(offered, "p50") : offered);
    // Proposals are compared at the confidence that somebody asked for, else at P80.
    const std::string_view sure = subject.said.find("goal.certainty") ? confidence_of(subject.said) : "p80";
    if (due && sure != "p50") offers.emplace_back(certainty_of(sure).shown, at(offered, sure));
  }
  return offers;
}

AnsweredRows answered_offers(
    const Offers& offers, const Catalog& catalog, const std::function<void(std::size_t)>& progress,
    const Stopped& stopped) {
  AnsweredRows table{{"cluster.system", "cluster.nodes", "goal.certainty"}, {}, {}};
  if (offers.empty()) return table;
  table.results = offered_results(asked_of(offers.front().second));
  table.rows = planned_rows(offers, catalog, {table.results, true}, progress, stopped);
  return table;
}

}  // namespace llmsize

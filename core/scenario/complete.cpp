// SPDX-License-Identifier: Apache-2.0
// Completes a scenario into a case. What is said first wins: user, catalog, assumptions, choices, defaults; the rest is
// derived by formulas.
#include "core/scenario/completer.hpp"

#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"
#include "core/registry/registry.hpp"
#include "core/scenario/completion.hpp"
#include "core/scenario/distance.hpp"
#include "core/scenario/load.hpp"

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

/// What is known of one's own steps takes the place of what other teams took, unless somebody says who runs it.
void take_measured_operation(Filling& filling, std::string_view why) {
  filling.plan.words.try_emplace(
      "workload.run_overhead", Case::Word{"measured", filling.told({Origin::Kind::derived, why})});
}

/// What a reference names, by its id.
std::string id_of(const Catalog& catalog, const std::string& key, const std::string& word) {
  const Reference* reference = find_reference(key);
  return reference ? catalog.id_of(reference->kind, word) : word;
}

/// Its id where the catalog does not have it.
std::string name_of_accelerator(const Catalog& catalog, const std::string& id) {
  const auto known = catalog.ids("accelerators");
  return std::find(known.begin(), known.end(), id) == known.end() ? id : catalog.entry("accelerators", id).name;
}

/// What is measured of one GPU is not told of another.
void take_measured(Filling& filling) {
  if (filling.catalog().calibration().empty()) return;
  const std::string own = filling.accelerator();
  for (const Fact& fact : filling.catalog().calibration())
    if (fact.accelerator.empty() || own.empty() || fact.accelerator == own) {
      filling.fill(
          InputKey::find(fact.key).value(), *fact.number, {Origin::Kind::measured, fact.source, {}, fact.confidence},
          fact.spread);
      if (fact.key.starts_with("software.")) take_measured_operation(filling, "steps were measured here");
    } else
      filling.plan.measured_on_other = name_of_accelerator(filling.catalog(), fact.accelerator);
}

void take_said(Filling& filling) {
  for (const auto& [key, said] : filling.scenario.all()) {
    if (key == "software.id" && said.value.word == usual_software) continue;
    const From user{Origin::Kind::user, said.giver};
    if (said.value.number) {
      const InputKey input = InputKey::find(key).value();
      filling.fill(input, *said.value.number, user);
      if (filling.tells() && filling.plan.currency.empty() && input_row(input).about->unit == Unit::money)
        filling.plan.currency = currency(said.text);
    } else
      filling.plan.words[key] = {id_of(filling.catalog(), key, said.value.word), filling.told(user)};
  }
  refuse_two_loads(filling.scenario);
  if (filling.scenario.find("traffic.users") && !filling.scenario.find("traffic.id"))
    filling.plan.words["traffic.id"] = {"chat", filling.told({Origin::Kind::initial, {}, "no traffic class is named"})};
  refuse_unplanned_precision(filling.scenario);
  refuse_two_models(filling.scenario);
  refuse_denied_words(filling.scenario);
  if (filling.scenario.find("serving.batch"))
    filling.fill("serving.at_batch", 1, {Origin::Kind::derived, "a batch is stated"});
  // Who states a utilisation wants it used.
  if (filling.scenario.find("software.utilisation")) {
    filling.fill("software.at_utilisation", 1, {Origin::Kind::derived, "a utilization is stated"});
    take_measured_operation(filling, "a utilization is stated");
  }
}

void take_assumption(Filling& filling, const KnownEntries::KnownAssumption& known) {
  const Assumption& assumption = *known.assumption;
  if (known.when && filling.word_of(*known.when) != assumption.when_word) return;
  double amount = assumption.value;
  for (const InputKey key : known.times) amount *= filling.given(key);
  if (is_absent(amount)) return;
  filling.fill(known.input, amount, {Origin::Kind::assumed, {}, assumption.reason}, assumption.spread);
}

void take_defaults(Filling& filling) {
  for (const InputRow& input : inputs())
    if (const InputAbout& about = *input.about; about.initial)
      filling.fill(input.key, *about.initial, {Origin::Kind::initial, {}, about.source}, about.spread);
}

/// Nobody says how much a step takes: what is usual for a model of this size. No spread: what is asked is not
/// uncertain, and the header names it.
void take_usual_batch(Filling& filling) {
  const bool trains = filling.plan["workload.trains"] == 1;
  if (!trains || filling.plan.has("workload.batch_tokens") || filling.plan.has("workload.global_batch") ||
      filling.plan.has("workload.accumulation"))
    return;
  const double usual = result_row("training.usual_batch_tokens").value(Once(filling.plan.values, dependents()));
  if (is_absent(usual)) return;
  filling.fill(
      "workload.batch_tokens", std::round(usual),
      {Origin::Kind::assumed, {}, "default batch size for this model, training.usual_batch_tokens"});
  filling.plan.values.settle();
}

/// What of a training is unlike the runs behind its stack widens the range of its times.
void take_distance(Filling& filling) {
  constexpr InputKey error = "software.distance_error";
  const auto stack = filling.plan.words.find("software.id");
  const Origin::Kind told_by = filling.plan.origin(error).kind;
  if (!filling.trains() || stack == filling.plan.words.end() || told_by == Origin::Kind::user ||
      filling.plan.spread(error) > 0)
    return;
  const Entry& entry = *filling.known.entry("software", stack->second.word).entry;
  const Distance far = distance_of(filling.plan, entry, filling.is_mixture());
  if (far.parts.empty()) return;
  filling.plan.spreads[error.slot()] = far.spread();
  const std::string sentence = far.sentence();
  if (filling.tells())
    filling.plan.explain(error, filling.told({Origin::Kind::stack, entry.id, sentence}));
  else
    filling.plan.origins[error.slot()].kind = Origin::Kind::stack;
}

void complete_case(Filling filling) {
  take_said(filling);
  take_measured(filling);
  for (const Reference* reference : references()) take_entry(filling, *reference);
  take_practice(filling);
  take_public_price(filling);
  for (const auto& assumption : filling.known.assumptions()) take_assumption(filling, assumption);
  for (const Choice* choice : choices()) take_choice(filling, *choice);
  take_defaults(filling);
  filling.plan.values.settle();
  settle_cluster(filling);
  filling.plan.values.settle();
  refuse_long_phases(filling);
  take_usual_batch(filling);
  take_distance(filling);
}

}  // namespace

Case complete(const Scenario& scenario, const Catalog& catalog) {
  KnownEntries known(catalog);
  Case completed;
  complete_case({scenario, known, Origins::whole, completed});
  return completed;
}

Completer::Completer(const Catalog& catalog) : known_(std::make_unique<KnownEntries>(catalog)) {}
Completer::~Completer() = default;

const Case& Completer::complete(const Scenario& scenario) {
  case_.values = {};
  for (Origin& origin : case_.origins) origin.kind = Origin::Kind::absent;
  case_.spreads.fill(0);
  case_.words.clear();
  case_.names.clear();
  case_.measured_on_other.clear();
  complete_case({scenario, *known_, Origins::kinds, case_});
  return case_;
}

}  // namespace llmsize

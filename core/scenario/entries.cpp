// SPDX-License-Identifier: Apache-2.0
// What entries of the catalog say of a case.
#include "core/scenario/completion.hpp"

#include "core/inputs/list.hpp"
#include "core/inputs/software.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace llmsize {
namespace {

Origin::Kind origin_of(const Reference& reference) {
  if (reference.kind == "models" || reference.kind == "datasets" || reference.kind == "traffic")
    return Origin::Kind::preset;
  if (reference.kind == "price-lists") return Origin::Kind::user;
  return reference.kind == "software" ? Origin::Kind::stack : Origin::Kind::data_sheet;
}

bool limits_layouts(std::string_view key) {
  return std::apply([&](const auto&... input) { return ((input.about.key == key) || ...); }, software::support_inputs);
}

/// How a model was trained says nothing of fine-tuning or serving it; NICs are those of a network that is chosen; how
/// stacks of an accelerator differ says nothing of one that is named, and was measured on dense
/// models.
bool is_unfit(const Filling& filling, const Reference& reference, const Fact& fact) {
  const auto chosen = [&] { return filling.scenario.find("network.id") || filling.scenario.find("network.rate"); };
  if (reference.kind == "systems" && fact.key == "node.nic_rate" && chosen()) return true;
  if (reference.kind == "accelerators" && fact.key == "software.model_error" &&
      (filling.names_stack() || filling.is_mixture()))
    return true;
  // What joins nodes says nothing of what joins accelerators, and the other way round.
  const bool joins_nodes = !fact.key.starts_with("node.");
  if (reference.kind == "networks" && joins_nodes != (reference.key == "network.id")) return true;
  return reference.kind == "models" && fact.key.starts_with("workload.") &&
         filling.word_of(*find_choice("workload.mode")) != "train";
}

/// The stack that a mixture of experts runs on where a stack names another one for them; else the entry itself.
std::string for_mixtures(const Filling& filling, const Entry& entry) {
  if (!filling.is_mixture()) return entry.id;
  for (const auto& [word, text] : entry.words)
    if (word == "mixtures") return text;
  return entry.id;
}

/// Lengths and sessions are those of each class, and what is in flight of each follows from its rate.
void refuse_beside_classes(const Filling& filling) {
  const Scenario::Said* traffic = filling.scenario.find("traffic.id");
  const auto refuse_beside = [&](std::string_view key, const char* why, const std::string& hint) {
    const Scenario::Said* said = filling.scenario.find(key);
    if (!said || said->giver == "plan") return;
    throw BadInput(
        BadInput::Kind::usage,
        fmt::format("{} and {} {} exclude each other: {}", said->giver, traffic->giver, in_quotes(traffic->text), why),
        hint);
  };
  for (const InputKey key : own_of_class)
    refuse_beside(
        key, "each class has its own", "describe a class of your own in a file: llmsize catalog traffic chat");
  for (const std::string_view key : {"serving.input_tokens", "serving.output_tokens"})
    refuse_beside(
        key, "each class has its own", "describe a class of your own in a file: llmsize catalog traffic chat");
  for (const std::string_view key : {"serving.concurrency", "serving.batch"})
    refuse_beside(key, "requests of several classes come at a rate", "use --rate or --users");
}

/// Traffic classes on the same replicas: an SLO that the user states holds for each of them.
void take_classes(Filling& filling, const Entry& entry) {
  refuse_beside_classes(filling);
  auto classes = std::make_shared<TrafficClasses>(entry.classes);
  for (const InputKey limit :
       {InputKey("serving.ttft_limit"), InputKey("serving.tpot_limit"), InputKey("serving.latency_limit")})
    if (filling.plan.origin(limit).kind == Origin::Kind::user)
      for (TrafficClass& each : *classes) each.scale_of(limit) = 1;
  filling.plan.values.mixture = std::move(classes);
}

/// What makes the drafts, and the acceptance rate that was published for as many of them as are said.
void take_drafts(Filling& filling, const Entry& entry, Origin::Kind kind) {
  constexpr InputKey key = "serving.acceptance";
  filling.fill("serving.draft_experts", entry.drafts->has_experts() ? 1 : 0, {kind, entry.id, entry.drafts->method()});
  if (filling.plan.has(key)) return;
  const double said = filling.given("serving.draft_tokens"), drafts = is_absent(said) ? 0 : said;
  const auto [rate, spread] = entry.drafts->at(drafts);
  const std::string source = filling.tells() ? entry.drafts->source_at(drafts) : std::string{};
  filling.fill(key, rate, {kind, entry.id, source}, spread);
}

void require_training_stack(const Filling& filling, const Entry& entry) {
  if (filling.known.trains(entry.id)) return;
  const Scenario::Said* said = filling.scenario.find("software.id");
  throw BadInput(
      BadInput::Kind::usage,
      fmt::format(
          "{}: {} is an inference engine: expected a training stack", said ? said->giver : "software.id", entry.name),
      "use --software nemo, or --mode infer");
}

}  // namespace

void take_entry(Filling& filling, const Reference& reference) {
  if (!reference.initial.empty() && !filling.plan.words.contains(reference.key))
    filling.plan.words.emplace(
        reference.key,
        Case::Word{std::string(reference.initial), filling.told({Origin::Kind::initial, {}, "nothing names another"})});
  const auto word = filling.plan.words.find(reference.key);
  if (word == filling.plan.words.end()) return;
  const bool named = word->second.origin.kind == Origin::Kind::user;
  if (!named) word->second.word = for_mixtures(filling, *filling.known.entry(reference.kind, word->second.word).entry);
  const auto& [entry, facts] = filling.known.entry(reference.kind, word->second.word);
  if (reference.kind == "software" && named && filling.trains()) require_training_stack(filling, *entry);
  filling.plan.names[std::string(reference.key)] = entry->name;
  if (reference.kind == "price-lists") take_listed_prices(filling, *entry);
  for (const auto& [fact, input] : facts) {
    // A stack that the user did not name tells how fast things are, not what is kept and which layouts run.
    const bool of_speed = fact->key.rfind("software.", 0) == 0 && !limits_layouts(fact->key);
    if (reference.kind == "software" && !named && !of_speed) continue;
    if (is_unfit(filling, reference, *fact)) continue;
    const From from{origin_of(reference), entry->id, fact->source, fact->confidence};
    if (fact->number)
      filling.fill(*input, *fact->number, from, fact->spread);
    else if (!filling.plan.words.contains(fact->key))
      filling.plan.words.emplace(fact->key, Case::Word{fact->word, filling.told(from)});
  }
  if (entry->drafts) take_drafts(filling, *entry, origin_of(reference));
  if (!entry->classes.empty()) take_classes(filling, *entry);
}

}  // namespace llmsize

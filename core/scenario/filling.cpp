// SPDX-License-Identifier: Apache-2.0
// What the parts of completing a scenario share.
#include "core/scenario/completion.hpp"

#include "core/inputs/list.hpp"

namespace llmsize {

Origin Filling::told(const From& from) const {
  Origin origin{from.kind, {}, {}, {}};
  if (tells()) origin = {from.kind, std::string(from.detail), std::string(from.source), std::string(from.confidence)};
  return origin;
}

void Filling::fill(InputKey key, double value, const From& from, double spread) {
  if (plan.has(key)) return;
  plan.values.give(key, value);
  plan.spreads[key.slot()] = spread;
  if (tells())
    plan.explain(key, told(from));
  else
    plan.origins[key.slot()].kind = from.kind;
}

std::string_view Filling::word_of(const Choice& choice) const {
  const auto said = plan.words.find(choice.key);
  return said == plan.words.end() ? choice.initial : std::string_view(said->second.word);
}

bool Filling::trains() const { return word_of(*find_choice("workload.mode")) != "infer"; }

std::string Filling::accelerator() const {
  if (const auto said = plan.words.find("accelerator.id"); said != plan.words.end()) return said->second.word;
  const auto system = plan.words.find("cluster.system");
  if (system == plan.words.end()) return {};
  for (const Fact& fact : known.entry("systems", system->second.word).entry->facts)
    if (fact.key == "accelerator.id") return fact.word;
  return {};
}

bool Filling::names_stack() const {
  const auto word = plan.words.find("software.id");
  return word != plan.words.end() && word->second.origin.kind == Origin::Kind::user;
}

}  // namespace llmsize

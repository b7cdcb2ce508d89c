// SPDX-License-Identifier: Apache-2.0
// Writes an entry in the format of the catalog's files: what most of its facts have in common is said once.
#include "core/catalog/catalog.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/parse.hpp"

#include <algorithm>

namespace llmsize {
namespace {

/// What most facts say.
std::string commonest(const std::vector<Fact>& facts, std::string Fact::*word) {
  const auto times = [&](const Fact& fact) {
    return std::count_if(facts.begin(), facts.end(), [&](const Fact& other) { return other.*word == fact.*word; });
  };
  const auto most =
      std::max_element(facts.begin(), facts.end(), [&](const Fact& a, const Fact& b) { return times(a) < times(b); });
  return most == facts.end() ? std::string{} : (*most).*word;
}

Json value_json(const Fact& fact) {
  if (!fact.number) return fact.word;
  if (find_input(fact.key)->unit == Unit::flag) return *fact.number == 1;
  return number_json(*fact.number);
}

}  // namespace

Json write_entry(const Entry& entry) {
  const std::string source = commonest(entry.facts, &Fact::source),
                    confidence = commonest(entry.facts, &Fact::confidence);
  Json json{{"id", entry.id}, {"name", entry.name}};
  for (const auto& [word, text] : entry.words) {
    const auto number = word == "year" ? parse(text, Unit::year) : std::nullopt;
    json[word] = number ? number_json(*number) : word == "items" ? Json::parse(text) : Json(text);
  }
  json["source"] = source.empty() ? entry.name : source;
  if (const auto& to = entry.fitted)
    json["fitted"] = {
        {"rows", to->rows},
        {"models", to->models},
        {"accelerators", to->accelerators},
        {"precisions", to->precisions},
        {"most_gpus", number_json(to->most_gpus)},
        {"longest_sequence", number_json(to->longest_sequence)}};
  if (!confidence.empty()) json["confidence"] = confidence;
  for (const Fact& fact : entry.facts) {
    const auto dot = fact.key.find('.');
    Json& value = json[fact.key.substr(0, dot)][fact.key.substr(dot + 1)] = value_json(fact);
    if (fact.source == source && fact.confidence == confidence && fact.spread == 0) continue;
    value = {{"value", value}};
    if (fact.spread != 0) value["spread"] = fact.spread;
    if (fact.source != source) value["source"] = fact.source;
    if (fact.confidence != confidence) value["confidence"] = fact.confidence;
  }
  if (entry.drafts) json["drafts"] = entry.drafts->json();
  if (!entry.notes.empty()) json["notes"] = entry.notes;
  return json;
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/case.hpp"

#include "core/quantity/ranges.hpp"
#include "core/registry/registry.hpp"

namespace llmsize {

std::string text(const Origin& origin) {
  switch (origin.kind) {
    case Origin::Kind::absent: return "absent";
    case Origin::Kind::user: return "user";
    case Origin::Kind::preset: return "preset " + origin.detail;
    case Origin::Kind::data_sheet: return "data sheet " + origin.detail;
    case Origin::Kind::stack: return "stack " + origin.detail;
    case Origin::Kind::measured: return origin.detail;
    case Origin::Kind::choice: return "from " + origin.detail;
    case Origin::Kind::derived: return origin.detail.empty() ? "derived" : "derived: " + origin.detail;
    case Origin::Kind::planned: return "planned: " + origin.detail;
    case Origin::Kind::assumed: return "assumed";
    case Origin::Kind::initial: return "default";
  }
  return {};
}

void Case::put(InputKey key, double value, Origin origin, double spread) {
  values.give(key, value);
  explain(key, std::move(origin));
  spreads[key.slot()] = spread;
}

std::string Case::word(WordKey key) const {
  const auto found = words.find(key.text());
  return found == words.end() ? std::string{} : found->second.word;
}

std::string Case::name(WordKey key) const {
  const auto found = names.find(key.text());
  return found == names.end() ? std::string{} : found->second;
}

std::string pretty(double value, NumberId name, const Case& plan) {
  const bool money = unit_of(name) == Unit::money && !is_absent(value);
  return with_unit(pretty(value, name), money ? plan.currency : std::string{});
}

bool layout_is_open(const Scenario& scenario) {
  for (const std::string_view key :
       {"layout.tensor", "layout.pipeline", "layout.context", "layout.expert", "layout.data", "layout.zero",
        "serving.decode_workers"})
    if (scenario.find(key)) return false;
  return true;
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/known_entries.hpp"

#include "core/inputs/list.hpp"

#include <algorithm>

namespace llmsize {

KnownEntries::KnownEntries(const Catalog& catalog) : catalog_(catalog) {
  for (const Assumption& each : catalog.assumptions()) {
    assumptions_.push_back({&each, find_choice(each.when_key), InputKey::find(each.key).value(), {}});
    for (const std::string& key : each.times) assumptions_.back().times.push_back(InputKey::find(key).value());
  }
}

const KnownEntries::KnownEntry& KnownEntries::entry(std::string_view kind, std::string_view id) {
  auto& of_kind = entries_[kind];
  if (const auto found = of_kind.find(id); found != of_kind.end()) return found->second;
  KnownEntry known{&catalog_.entry(kind, id), {}};
  for (const Fact& fact : known.entry->facts) known.facts.push_back({&fact, InputKey::find(fact.key)});
  return of_kind.emplace(std::string(id), std::move(known)).first->second;
}

bool KnownEntries::trains(std::string_view stack) {
  if (training_stacks_.empty()) training_stacks_ = catalog_.training_stacks();
  return std::find(training_stacks_.begin(), training_stacks_.end(), stack) != training_stacks_.end();
}

}  // namespace llmsize

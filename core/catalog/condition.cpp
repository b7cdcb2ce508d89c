// SPDX-License-Identifier: Apache-2.0
// Compares entries with conditions.
#include "core/catalog/condition.hpp"

#include "core/inputs/list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace llmsize {
namespace {

constexpr std::string_view words[] = {"id", "name", "vendor", "family", "year", "form", "cpu", "memory_type", "scale_up_link"};

std::string lower(std::string_view text) {
  std::string low(text);
  std::transform(low.begin(), low.end(), low.begin(), [](unsigned char c) { return std::tolower(c); });
  return low;
}

std::string_view field_of(std::string_view key) { return key.substr(key.find('.') + 1); }

bool is_word(std::string_view field) { return std::find(std::begin(words), std::end(words), field) != std::end(words); }

std::string word_of(const Entry& entry, std::string_view field) {
  if (field == "id") return entry.id;
  if (field == "name") return entry.name;
  const auto found = std::find_if(entry.words.begin(), entry.words.end(), [&](const auto& word) { return word.first == field; });
  return found == entry.words.end() ? std::string{} : found->second;
}

template <class A>
bool compares(const A& a, std::string_view comparison, const A& b) {
  if (comparison == "=") return a == b;
  if (comparison == "<") return a < b;
  if (comparison == "<=") return a <= b;
  return comparison == ">" ? b < a : b <= a;
}

void require_field(std::string_view field) {
  if (is_word(field)) return;
  std::vector<std::string_view> names(std::begin(words), std::end(words));
  for (const std::string_view key : scenario_keys()) {
    if (key == field || field_of(key) == field) return;
    names.insert(names.end(), {key, field_of(key)});
  }
  throw BadInput(BadInput::Kind::usage, fmt::format("--where: there is no field {}{}", in_quotes(field), did_you_mean(field, names)));
}

}  // namespace

Condition::Condition(std::string_view text) {
  const auto at = text.find_first_of("=<>");
  if (at == std::string_view::npos) {
    text_ = text;
    return;
  }
  const std::size_t size = at + 1 < text.size() && text[at] != '=' && text[at + 1] == '=' ? 2 : 1;
  field_ = text.substr(0, at);
  comparison_ = text.substr(at, size);
  text_ = text.substr(at + size);
  require_field(field_);
}

bool Condition::holds(const Entry& entry) const {
  if (comparison_.empty()) {
    std::string all = entry.id + "\n" + entry.name;
    for (const auto& [word, text] : entry.words) all += "\n" + text;
    return lower(all).find(lower(text_)) != std::string::npos;
  }
  const auto fact = std::find_if(
      entry.facts.begin(), entry.facts.end(), [&](const Fact& each) { return each.key == field_ || field_of(each.key) == field_; });
  if (fact == entry.facts.end()) {
    const std::string word = is_word(field_) ? word_of(entry, field_) : std::string{};
    return !word.empty() && compares(lower(word), comparison_, lower(text_));
  }
  if (!fact->number) return compares(lower(fact->word), comparison_, lower(text_));
  return compares(*fact->number, comparison_, *value_of(fact->key, text_, {"--where " + field_}).number);
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// Compares entries with conditions.
#include "core/catalog/condition.hpp"

#include "core/catalog/entry_words.hpp"
#include "core/files/lowered.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace llmsize {
namespace {

constexpr std::string_view words[] = {"id",   "name", "vendor",      "family",       "year",
                                      "form", "cpu",  "memory_type", "scale_up_link"};

std::string_view field_of(std::string_view key) { return key.substr(key.find('.') + 1); }

bool is_word(std::string_view field) { return std::find(std::begin(words), std::end(words), field) != std::end(words); }

std::string said_in(const Entry& entry, std::string_view field) {
  return field == "id" ? entry.id : field == "name" ? entry.name : word_of(entry, field);
}

template <class A>
bool compares(const A& a, std::string_view comparison, const A& b) {
  if (comparison == "=") return a == b;
  if (comparison == "<") return a < b;
  if (comparison == "<=") return a <= b;
  return comparison == ">" ? b < a : b <= a;
}

/// Keys that a field may mean: its own, or those that end in it.
std::vector<std::string_view> keys_of(std::string_view field) {
  std::vector<std::string_view> keys;
  for (const std::string_view key : scenario_keys())
    if (key == field || field_of(key) == field) keys.push_back(key);
  return keys;
}

/// The number of a text for a key; any text will do for a word. Bounds are no matter here: nothing is larger than 1EB,
/// and that is an answer.
std::optional<double> number_of(std::string_view key, std::string_view text) {
  const InputAbout* about = find_input(key);
  return about ? parse(text, about->unit) : absent;
}

/// Throws BadInput unless a field of that name can have that value.
void require_comparable(std::string_view field, std::string_view text) {
  if (text.empty()) throw BadInput(BadInput::Kind::usage, fmt::format("--where {}: expected a value", field));
  if (field == "year" && !parse(text, Unit::year)) refuse_value("--where year", text, accepted(Unit::year));
  if (is_word(field)) return;
  const auto keys = keys_of(field);
  if (keys.empty()) {
    std::vector<std::string_view> names(std::begin(words), std::end(words));
    for (const std::string_view key : scenario_keys()) names.insert(names.end(), {key, field_of(key)});
    throw BadInput(
        BadInput::Kind::usage, fmt::format("--where: unknown field {}", in_quotes(field)), did_you_mean(field, names));
  }
  if (std::none_of(keys.begin(), keys.end(), [&](std::string_view key) { return number_of(key, text); }))
    refuse_value(fmt::format("--where {}", field), text, accepted(find_input(keys.front())->unit));
}

/// Words compare as numbers where both are, such as years.
bool words_compare(const std::string& a, std::string_view comparison, const std::string& b) {
  const auto x = parse(a, Unit::year), y = parse(b, Unit::year);
  return x && y ? compares(*x, comparison, *y) : compares(lowered(a), comparison, lowered(b));
}

}  // namespace

Condition::Condition(std::string_view text) {
  const auto at = text.find_first_of("=<>");
  if (at == std::string_view::npos) {
    text_ = text;
    return;
  }
  const std::size_t size = at + 1 < text.size() && text[at + 1] == '=' ? 2 : 1;
  field_ = current_id(text.substr(0, at));
  comparison_ = text.substr(at, size) == "==" ? "=" : text.substr(at, size);
  text_ = text.substr(at + size);
  require_comparable(field_, text_);
}

const Fact* Condition::fact_of(const Entry& entry) const {
  const auto fact = std::find_if(entry.facts.begin(), entry.facts.end(), [&](const Fact& each) {
    return each.key == field_ || field_of(each.key) == field_;
  });
  return fact == entry.facts.end() ? nullptr : &*fact;
}

bool Condition::is_told_by(const Entry& entry) const {
  return (is_word(field_) && !said_in(entry, field_).empty()) || fact_of(entry);
}

bool Condition::holds(const Entry& entry) const {
  if (comparison_.empty()) {
    std::string all = entry.id + "\n" + entry.name;
    for (const auto& [word, text] : entry.words) all += "\n" + text;
    return lowered(all).find(lowered(text_)) != std::string::npos;
  }
  if (const std::string word = is_word(field_) ? said_in(entry, field_) : ""; !word.empty())
    return words_compare(word, comparison_, text_);
  const Fact* fact = fact_of(entry);
  if (!fact) return false;
  if (!fact->number) return words_compare(fact->word, comparison_, text_);
  const auto wanted = number_of(fact->key, text_);
  return wanted && compares(*fact->number, comparison_, *wanted);
}

}  // namespace llmsize

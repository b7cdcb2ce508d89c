// SPDX-License-Identifier: Apache-2.0
// Collects facts about a model.
#include "core/catalog/hugging_face/shape.hpp"

#include "core/inputs/list.hpp"
#include "core/inputs/read_value.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {

void Shape::tell(std::string_view input, const Told& told) {
  if (has(input)) return;
  const Giver giver{fmt::format("{}: {}", config_.path(), told.field), BadInput::Kind::data};
  const Value checked = value_of(key(input), told.value, giver);
  put({key(input), checked.number, {}, config_.source(told), told.in_file ? std::string{} : config_.type().confidence});
}

void Shape::tell(std::string_view input, const std::optional<Told>& told) {
  if (told) tell(input, *told);
}

void Shape::tell_instead(std::string_view input, const Told& told) {
  std::erase_if(entry_.facts, [&](const Fact& fact) { return fact.key == key(input); });
  tell(input, told);
}

void Shape::tell_of_type(std::string_view input, const Json& value) {
  std::erase_if(entry_.facts, [&](const Fact& fact) { return fact.key == key(input); });
  if (value.is_string() && find_input(key(input))) return tell(input, config_.calculated(value.get<std::string>()));
  const Value checked = read_value(key(input), value, "model type " + config_.type().id);
  put({key(input), checked.number, checked.word, config_.type_source(), config_.type().confidence});
}

void Shape::tell_because(std::string_view input, double value, const std::string& source) {
  if (!has(input)) put({key(input), value, {}, source, {}});
}

double Shape::value(std::string_view input) const {
  const Fact* fact = entry_.find(key(input));
  return fact && fact->number ? *fact->number : 0;
}

std::string_view Shape::word(std::string_view input) const {
  const Fact* fact = entry_.find(key(input));
  return fact ? std::string_view(fact->word) : std::string_view{};
}

void Shape::note(const std::string& text) { entry_.notes += (entry_.notes.empty() ? "" : "; ") + text; }

void Shape::put(Fact fact) { entry_.facts.push_back(std::move(fact)); }

Entry Shape::entry(const std::string& id, const std::string& name) const {
  Entry sorted{"models", id, name, entry_.notes, {}};
  const auto take = [&](std::string_view key) {
    if (const Fact* fact = entry_.find(key)) sorted.facts.push_back(*fact);
  };
  for (const InputAbout* about : numeric_inputs()) take(about->key);
  for (const Choice* choice : choices()) take(choice->key);
  return sorted;
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
#include "core/tables/row_values.hpp"

#include "core/inputs/list.hpp"

namespace llmsize {

double result_value(const AnsweredRow& row, const ResultRow& result) {
  const Result* found = row.answer.find(result.about->id);
  return found ? found->value : absent;
}

double input_value(const AnsweredRow& row, std::string_view key) {
  const Scenario::Said* said = row.scenario.find(key);
  if (!said && row.inputs) return row.inputs->values[InputKey::find(key).value()];
  return said ? *said->value.number : absent;
}

std::string input_word(const AnsweredRow& row, std::string_view key) {
  if (row.inputs) {
    if (const auto found = row.inputs->words.find(key); found != row.inputs->words.end()) return found->second;
    if (const Choice* choice = find_choice(key)) return std::string(choice->initial);
  }
  const Scenario::Said* said = row.scenario.find(key);
  return said ? said->value.word : std::string{};
}

std::string input_text(const AnsweredRow& row, std::string_view key) {
  const InputAbout* about = find_input(key);
  return about ? pretty(input_value(row, key), *about) : input_word(row, key);
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// Scenario files.
#include "core/scenario/scenario.hpp"

#include "core/inputs/list.hpp"
#include "core/scenario/study.hpp"

#include <fmt/format.h>

namespace llmsize {
namespace {

Json as_json(const Value& value) { return value.number ? number_json(*value.number) : Json(value.word); }

/// One option as a shell reads it: "--tp 8", "--sequence-parallel".
std::string as_option(std::string_view key, const Scenario::Said& said) {
  const InputAbout* about = find_input(key);
  if (about && about->unit == Unit::flag) return option_of(key) + (said.value.number == 1 ? "" : "=no");
  return fmt::format("{} {}", option_of(key), in_shell(said.text));
}

}  // namespace

void Scenario::set(ScenarioKey key, std::string_view text, const Giver& giver) {
  set(key, value_of(key, text, giver), std::string(text), giver.name);
}

void Scenario::set(ScenarioKey key, const Value& value, const std::string& text, const std::string& giver) {
  said_[std::string(key.text())] = {value, text, giver};
}

void Scenario::unset(ScenarioKey key) {
  if (const auto found = said_.find(key.text()); found != said_.end()) said_.erase(found);
}

const Scenario::Said* Scenario::find(ScenarioKey key) const {
  const auto found = said_.find(key.text());
  return found == said_.end() ? nullptr : &found->second;
}

Scenario read_scenario(std::string_view text, const std::string& source) {
  const Study study = read_study(text, source);
  if (study.axes.empty()) return study.base;
  throw BadInput(
      BadInput::Kind::data, fmt::format(
                                "{}: {} is a list, one value is expected; `llmsize run` answers a file with lists",
                                source, study.axes.front().key));
}

std::string in_shell(const std::string& word) {
  if (!word.empty() && word.find_first_of(" '\"$&|;<>()*?#~\\`!") == std::string::npos) return word;
  std::string quoted = "'";
  for (const char letter : word) quoted += letter == '\'' ? "'\\''" : std::string(1, letter);
  return quoted + "'";
}

std::string as_options(const Scenario& scenario) {
  std::string options;
  for (const std::string_view key : scenario_keys())
    if (const Scenario::Said* said = scenario.find(key))
      options += (options.empty() ? "" : " ") + as_option(key, *said);
  return options;
}

Json write_scenario(const Scenario& scenario) {
  Json json{{"schema_version", scenario_version}};
  for (const std::string_view key : scenario_keys()) {
    const Scenario::Said* said = scenario.find(key);
    if (!said) continue;
    const auto dot = key.find('.');
    const std::string group(key.substr(0, dot));
    json[group][std::string(dot == std::string_view::npos ? "id" : key.substr(dot + 1))] = as_json(said->value);
  }
  return json;
}

}  // namespace llmsize

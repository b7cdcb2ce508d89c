// SPDX-License-Identifier: Apache-2.0
// Scenario files.
#include "core/scenario/scenario.hpp"

#include "core/inputs/familiar.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/parse.hpp"
#include "core/scenario/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace llmsize {
namespace {

Json as_json(const Value& value) { return value.number ? number_json(*value.number) : Json(value.word); }

bool is_switch(std::string_view key) {
  const InputAbout* input = find_input(key);
  return input && input->unit == Unit::flag;
}

bool is_money(std::string_view key) {
  const InputAbout* input = find_input(key);
  return input && input->unit == Unit::money;
}

/// One option as a shell reads it: "--tp 8", "--sequence-parallel".
std::string as_option(std::string_view key, const Scenario::Said& said) {
  if (is_switch(key)) return option_of(key) + (said.value.number == 1 ? "" : "=no");
  return fmt::format("{} {}", option_of(key), in_shell(find_choice(key) ? said.value.word : said.text));
}

/// The key that an option says, or empty.
std::string_view key_of_option(const std::string& option) {
  for (const std::string_view key : scenario_keys()) {
    const auto options = all_options_of(key);
    if (std::find(options.begin(), options.end(), option) != options.end()) return key;
  }
  return {};
}

}  // namespace

void Scenario::set(ScenarioKey key, std::string_view text, const Giver& giver) {
  if (const auto said = spoken(key.text(), text); said && said->key != key.text()) {
    unset(key);
    return set(said->key, said->text, giver);
  }
  set(key, value_of(key, text, giver), with_start(key, text), giver.name);
}

void Scenario::set(ScenarioKey key, const Value& value, const std::string& text, const std::string& giver) {
  if (is_money(key)) refuse_second_currency(key.text(), text, giver);
  said_[std::string(key.text())] = {value, text, giver};
}

void Scenario::refuse_second_currency(std::string_view key, const std::string& text, const std::string& giver) const {
  const std::string own = currency(text);
  if (own.empty()) return;
  for (const auto& [other, said] : said_) {
    const std::string code = other != key && is_money(other) ? currency(said.text) : own;
    if (!code.empty() && code != own)
      throw BadInput(
          BadInput::Kind::usage, fmt::format(
                                     "{} and {}: {} is in {}, {} in {}; expected one currency", giver, said.giver,
                                     in_quotes(text), own, in_quotes(said.text), code));
  }
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
                                "{}: {} is a list, expected one value; `llmsize run` answers a file with lists", source,
                                study.axes.front().key));
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

Scenario from_options(std::string_view options, const std::string& place) {
  const std::string before = place.empty() ? place : place + ": ";
  const auto refuse = [&](const std::string& sentence) { throw BadInput(BadInput::Kind::data, before + sentence); };
  Scenario scenario;
  std::istringstream words{std::string(options)};
  for (std::string option, value; words >> option;) {
    const auto equals = option.find('=');
    const bool joined = equals != std::string::npos;
    if (joined) value = option.substr(equals + 1);
    option = option.substr(0, equals);
    const std::string_view key = key_of_option(option);
    if (key.empty()) refuse(fmt::format("unknown option {}", in_quotes(option)));
    if (scenario.find(key)) refuse(fmt::format("{} comes twice", option));
    if (joined) {
      if (value.empty()) refuse(fmt::format("{} has no value", option));
    } else if (is_switch(key))
      value = "yes";
    else if (!(words >> value))
      refuse(fmt::format("{} has no value", option));
    scenario.set(key, value, {before + option, BadInput::Kind::data});
  }
  return scenario;
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

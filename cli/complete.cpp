// SPDX-License-Identifier: Apache-2.0
// Candidates for a word by what stands before it.
#include "cli/complete.hpp"

#include "cli/command.hpp"
#include "cli/help.hpp"

#include "core/inputs/list.hpp"

#include <algorithm>

namespace llmsize::cli {
namespace {

using Candidates = std::vector<std::string>;

void add(Candidates& all, const std::vector<std::string_view>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

Candidates ids_of(std::string_view kind) {
  Candidates all;
  add(all, user_catalog({}, {}).ids(kind));
  return all;
}

Candidates results_and_inputs() {
  Candidates all;
  add(all, result_ids());
  for (const InputAbout* input : numeric_inputs()) all.emplace_back(input->key);
  return all;
}

Candidates command_names(const std::vector<Command>& commands) {
  Candidates all;
  for (const Command& command : commands) all.emplace_back(command.name);
  return all;
}

/// "gpu|cpu|nvme" are three words; any other name of a value is none.
Candidates words_of(const std::string& type) {
  if (type.find('|') == std::string::npos) return {};
  Candidates all{{}};
  for (const char c : type) c == '|' ? void(all.emplace_back()) : all.back().push_back(c);
  return all;
}

/// What an option takes, by its names; nothing where it takes a number or a file.
Candidates values_of(const CLI::Option& option) {
  if (option.check_name("--results")) return results_and_inputs();
  if (option.check_name("--scenario")) return ids_of("scenarios");
  if (option.check_name("--sheet")) return ids_of("sheets");
  for (const std::string& name : option.get_lnames())
    if (const Reference* reference = find_reference(name)) return ids_of(reference->kind);
  return words_of(option.get_type_name());
}

/// What a command takes without an option.
Candidates arguments_of(std::string_view command) {
  if (command == "explain") return results_and_inputs();
  if (command == "run" || command == "compare") return ids_of("scenarios");
  if (command != "catalog") return {};
  Candidates all;
  add(all, Catalog::kinds());
  for (const std::string_view kind : Catalog::kinds()) add(all, user_catalog({}, {}).ids(kind));
  return all;
}

Candidates shown_options(const CLI::App& app) {
  Candidates all;
  for (const CLI::Option* option : app.get_options())
    if (!option->get_group().empty())
      for (std::string& name : shown_names(*option)) all.push_back(std::move(name));
  return all;
}

Candidates candidates_of(const Command& command, const std::string& before, const std::string& word) {
  Parser parser(std::string(command.summary), std::string(command.name), {});
  const auto action = command.prepare(parser);
  const CLI::Option* option = before.starts_with('-') ? parser.get_option_no_throw(before) : nullptr;
  if (option && option->get_items_expected() > 0) return values_of(*option);
  return word.starts_with('-') ? shown_options(parser) : arguments_of(command.name);
}

}  // namespace

std::vector<std::string> completions(const Words& typed) {
  Words words = typed;
  std::erase(words, "=");  // bash takes "--model=gpt3" for three words
  if (words.empty() || typed.back() == "=") words.emplace_back();
  const std::vector<Command> all = commands();
  const auto command = std::find_if(all.begin(), all.end(), [&](const Command& each) { return each.name == words[0]; });
  const std::size_t list = words.back().rfind(',') + 1;  // of several values the last is half typed
  const std::string done = words.back().substr(0, list), word = words.back().substr(list);
  Candidates candidates;
  if (words.size() == 1 || (words.size() == 2 && words[0] == "help"))
    candidates = command_names(all);
  else if (command != all.end())
    candidates = candidates_of(*command, words[words.size() - 2], word);
  std::erase_if(candidates, [&](const std::string& each) { return !each.starts_with(word); });
  std::sort(candidates.begin(), candidates.end());
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
  for (std::string& each : candidates) each.insert(0, done);
  return candidates;
}

}  // namespace llmsize::cli

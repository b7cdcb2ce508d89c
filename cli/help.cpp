// SPDX-License-Identifier: Apache-2.0
// Help as text: at most 100 columns, and of a command no more than a screen unless all options are asked for.
#include "cli/help.hpp"

#include "core/inputs/former.hpp"
#include "core/inputs/list.hpp"
#include "core/questions/reads.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <stdexcept>

namespace llmsize::cli {
namespace {

constexpr std::size_t widest = 100, name_column = 25;

/// What people ask first, with the first example of each.
constexpr std::string_view first_commands[] = {"size", "plan", "memory", "serve", "checkpoint", "explain", "report"};

/// Options of nearly every command, in one line at the end.
constexpr std::string_view usual_output[] = {"--detail",  "--assumptions", "--json",  "--csv",    "-o",
                                             "--results", "--check",       "--range", "--picture"};

/// A text in lines of the width that is left beside the names, each but the first under the first.
std::string wrapped(std::string_view text) {
  std::string lines;
  while (text.size() > widest - name_column) {
    auto space = text.rfind(' ', widest - name_column);
    if (space == std::string_view::npos) space = std::min(text.find(' '), text.size());
    lines += fmt::format("{}\n{:{}}", text.substr(0, space), "", name_column);
    text.remove_prefix(std::min(space + 1, text.size()));
  }
  return lines + std::string(text);
}

/// "FORMAT" of "--weight-format".
std::string last_word(const std::string& name) {
  std::string word = name.substr(name.find_last_of("-.") + 1);
  for (char& c : word) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return word;
}

/// What is typed behind an option: few words as they are, many as the name of what they are.
struct Typed {
  std::string metavar;
  std::string words{};  ///< "gpu, cpu, nvme" where the metavar does not say them
};
Typed typed(const CLI::Option& option, const std::string& name) {
  constexpr std::size_t short_list = 8;
  std::string type = option.get_items_expected() == 0 ? std::string{} : option.get_type_name();
  if (type.find('|') == std::string::npos || type.size() <= short_list) return {std::move(type)};
  std::string words;
  for (const char c : type) words += c == '|' ? std::string(", ") : std::string(1, c);
  return {last_word(name), std::move(words)};
}

/// The first words of a list that fit a line.
std::string first_of(const std::string& words) {
  constexpr std::size_t most = 34;
  return words.size() <= most ? words : words.substr(0, words.rfind(", ", most)) + ", …";
}

/// The first sentence of a text; "e.g. 8" ends none.
std::string_view first_sentence(std::string_view text) {
  for (std::size_t at = text.find(". "); at != std::string_view::npos; at = text.find(". ", at + 1))
    if (const std::string_view sentence = text.substr(0, at); !sentence.ends_with("e.g")) return sentence;
  return text;
}

/// Whether a text names the words of a list already.
bool lists(std::string_view text, std::string_view words) {
  const auto first = words.find(", "), second = words.find(", ", first + 2);
  return text.find(words.substr(0, first)) != std::string_view::npos &&
         text.find(words.substr(first + 2, second - first - 2)) != std::string_view::npos;
}

/// A text without what stands in brackets, "(vLLM --max-num-seqs)".
std::string without_brackets(std::string text) {
  for (std::size_t open; (open = text.find(" (")) != std::string::npos;) {
    const auto close = text.find(')', open);
    text.erase(open, close == std::string::npos ? close : close + 1 - open);
  }
  return text;
}

/// The longest of a text, the same without brackets and its beginning that leaves so many columns of a line.
std::string shortened(const std::string& text, std::size_t taken) {
  const std::string bare = without_brackets(text);
  std::string beginning = bare.substr(0, std::min({bare.find(": "), bare.find("; "), bare.size()}));
  for (const std::string& form : {text, bare})
    if (form.size() + taken <= widest - name_column) return form;
  return beginning;
}

/// "Token budget per step: a, b, … [default: 2,048]".
std::string description(const CLI::Option& option, const std::string& words, Extent extent) {
  const std::string& whole = option.get_description();
  const std::size_t bracket = std::min(whole.rfind(" [default: "), whole.size());
  std::string text = whole.substr(0, bracket);
  if (text.ends_with('.')) text.pop_back();
  const bool listed = words.empty() || lists(text, words);
  if (extent == Extent::all) return text + (listed ? "" : ": " + words) + whole.substr(bracket);
  const std::string tail = (listed ? "" : ": " + first_of(words)) + whole.substr(bracket);
  return shortened(std::string(first_sentence(text)), tail.size()) + tail;
}

std::string line_of(const CLI::Option& option, Extent extent) {
  std::vector<std::string> names = shown_names(option);
  if (names.empty()) names = {option.get_name(true)};
  const auto [metavar, words] = typed(option, names.front());
  if (extent == Extent::topics) names.resize(1);
  std::string line = fmt::format("  {}", fmt::join(names, ", "));
  if (!metavar.empty() && !option.get_positional()) line += " " + metavar;
  if (line.size() + 2 > name_column)
    line += fmt::format("\n{:{}}", "", name_column);
  else
    line.resize(name_column, ' ');
  return line + wrapped(description(option, words, extent)) + "\n";
}

/// Options that a command shows, by topic: those that matter most first, then the others by their groups.
class Topics {
 public:
  Topics(const Command& command, const CLI::App& app) : app_(app) {
    const std::vector<std::string_view> questions = question_names();
    if (std::find(questions.begin(), questions.end(), command.name) != questions.end())
      read_ = keys_read(question_of_name(command.name));
  }

  std::string featured(const Topic& topic) {
    std::string text = fmt::format("{}:\n", topic.title);
    for (const std::string_view name : topic.options) text += take(option(name), Extent::topics);
    return text + "\n";
  }

  std::string all(const std::vector<Topic>& featured) {
    std::string text;
    for (const Topic& topic : featured) {
      text += fmt::format("{}:\n", topic.title);
      for (const std::string_view name : topic.options) text += take(option(name), Extent::all);
      text += rest_of(topic.title) + "\n";
    }
    for (const CLI::Option* each : app_.get_options())
      if (const std::string others = rest_of(each->get_group()); !others.empty())
        text += fmt::format("{}:\n{}\n", each->get_group(), others);
    return text;
  }

 private:
  const CLI::Option& option(std::string_view name) const {
    const CLI::Option* found = app_.get_option_no_throw(std::string(name));
    if (!found) throw std::logic_error(fmt::format("help of {}: no option {}", app_.get_name(), name));
    return *found;
  }

  std::string take(const CLI::Option& each, Extent extent) {
    return taken_.insert(&each).second ? line_of(each, extent) : std::string{};
  }

  std::string rest_of(std::string_view group) {
    std::string text;
    for (const CLI::Option* each : app_.get_options())
      if (each->get_group() == group && !group.empty() && moves_answer(*each) && each != app_.get_help_ptr())
        text += take(*each, Extent::all);
    return text;
  }

  /// An input that the question does not read moves nothing.
  bool moves_answer(const CLI::Option& option) const {
    if (!read_) return true;
    const auto& names = option.get_lnames();
    return std::none_of(names.begin(), names.end(), [&](const std::string& name) {
      const bool input = find_input(name) || find_choice(name) || find_reference(name);
      return input && std::find(read_->begin(), read_->end(), current_id(name)) == read_->end();
    });
  }

  const CLI::App& app_;
  std::optional<std::vector<std::string_view>> read_;
  std::set<const CLI::Option*> taken_;
};

std::string output_line(const Command& command, const CLI::App& app) {
  std::string list;
  for (const std::string_view name : usual_output)
    if (app.get_option_no_throw(std::string(name)))
      list += fmt::format("{}{}{}", list.empty() ? "" : ", ", name, name == "-o" ? " FILE" : "");
  return fmt::format("Output: {}\nAll options: llmsize help {} --all\n", list, command.name);
}

const Command& command_of(const std::vector<Command>& all, std::string_view name) {
  return *std::find_if(all.begin(), all.end(), [&](const Command& each) { return each.name == name; });
}

}  // namespace

std::vector<std::string> shown_names(const CLI::Option& option) {
  std::vector<std::string> names, keys;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames())
    if (std::string full = "--" + name; !is_former_option(full))
      (name.find('.') == std::string::npos ? names : keys).push_back(std::move(full));
  return names.empty() ? keys : names;
}

std::string first_steps(const std::vector<Command>& all) {
  std::string text = "llmsize sizes GPU clusters for LLM training and inference.\n\nFirst steps:\n";
  for (const std::string_view name : first_commands) {
    const Command& command = command_of(all, name);
    text += fmt::format("\n  # {}\n  {}\n", command.summary, command.examples.front());
  }
  return text + "\nAll commands: llmsize help\n";
}

std::string overview(const std::vector<Command>& all) {
  std::string text = "llmsize sizes GPU clusters for LLM training and inference.\n\nUsage: llmsize COMMAND [OPTIONS]\n";
  text += fmt::format("\nExample:\n  {}\n\nCommands:\n", all.front().examples.front());
  for (const Command& command : all) text += fmt::format("  {:<11} {}\n", command.name, command.summary);
  return text + "\nllmsize help COMMAND shows options and examples. llmsize --version shows the version.\n";
}

std::string help_of(const Command& command, const CLI::App& app, Extent extent) {
  std::string text =
      fmt::format("{}\n\nUsage: llmsize {} {}\n\nExamples:\n", command.summary, command.name, command.usage);
  for (const std::string_view example : command.examples) text += fmt::format("  {}\n", example);
  if (!command.note.empty()) text += fmt::format("\n{}\n", command.note);
  text += "\n";
  Topics topics(command, app);
  if (extent == Extent::all) {
    text += topics.all(command.topics);
    return text + "Every other input is --KEY VALUE or --set KEY=VALUE: llmsize catalog inputs\n";
  }
  for (const Topic& topic : command.topics) text += topics.featured(topic);
  return text + output_line(command, app);
}

}  // namespace llmsize::cli

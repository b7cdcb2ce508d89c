// SPDX-License-Identifier: Apache-2.0
// What a scenario cannot ask at once.
#include "core/scenario/completion.hpp"

#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"
#include "core/scenario/given.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

/// Whether an option or a scenario file says it: no plan, no measured row, and no page that tries another value.
bool is_of_user(std::string_view key, const Scenario::Said* said) {
  return said && (is_option(*said) || said->giver.ends_with(fmt::format(": {}", key)));
}

/// Whether a word stands for nothing at all: "none".
bool means_none(const Option& option) {
  return std::all_of(option.settings.begin(), option.settings.end(), [](const Setting& each) {
    return !each.key || (!each.copy_of && each.value == 0);
  });
}

/// Whether a number denies the word that would set it: a flag or a code that differs, a ratio of none where the word
/// means some, or of some where it means none. Other numbers refine their word, as a fraction of layers "selective".
bool denies(const Option& option, const Setting& setting, double number) {
  if (setting.copy_of) return false;
  const InputAbout& about = *input_row(*setting.key).about;
  if (about.whole) return number != setting.value;
  if (about.unit != Unit::ratio) return false;
  return setting.value == 0 ? number != 0 && means_none(option) : number == 0;
}

/// The words of a choice that a number agrees with.
std::vector<std::string> agreeing(const Choice& choice, InputKey key, double number) {
  std::vector<std::string> words;
  for (const Option& option : choice.options)
    for (const Setting& setting : option.settings)
      if (setting.key == key && !denies(option, setting, number)) words.emplace_back(option.word);
  return words;
}

void refuse_denied(const Scenario& scenario, const Choice& choice, const Scenario::Said& word) {
  const auto option = std::find_if(
      choice.options.begin(), choice.options.end(), [&](const Option& each) { return each.word == word.value.word; });
  if (option == choice.options.end()) return;
  for (const Setting& setting : option->settings) {
    const Scenario::Said* number = setting.key ? scenario.find(setting.key->text()) : nullptr;
    if (!number || !is_of_user(setting.key->text(), number) || !denies(*option, setting, *number->value.number))
      continue;
    const std::vector<std::string> words = agreeing(choice, *setting.key, *number->value.number);
    const std::string others =
        words.empty() ? std::string{} : fmt::format(", or use {} {}", word.giver, fmt::join(words, " or "));
    throw BadInput(
        BadInput::Kind::usage,
        fmt::format(
            "{} {} and {} {} exclude each other: {} stands for {}", word.giver, word.text, number->giver, number->text,
            word.text, pretty(setting.value, *input_row(*setting.key).about)),
        fmt::format("leave one of them out{}", others));
  }
}

/// A phase is a part of the training.
void refuse_longer(const Filling& filling, std::string_view phase, double before, std::string_view what) {
  const Scenario::Said *part = filling.scenario.find(phase), *whole = filling.scenario.find("workload.tokens");
  const double tokens = filling.given("workload.tokens");
  if (!is_of_user(phase, part) || (whole && !is_of_user("workload.tokens", whole)) ||
      !(*part->value.number > tokens - before))
    return;
  throw BadInput(
      BadInput::Kind::usage,
      fmt::format(
          "{} {}: {} is longer than the training of {} tokens", part->giver, part->text, what,
          pretty(tokens, Unit::count)),
      fmt::format("use at most {}", pretty(std::max(0.0, tokens - before), Unit::count)));
}

}  // namespace

void refuse_denied_words(const Scenario& scenario) {
  for (const Choice* choice : choices())
    if (const Scenario::Said* word = scenario.find(choice->key); is_of_user(choice->key, word))
      refuse_denied(scenario, *choice, *word);
}

void refuse_long_phases(const Filling& filling) {
  if (!(filling.plan["workload.trains"] == 1)) return;
  constexpr std::string_view ramp_key = "workload.ramp_tokens", long_key = "workload.long_tokens";
  refuse_longer(filling, ramp_key, 0, "the batch size ramp-up");
  refuse_longer(filling, long_key, 0, "the long-context phase");
  const double ramp = filling.plan[InputKey("workload.ramp_tokens")];
  refuse_longer(filling, long_key, ramp, "the long-context phase after the batch size ramp-up");
}

void refuse_unplanned_precision(const Scenario& scenario) {
  const Scenario::Said *precision = scenario.find("workload.precision"), *search = scenario.find("layout.search"),
                       *stated = scenario.find("software.utilisation");
  const bool plain = search && search->value.word == "plain";
  if (!precision || precision->value.word != "best" || !(plain || stated)) return;
  throw BadInput(
      BadInput::Kind::usage,
      fmt::format(
          "{} and {} exclude each other: the best precision is that of a plan", precision->giver,
          (plain ? search : stated)->giver),
      "use --precision bf16");
}

void refuse_two_models(const Scenario& scenario) {
  const Scenario::Said *model = scenario.find("model"), *parameters = scenario.find("model.parameters_given");
  if (!model || !parameters || parameters->giver != option_of("model.parameters_given")) return;
  throw BadInput(
      BadInput::Kind::usage,
      fmt::format(
          "{} and {} exclude each other: {} has its own parameters", parameters->giver, model->giver,
          in_quotes(model->text)),
      "leave one of them out");
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// What the words of choices set.
#include "core/scenario/completion.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

auto take_word(Filling& filling, const Choice& choice, std::string_view word, std::string_view why)
    -> decltype(Case::words)::iterator {
  const From from{Origin::Kind::initial, {}, why};
  return filling.plan.words.insert_or_assign(std::string(choice.key), Case::Word{std::string(word), filling.told(from)})
      .first;
}

const Option* option_named(const Choice& choice, std::string_view word) {
  return &*std::find_if(
      choice.options.begin(), choice.options.end(), [&](const Option& option) { return option.word == word; });
}

/// Whether an accelerator is there and has no peak to copy.
bool lacks(const Filling& filling, const Option& option) {
  const bool there = filling.plan.has("accelerator.peak_bf16") || filling.plan.has("accelerator.peak_fp16");
  const Setting& first = option.settings.front();
  return there && first.key && first.copy_of && !filling.plan.has(*first.copy_of);
}

void take_setting(Filling& filling, const Choice& choice, const Option& option, const Setting& setting) {
  if (filling.plan.has(*setting.key)) return;
  const InputKey from = setting.copy_of.value_or(*setting.key);
  if (setting.copy_of && !filling.plan.has(from)) return;
  const Origin& copied = filling.plan.origin(from);
  std::string detail;
  if (filling.tells()) {
    detail = fmt::format("{} {}", choice.key.substr(choice.key.find('.') + 1), option.word);
    if (setting.copy_of) detail += fmt::format(", {}", text(copied));
  }
  if (!setting.copy_of)
    return filling.fill(*setting.key, setting.value, {Origin::Kind::choice, detail, option.meaning});
  const bool assumed = copied.kind == Origin::Kind::assumed;
  filling.fill(
      *setting.key, filling.plan[from],
      {assumed ? copied.kind : Origin::Kind::choice, detail, copied.source, copied.confidence},
      filling.plan.spread(from));
}

}  // namespace

void take_choice(Filling& filling, const Choice& choice) {
  auto word = filling.plan.words.find(choice.key);
  if (word == filling.plan.words.end()) {
    if (choice.initial.empty()) return;
    word = take_word(filling, choice, choice.initial, choice.source);
  }
  if (word->second.word.empty()) return;
  const Option* option = option_named(choice, word->second.word);
  // Where this accelerator lacks the precision that a model was trained in, or the usual one, the first that it has.
  const Origin::Kind kind = word->second.origin.kind;
  if ((kind == Origin::Kind::preset || kind == Origin::Kind::initial) && lacks(filling, *option)) {
    const std::string lacking = "the accelerator lacks " + word->second.word;
    const auto has = std::find_if(
        choice.options.begin(), choice.options.end(), [&](const Option& each) { return !lacks(filling, each); });
    if (has != choice.options.end()) option = &*has;
    take_word(filling, choice, option->word, lacking);
  }
  for (const Setting& setting : option->settings)
    if (setting.key) take_setting(filling, choice, *option, setting);
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// Checks values against the declarations of inputs.
#include "core/inputs/value.hpp"

#include "core/inputs/class_shares.hpp"
#include "core/inputs/familiar.hpp"
#include "core/inputs/former.hpp"
#include "core/inputs/list.hpp"
#include "core/inputs/not_modeled.hpp"
#include "core/quantity/date.hpp"
#include "core/quantity/parse.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

/// A bound of shares just below 1 is not rounded to it.
std::string bound(double value, Unit unit) {
  return unit == Unit::ratio && value < 1 ? exact(value) : pretty(value, unit);
}
std::string range(const InputAbout& about) {
  return fmt::format("from {} to {}", bound(about.least, about.unit), bound(about.most, about.unit));
}

/// Who types 99 of a share means 99%.
bool is_percent(const InputAbout& about, double number) {
  constexpr double least_percent = 10;
  return about.unit == Unit::ratio && about.most <= 1 && number == std::floor(number) && number >= least_percent &&
         number >= 100 * about.least && number <= 100 * about.most;
}

double checked(const InputAbout& about, double number, std::string_view shown, const Giver& giver) {
  if (!std::isfinite(number)) refuse_value(giver, shown, accepted(about.unit));
  if (about.whole && number != std::floor(number))
    refuse_value(giver, shown, about.unit == Unit::flag ? accepted(about.unit) : "a whole number");
  if (number < about.least || number > about.most) {
    refuse_value(
        giver, shown, fmt::format("a value {}", range(about)),
        is_percent(about, number) ? offered({fmt::format("{:.0f}%", number)}) : std::string{});
  }
  return number;
}

/// Refuses what stands for something that is not modeled.
void refuse_not_modeled(std::string_view word, const Giver& giver) {
  if (const std::string_view sentence = not_modeled(word); !sentence.empty())
    throw NotModeled(fmt::format("{}: {}", giver.name, sentence));
}

std::string in_small_letters(std::string_view text) {
  std::string small(text);
  std::transform(small.begin(), small.end(), small.begin(), [](char c) {
    return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return small;
}

Value choice_value(const Choice& choice, std::string_view text, const Giver& giver) {
  std::vector<std::string_view> words;
  for (const Option& option : choice.options) words.push_back(option.word);
  auto found = std::find(words.begin(), words.end(), current_word(choice.key, text));
  if (found == words.end())
    found = std::find(words.begin(), words.end(), current_word(choice.key, in_small_letters(text)));
  // Spreadsheets and scripts write 1.0 for the word 1.
  if (const auto number = parse(text, Unit::count); found == words.end() && number)
    found = std::find(words.begin(), words.end(), exact(*number));
  if (found == words.end()) {
    refuse_not_modeled(text, giver);
    const std::string_view meant = familiar(fmt::format("{}={}", choice.key, in_small_letters(text)));
    refuse_value(giver, text, any_of(words), meant.empty() ? did_you_mean(text, words) : offered({meant}));
  }
  return {{}, std::string(*found)};
}

/// "15.6T tokens" of workload.tokens is "15.6T": a word of the key may stand behind a count.
std::string_view without_noun(std::string_view key, std::string_view text) {
  const auto blank = text.find_last_of(' ');
  if (blank == std::string_view::npos) return text;
  const std::string_view noun = text.substr(blank + 1);
  const auto at = noun.size() < 3 ? std::string_view::npos : key.rfind(noun);
  if (at == std::string_view::npos || at == 0) return text;
  const auto is_end = [](char c) { return c == '.' || c == '_'; };
  const std::size_t end = at + noun.size();
  return is_end(key[at - 1]) && (end == key.size() || is_end(key[end])) ? text.substr(0, blank) : text;
}

/// Whether a text is written as a date, of a day of the calendar or not: "2027-02-30".
bool is_written_as_date(std::string_view text) {
  constexpr std::string_view form = "0000-00-00";
  const auto fits = [](char letter, char of_form) {
    return of_form == '0' ? '0' <= letter && letter <= '9' : letter == of_form;
  };
  return text.size() == form.size() && std::equal(text.begin(), text.end(), form.begin(), fits);
}

/// Refuses a deadline that is no day, or none after the day that it is counted from: "2028-01-01/2027-06-01".
void refuse_odd_date(std::string_view text, const Giver& giver) {
  const auto slash = text.find('/');
  const std::string_view end = slash == text.npos ? text : text.substr(slash + 1);
  if (!is_written_as_date(end)) return;
  const auto day = parse_date(end);
  if (!day) refuse_value(giver, end, "a day of the calendar (2026-12-01)");
  const std::string_view start = slash == text.npos ? data_date() : text.substr(0, slash);
  const auto first = parse_date(start);
  if (first && *day <= *first)
    refuse_value(giver, end, fmt::format("a date after {}, from which time counts (--as-of)", start));
}

}  // namespace

std::string_view data_date() { return "2026-11-09"; }

std::string with_start(std::string_view key, std::string_view text, std::string_view start) {
  const bool is_date = key == "goal.deadline" && parse_date(text);
  return is_date ? fmt::format("{}/{}", start, text) : std::string(text);
}

void refuse_value(const Giver& giver, std::string_view text, std::string_view expected, const std::string& hint) {
  if (giver.kind == BadInput::Kind::usage) refuse_value(giver.name, text, expected, hint);
  refuse_contents(giver.name, fmt::format("invalid value {}: expected {}", in_quotes(text), expected), hint);
}

void require_key(std::string_view key, const Giver& giver) {
  if (InputKey::find(key) || WordKey::find(key)) return;
  refuse_not_modeled(key, giver);
  throw BadInput(
      giver.kind, fmt::format("{}: unknown input {}", giver.name, in_quotes(key)), nearest_id(key, scenario_keys()));
}

Value value_of(std::string_view key, std::string_view text, const Giver& giver) {
  require_key(key, giver);
  if (const Choice* choice = find_choice(key)) return choice_value(*choice, text, giver);
  if (const Reference* reference = find_reference(key)) {
    if (text.empty()) refuse_value(giver, text, "an ID of the catalog");
    if (reference->kind == "traffic" && names_classes(text)) class_shares(text, giver);
    return {{}, std::string(text)};
  }
  const InputAbout& about = *find_input(key);
  if (const auto said = spoken(key, text)) {
    if (said->key == key) return value_of(key, said->text, giver);
    refuse_value(giver, text, "a number", offered({fmt::format("--{} {}", said->key, said->text)}));
  }
  if (key == "goal.deadline") refuse_odd_date(text, giver);
  const auto number = parse(about.unit == Unit::count ? without_noun(key, text) : with_start(key, text), about.unit);
  if (!number) refuse_value(giver, text, fmt::format("{}{}", accepted(about.unit), spoken_words(key)));
  return {checked(about, *number, text, giver), {}};
}

Value value_of(std::string_view key, double base_units, const Giver& giver) {
  require_key(key, giver);
  const InputAbout* about = find_input(key);
  return about ? Value{checked(*about, base_units, exact(base_units), giver), {}}
               : value_of(key, exact(base_units), giver);
}

std::string bounds(std::string_view key) {
  const InputAbout* about = find_input(key);
  return about ? range(*about) : std::string{};
}

}  // namespace llmsize

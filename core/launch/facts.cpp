// SPDX-License-Identifier: Apache-2.0
#include "core/launch/facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <sstream>

namespace llmsize {
namespace {

using Kind = LaunchFlag::Kind;

bool is_harmless(char letter) {
  constexpr std::string_view signs = "_./:=,@%+-";
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || signs.find(letter) != std::string_view::npos;
}

double value_of(const LaunchFlag& flag, const LaunchFacts& facts) {
  return facts.number(flag.value) * (flag.times.empty() ? 1 : facts.number(flag.times));
}

/// Three digits, never above the share itself: memory that is not there cannot be given.
std::string share_of(double share) { return fmt::format("{:.3f}", std::floor(share * 1000) / 1000); }

std::string with(const LaunchFlag& flag, std::string_view argument) {
  return fmt::format("{} {}", flag.flag, argument);
}

/// A flag with a number; empty where it is left out.
std::string numbered(const LaunchFlag& flag, LaunchFacts& facts) {
  const double value = value_of(flag, facts);
  if (is_absent(value)) {
    if (flag.kind != Kind::on && !facts.numbers.contains(flag.value))
      facts.notes.push_back(fmt::format("{} is left out. Its value is not known.", flag.flag));
    return {};
  }
  switch (flag.kind) {
    case Kind::on: return value == 1 ? flag.flag : std::string();
    case Kind::share: return with(flag, share_of(value));
    case Kind::above_one: return value > 1 ? with(flag, fmt::format("{:.0f}", value)) : std::string();
    default: return with(flag, fmt::format("{:.0f}", value));
  }
}

std::string listed_arguments(const std::string& text) {
  std::string arguments;
  std::istringstream words(text);
  for (std::string word; words >> word;) arguments += (arguments.empty() ? "" : " ") + quoted_argument(word);
  return arguments;
}

/// A flag with a word; empty where it is left out.
std::string worded_flag(const LaunchFlag& flag, LaunchFacts& facts) {
  const std::string word = facts.word(flag.value);
  if (word.empty()) return {};
  if (flag.kind == Kind::text) return with(flag, quoted_argument(word));
  if (flag.kind == Kind::list) return with(flag, listed_arguments(word));
  const auto found = flag.words.find(word);
  if (found != flag.words.end()) return with(flag, found->second);
  facts.reasons.push_back(fmt::format("{} has no {} for {}.", flag.engine, flag.flag, word));
  return {};
}

bool takes_word(Kind kind) { return kind == Kind::word || kind == Kind::text || kind == Kind::list; }

}  // namespace

std::string quoted_argument(std::string_view text) {
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_harmless)) return std::string(text);
  std::string quoted = "'";
  for (const char letter : text) quoted += letter == '\'' ? "'\\''" : std::string(1, letter);
  return quoted + "'";
}

double LaunchFacts::number(std::string_view name) const {
  if (const auto found = numbers.find(name); found != numbers.end()) return found->second;
  const auto key = InputKey::find(name);
  return key ? input(*key) : absent;
}

std::string LaunchFacts::word(std::string_view name) const {
  if (const auto found = words.find(name); found != words.end()) return found->second;
  const auto key = WordKey::find(name);
  return key ? around->word(*key) : std::string();
}

std::vector<std::string> flags_with_values(std::string_view engine, LaunchFacts& facts) {
  std::vector<std::string> flags;
  for (const LaunchFlag& flag : launch_flags(engine)) {
    if (flag.kind == Kind::node) continue;
    std::string text = takes_word(flag.kind) ? worded_flag(flag, facts) : numbered(flag, facts);
    if (!text.empty()) flags.push_back(std::move(text));
  }
  return flags;
}

}  // namespace llmsize

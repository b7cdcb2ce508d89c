// SPDX-License-Identifier: Apache-2.0
// Reads claims and ranges of hidden inputs as they are typed.
#include "core/audit/audit.hpp"
#include "core/files/bad_input.hpp"
#include "core/inputs/former.hpp"
#include "core/inputs/list.hpp"
#include "core/inputs/value.hpp"
#include "core/quantity/parse.hpp"
#include "core/registry/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

constexpr double usual_tolerance = 0.1;

[[noreturn]] void refuse(
    std::string_view option, std::string_view text, const std::string& why, const std::string& hint = {}) {
  throw BadInput(BadInput::Kind::usage, fmt::format("{} {}: {}", option, in_quotes(text), why), hint);
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

/// What stands before and after the first `mark`; nothing where there is none.
std::optional<std::pair<std::string_view, std::string_view>> parted(std::string_view text, std::string_view mark) {
  const auto at = text.find(mark);
  if (at == std::string_view::npos) return {};
  return std::pair{trimmed(text.substr(0, at)), trimmed(text.substr(at + mark.size()))};
}

Term read_term(std::string_view text, std::string_view whole) {
  std::string target;
  std::string_view id = text;
  if (const auto parts = parted(text, ":")) {
    target = parts->first;
    id = parts->second;
    std::vector<std::string_view> words;
    for (const Option& option : find_choice("memory.offload")->options) words.push_back(option.word);
    if (std::find(words.begin(), words.end(), target) == words.end())
      refuse(
          "--claim", whole, fmt::format("invalid target {}: expected {}", in_quotes(target), any_of(words)),
          did_you_mean(target, words));
  }
  const auto number = NumberId::find(id);
  if (!number) refuse("--claim", whole, fmt::format("unknown result {}", in_quotes(id)), nearest_id(id, result_ids()));
  return {target, *number};
}

}  // namespace

Unit unit_of(const Term& term) {
  const auto result = term.number.result();
  return result ? result_row(*result).about->unit : about_of(*term.number.input()).unit;
}

Claim read_claim(std::string_view text) {
  const auto sides = parted(text, "=");
  if (!sides) refuse("--claim", text, "expected RESULT=NUMBER or RESULT/RESULT=NUMBER");
  auto number = sides->second;
  double tolerance = usual_tolerance;
  auto tolerated = parted(number, "+-");
  if (!tolerated) tolerated = parted(number, "±");
  if (tolerated) {
    const auto share = parse(tolerated->second, Unit::ratio);
    if (!share || !(*share > 0) || *share >= 1)
      refuse(
          "--claim", text,
          fmt::format("invalid tolerance {}: expected a percentage (5%)", in_quotes(std::string(tolerated->second))));
    tolerance = *share;
    number = tolerated->first;
  }
  const auto ratio = parted(sides->first, "/");
  const Term over = read_term(ratio ? ratio->first : sides->first, text);
  std::optional<Term> under;
  if (ratio) under = read_term(ratio->second, text);
  const Unit unit = under ? Unit::ratio : unit_of(over);
  const auto claimed = parse(number, unit);
  if (!claimed || !(*claimed > 0))
    refuse(
        "--claim", text, fmt::format("invalid value {}: expected {}", in_quotes(std::string(number)), accepted(unit)));
  return {std::string(text), over, under, *claimed, tolerance};
}

Hidden read_hidden(std::string_view text) {
  const auto sides = parted(text, "=");
  const auto ends = sides ? parted(sides->second, "..") : std::nullopt;
  if (!ends) refuse("--hidden", text, "expected KEY=LOW..HIGH (node.nvme_read=5GB/s..50GB/s)");
  const auto key = InputKey::find(sides->first);
  if (!key) {
    std::vector<std::string_view> keys;
    for (const InputAbout* about : numeric_inputs()) keys.push_back(about->key);
    refuse(
        "--hidden", text, fmt::format("unknown input {}", in_quotes(std::string(sides->first))),
        nearest_id(sides->first, keys));
  }
  const Giver giver{fmt::format("--hidden {}", in_quotes(text))};
  const double low = *value_of(key->text(), ends->first, giver).number,
               high = *value_of(key->text(), ends->second, giver).number;
  if (!(low > 0) || !(low < high))
    refuse(
        "--hidden", text,
        fmt::format("expected two values of {}, the smaller one first", accepted(find_input(key->text())->unit)));
  return {*key, low, high};
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/bare.hpp"

#include "core/files/bad_input.hpp"
#include "core/quantity/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

/// What a bare number below `least` may mean.
struct Meant {
  std::string_view key, one, other;
  double least;
};
constexpr double always = 1e300, fewest_tokens = 1e6;
constexpr Meant all[] = {
    {"goal.deadline", "d", "h", always},          {"checkpoint.interval_given", "min", "s", always},
    {"serving.tpot_limit", "ms", "s", always},    {"serving.ttft_limit", "ms", "s", always},
    {"serving.latency_limit", "s", "ms", always}, {"workload.tokens", "T", "B", fewest_tokens}};

const Meant* meaning_of(std::string_view key) {
  const auto meant = std::find_if(std::begin(all), std::end(all), [&](const Meant& each) { return each.key == key; });
  return meant == std::end(all) ? nullptr : meant;
}

}  // namespace

std::string_view likely_unit(std::string_view key) {
  const Meant* meant = meaning_of(key);
  return meant ? meant->one : std::string_view{};
}

void refuse_bare(std::string_view key, std::string_view text, const Giver& giver) {
  const Meant* meant = meaning_of(key);
  if (!meant || text.find_first_not_of("0123456789.,_+ ") != std::string_view::npos) return;
  const auto number = parse(text, Unit::count);
  if (!number || !(*number > 0) || *number >= meant->least) return;
  refuse_value(giver, text, fmt::format("a unit ({}{} or {}{})", text, meant->one, text, meant->other));
}

}  // namespace llmsize

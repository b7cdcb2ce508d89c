// SPDX-License-Identifier: Apache-2.0
// Orders assumptions and folds them.
#include "core/view/routine.hpp"

#include "core/answer/answer.hpp"
#include "core/quantity/statistics.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace llmsize {
namespace {

constexpr std::size_t few = 3;

constexpr FindingAbout together =
    told_finding<"input.assumed">({.severity = Severity::info, .sentence = "{} assumptions{}. List: --findings all."});

using One = Findings::value_type;

bool is_assumption(const One& each) {
  return each.first.id == "input.assumed" && each.first.severity == Severity::info;
}

/// The number that assumptions are weighed by; nothing where neither is known.
const ResultRow* weighed(const Case& plan) {
  const Once values(plan.values, dependents());
  for (const ResultKey id : {ResultKey("training.calendar_time"), ResultKey("training.step_time")})
    if (std::isfinite(result_row(id).value(values))) return &result_row(id);
  return nullptr;
}

std::vector<InputKey> inputs_of(const One& each) {
  std::vector<InputKey> keys;
  for (const std::string& field : each.first.fields)
    if (const auto key = InputKey::find(field)) keys.push_back(*key);
  return keys;
}

}  // namespace

Findings in_order(Findings findings, const Case& plan) {
  const ResultRow* row = weighed(plan);
  // Assumptions are weighed by another measure and come after what is worth a sentence of its own.
  using Weight = std::tuple<Severity, bool, double>;
  std::vector<std::pair<Weight, One>> weighted;
  for (One& each : findings) {
    const bool assumed = is_assumption(each);
    // Errors stand in the order in which they have to be mended.
    const double weight = !row || each.first.severity == Severity::error ? 0
                          : assumed                                      ? spread_by(plan, *row, inputs_of(each))
                                                                         : elasticity(plan, *row, inputs_of(each));
    weighted.emplace_back(Weight{each.first.severity, !assumed, weight}, std::move(each));
  }
  std::stable_sort(weighted.begin(), weighted.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  for (std::size_t i = 0; i < findings.size(); ++i) findings[i] = std::move(weighted[i].second);
  return findings;
}

Findings folded(Findings findings, const Case& plan) {
  const auto count = static_cast<std::size_t>(std::count_if(findings.begin(), findings.end(), is_assumption));
  if (count < few) return findings;
  std::vector<InputKey> keys;
  for (const One& each : findings)
    if (is_assumption(each))
      for (const InputKey key : inputs_of(each)) keys.push_back(key);
  std::string effect;
  if (const ResultRow* row = weighed(plan)) {
    const double value = row->value(Once(plan.values, dependents())), spread = spread_by(plan, *row, keys);
    effect = fmt::format(
        " set P10–P90 {} of {}",
        range_text(value * std::exp(-z90 * spread), value * std::exp(z90 * spread), row->about->unit),
        lower_first(std::string(row->about->title)));
  }
  const auto first = std::find_if(findings.begin(), findings.end(), is_assumption);
  *first = One{found(together, {fmt::format("{}", count), effect}), {}};
  findings.erase(std::remove_if(first + 1, findings.end(), is_assumption), findings.end());
  return findings;
}

}  // namespace llmsize

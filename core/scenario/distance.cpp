// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/distance.hpp"

#include "core/catalog/entry_words.hpp"
#include "core/catalog/release.hpp"
#include "core/quantity/absent.hpp"
#include "core/quantity/date.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace llmsize {
namespace {

bool is_among(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

}  // namespace

double Distance::spread() const {
  double square = 0;
  for (const FarPart& part : parts)
    if (part.spread > 0) square += part.spread * part.spread;
  return std::sqrt(square);
}

std::string Distance::sentence() const {
  std::vector<std::string> texts;
  texts.reserve(parts.size());
  for (const FarPart& part : parts)
    if (part.spread > 0) texts.push_back(part.what);
  return fmt::format("unlike its measured runs: {}", fmt::join(texts, ", "));
}

Distance distance_of(const Case& plan, const Entry& stack, bool mixture) {
  Distance far;
  if (!stack.fitted) return far;
  const FittedTo& to = *stack.fitted;
  const auto add = [&](InputKey by, double times, std::string what) {
    far.parts.push_back({std::move(what), by, times, plan[by] * times});
  };
  const auto word = [&](std::string_view key) {
    const auto found = plan.words.find(key);
    return found == plan.words.end() ? std::string{} : found->second.word;
  };
  const std::string accelerator = word("accelerator.id"), precision = word("workload.precision");
  if (!accelerator.empty() && !is_among(to.accelerators, accelerator))
    add("software.unseen_accelerator", 1, fmt::format("none on {}", accelerator));
  if (!precision.empty() && !is_among(to.precisions, precision))
    add("software.unseen_precision", 1, fmt::format("none in {}", precision));
  if (to.models.size() < 2)
    add("software.single_model", 1, to.models.empty() ? "none at all" : fmt::format("all of {}", to.models.front()));
  const auto beyond = [&](InputKey spread, InputKey input, double most, const char* what) {
    const double times = plan[input] / most;
    if (times > 1 && std::isfinite(times))
      add(spread, std::log2(times), fmt::format("{:.3g} times their {}", times, what));
  };
  beyond("software.longer_sequence", "workload.sequence", to.longest_sequence, "longest sequence");
  beyond("software.more_gpus", "cluster.gpus", to.most_gpus, "GPUs");
  const double years = plan["software.as_of"] - year_of_text(word_of(stack, "date")).value_or(absent);
  if (years > 0 && release_in_id(stack.id).empty()) {
    add(mixture ? InputKey("software.mixture_ageing") : InputKey("software.ageing"), std::sqrt(years),
        fmt::format("measured {}", word_of(stack, "date")));
    far.parts.back().years = years;
  }
  return far;
}

}  // namespace llmsize

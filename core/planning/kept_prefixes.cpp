// SPDX-License-Identifier: Apache-2.0
#include "core/planning/kept_prefixes.hpp"

#include "core/registry/broken.hpp"

#include <algorithm>
#include <utility>

namespace llmsize {
namespace {

constexpr InputKey kept_hit_key = "serving.prefix_hit", rate_key = "serving.rate";

}  // namespace

KeptPrefixes::KeptPrefixes(const Case& served, double ceiling)
    : values_(served.values, dependents()),
      ceiling_(ceiling),
      stated_rate_(served[rate_key]),
      limited_(served["serving.ttft_limit"] > 0 || served["serving.tpot_limit"] > 0) {}

void KeptPrefixes::load(double rate) {
  const Change change[] = {{rate_key, is_absent(rate) ? stated_rate_ : rate}};
  values_.change(change);
}

/// The highest hit rate that gives itself: more hits leave more memory and shorten answers, so that following what is
/// expected leads down to it. A load that has no end without hits keeps none.
double KeptPrefixes::hits_at(double rate) {
  constexpr int follows = 6;
  constexpr double close = 5e-4, first_step = 0.004;
  load(rate);
  const auto expected = [&](double taken) {
    values_.change(kept_hit_key, taken);
    const double found = of("serving.prefix_hit_expected");
    return is_absent(found) ? 0 : found;
  };
  double above = ceiling_;
  for (int i = 0; i < follows; ++i) {
    const double found = expected(above);
    if (found >= above) return above;
    above = found;
    if (!(above > 0)) return 0;
  }
  // It comes near slowly: from below it is bracketed.
  double below = above, step = first_step;
  while (below > 0 && expected(below) < below) {
    above = std::exchange(below, std::max(0.0, below - step));
    step *= 2;
  }
  while (above - below > close) {
    const double between = (below + above) / 2;
    (expected(between) >= between ? below : above) = between;
  }
  return below;
}

bool KeptPrefixes::carries(double rate) { return promises(rate, hits_at(rate)); }

bool KeptPrefixes::promises(double rate, double hit) {
  load(rate);
  values_.change(kept_hit_key, hit);
  return limited_ ? of("serving.capacity") >= rate && !is_broken("serving.limit_missed", values_)
                  : of("serving.rate_at_limit") >= rate;
}

double KeptPrefixes::goodput() {
  constexpr double close = 0.005;
  load(absent);
  values_.change(kept_hit_key, ceiling_);
  double most = of("serving.rate_at_limit"), kept = 0;
  if (!(most > 0)) return most;
  if (carries(most)) return most;
  while (most - kept > close * most && most > 1e-9) {
    const double between = (kept + most) / 2;
    (carries(between) ? kept : most) = between;
  }
  return kept;
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
#include "core/planning/kept_prefixes.hpp"

#include "core/inputs/tier.hpp"
#include "core/registry/broken.hpp"
#include "core/scenario/load.hpp"

#include <algorithm>
#include <utility>

namespace llmsize {
namespace {

constexpr InputKey all_hits_key = "serving.prefix_hit", gpu_hits_key = "serving.prefix_hit_gpu",
                   rate_key = "serving.rate", tier_key = "serving.store_tier";
constexpr double gpu_memory = code(Tier::gpu);

}  // namespace

KeptPrefixes::KeptPrefixes(const Case& served, double ceiling, const PrefixHits& stated)
    : values_(served.values, dependents()),
      stated_(stated),
      ceiling_(ceiling),
      stated_rate_(served[rate_key]),
      tier_(served[tier_key]),
      limited_(has_latency_slo(served)) {}

void KeptPrefixes::load(double rate) {
  const Change change[] = {{rate_key, is_absent(rate) ? stated_rate_ : rate}};
  values_.change(change);
}

void KeptPrefixes::hit(const PrefixHits& hits) {
  const Change change[] = {{all_hits_key, hits.all}, {gpu_hits_key, hits.on_gpus}};
  values_.change(change);
}

/// What a cache down to a tier hits with the hits as they are; nothing of a load that has no end with them.
double KeptPrefixes::expected(double tier) {
  values_.change(tier_key, tier);
  const double found = of("serving.prefix_hit_expected");
  return is_absent(found) ? 0 : found;
}

/// The highest hit rate that gives itself: more hits leave more memory and shorten answers, so that following what is
/// expected leads down to it.
PrefixHits KeptPrefixes::sustained(double tier) {
  constexpr int follows = 6;
  constexpr double close = 5e-4, first_step = 0.004;
  double on_gpus = 0;
  const auto found = [&](double taken) {
    hit({taken, taken});
    on_gpus = std::min(taken, is_absent(stated_.on_gpus) ? expected(gpu_memory) : stated_.on_gpus);
    if (!(tier > gpu_memory)) return expected(tier);
    hit({taken, on_gpus});
    return std::max(on_gpus, expected(tier));
  };
  if (!is_absent(stated_.all)) {
    found(stated_.all);
    return {stated_.all, on_gpus};
  }
  double above = ceiling_;
  for (int i = 0; i < follows; ++i) {
    const double lower = found(above);
    if (lower >= above) return {above, on_gpus};
    above = lower;
    if (!(above > 0)) return {};
  }
  // It comes near slowly: from below it is bracketed.
  double below = above, step = first_step;
  while (below > 0 && found(below) < below) {
    above = std::exchange(below, std::max(0.0, below - step));
    step *= 2;
  }
  while (above - below > close) {
    const double between = (below + above) / 2;
    (found(between) >= between ? below : above) = between;
  }
  found(below);
  return {below, on_gpus};
}

PrefixHits KeptPrefixes::hits_at(double rate) {
  load(rate);
  const PrefixHits loaded = sustained(tier_);
  if (!(tier_ > gpu_memory) || !is_absent(stated_.all) || keeps(rate, loaded)) return loaded;
  load(rate);
  PrefixHits alone = sustained(gpu_memory);
  // Where nothing is loaded, what is stated of GPU memory is all that is hit.
  if (!is_absent(stated_.on_gpus)) alone.all = alone.on_gpus = std::min(ceiling_, stated_.on_gpus);
  return keeps(rate, alone) ? alone : loaded;
}

bool KeptPrefixes::keeps(double rate, const PrefixHits& hits) {
  load(rate);
  values_.change(tier_key, tier_);
  hit(hits);
  const double sent = is_absent(rate) ? stated_rate_ : rate;
  return limited_ ? of("serving.capacity") >= sent && !is_broken("serving.limit_missed", values_)
                  : of("serving.rate_at_limit") >= sent;
}

double KeptPrefixes::goodput(double carried) {
  constexpr double close = 0.005;
  load(absent);
  hit({ceiling_, ceiling_});
  double most = of("serving.rate_at_limit"), kept = carried;
  if (!(most > kept)) return most > 0 ? kept : most;
  if (carries(most)) return most;
  while (most - kept > close * most && most > 1e-9) {
    const double between = (kept + most) / 2;
    (carries(between) ? kept : most) = between;
  }
  return kept;
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// What a service with one split keeps of its sessions: the more requests come, the sooner its prefix cache forgets.
#pragma once

#include "core/planning/serving_plan.hpp"
#include "core/registry/registry.hpp"

namespace llmsize {

/// Hit rates of a prefix cache: all of it, and what is found in GPU memory and not loaded from an offload tier.
struct PrefixHits {
  double all = 0, on_gpus = 0;
};

class KeptPrefixes {
 public:
  /// Of a service whose split and nodes are said. `ceiling` is the hit rate of endless memory; what `stated` has is so
  /// whatever memory keeps, what is absent of it follows from memory.
  KeptPrefixes(const Case& served, double ceiling, const PrefixHits& stated);

  /// What memory and traffic sustain at a rate; at the load as it stands where it is absent. Hits of an offload tier
  /// do not count where the limits are kept without them alone: it is slower than to compute anew.
  PrefixHits hits_at(double rate);
  /// Whether the limits are kept at a rate with what is hit then.
  bool carries(double rate) { return keeps(rate, hits_at(rate)); }
  /// The highest such rate, to half a percent and not below one that is known to be carried; absent where nothing is
  /// known of it.
  double goodput(double carried);

 private:
  double of(ResultKey id) const { return result_row(id).value(values_); }
  void load(double rate);
  void hit(const PrefixHits& hits);
  double expected(double tier);
  PrefixHits sustained(double tier);
  bool keeps(double rate, const PrefixHits& hits);

  Once values_;
  PrefixHits stated_;
  double ceiling_, stated_rate_, tier_;
  bool limited_;
};

}  // namespace llmsize

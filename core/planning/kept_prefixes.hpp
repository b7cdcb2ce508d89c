// SPDX-License-Identifier: Apache-2.0
// What a service with one split keeps of its sessions: the more requests come, the sooner its prefix cache forgets.
#pragma once

#include "core/planning/serving_plan.hpp"
#include "core/registry/registry.hpp"

namespace llmsize {

class KeptPrefixes {
 public:
  /// Of a service whose split and nodes are said. `ceiling` is the hit rate of endless memory.
  KeptPrefixes(const Case& served, double ceiling);

  /// The hit rate that memory and traffic sustain at a rate; at the load as it stands where it is absent.
  double hits_at(double rate);
  /// Whether the limits are kept at a rate with what is hit then.
  bool carries(double rate);
  /// The highest such rate, to half a percent; absent where nothing is known of it.
  double goodput();
  /// Whether the limits would be kept at a rate if so much were hit.
  bool promises(double rate, double hit);

 private:
  double of(ResultKey id) const { return result_row(id).value(values_); }
  void load(double rate);

  Once values_;
  double ceiling_, stated_rate_;
  bool limited_;
};

}  // namespace llmsize

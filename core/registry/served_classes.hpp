// SPDX-License-Identifier: Apache-2.0
// What requests of each traffic class get where several share replicas.
#pragma once

#include "core/inputs/worlds.hpp"

#include <vector>

namespace llmsize {

/// Requests of a class in the queue of all; base units, absent where no request rate is known or the queue has no end.
struct ServedClass {
  TrafficClass traffic;
  double input_tokens = absent, output_tokens = absent;  ///< means
  double rate = absent;                                  ///< requests per second
  /// At the SLO percentile; means where SLOs are of the mean. E2EL is the whole request.
  double ttft = absent, tpot = absent, latency = absent;
  double ttft_limit = absent, tpot_limit = absent, latency_limit = absent;  ///< SLOs; absent where the class has none
  double within = absent;                                                   ///< share of the requests within all SLOs
  bool ttft_missed = false, tpot_missed = false, latency_missed = false;
  bool missed = false;  ///< one of them, or the goal for the share of the requests within all
};

/// The classes of a case, the one with most requests first; nothing where all requests are alike.
std::vector<ServedClass> served_classes(const Once& values);

}  // namespace llmsize

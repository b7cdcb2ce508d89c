// SPDX-License-Identifier: Apache-2.0
// The triad of STREAM: a = b + s c over arrays that no cache holds, one thread on each core.
#pragma once

#include "core/probe/host/topology.hpp"

#include <atomic>
#include <functional>
#include <vector>

namespace llmsize {

/// Bytes that STREAM counts for an element: two are read, one is written.
inline constexpr double triad_bytes = 3 * sizeof(double);

struct Triad {
  std::vector<double> seconds;  ///< of every repeat but the first
  bool verified = false;        ///< every element is what it has to be
  bool bound = true;            ///< every thread was kept on its core
};

/// Runs the triad with `elements` in each array, `repeats` times and once before; stops early, with what it has, where
/// `stop` is not 0. Every thread works on memory that it touched first, which is next to its core.
Triad run_triad(
    const Topology& topology, const std::vector<unsigned>& cores, std::size_t elements, int repeats,
    const std::atomic<int>& stop, const std::function<void(double share)>& told);

}  // namespace llmsize

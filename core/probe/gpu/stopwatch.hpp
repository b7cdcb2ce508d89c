// SPDX-License-Identifier: Apache-2.0
// Times of the GPU's own clock. A kernel holds the streams until all work is queued, so that the cost of queuing is
// outside.
#pragma once

#include "core/probe/gpu/runtime.hpp"

#include <functional>
#include <vector>

namespace llmsize {

/// Measures on the GPU that is in use when it is made.
class Stopwatch {
 public:
  explicit Stopwatch(GpuRuntime& gpu);

  Stream stream() const { return lanes_[0].stream; }
  Stream second() const { return lanes_[1].stream; }

  /// Seconds of what `queue` puts on `stream()`, at most a few hundred calls, none of which may wait for the GPU.
  double operator()(const std::function<void()>& queue) { return measure(1, queue); }
  /// The same over both streams, from the first begin to the last end.
  double both(const std::function<void()>& queue) { return measure(2, queue); }

  /// Queuing once took longer than work can be held: that time includes it.
  bool overrun() const { return overrun_; }

 private:
  struct Lane {
    Stream stream;
    Event begin, end;
  };
  double measure(std::size_t lanes, const std::function<void()>& queue);
  void hold(std::size_t lanes);

  GpuRuntime& gpu_;
  HostBuffer latch_;
  std::vector<Lane> lanes_;
  bool overrun_ = false;
};

inline constexpr int most_held_calls = 256;

/// Calls until `seconds` of GPU time and at least ten calls have passed; tells the seconds of one call.
double warm_up(Stopwatch& watch, const std::function<void(int call)>& queue, double seconds);

/// Seconds per call, one value for each of `repeats` batches of at least `batch` seconds.
std::vector<double> batches(
    Stopwatch& watch, const std::function<void(int call)>& queue, double one, double batch, int repeats);

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
#include "core/probe/host/triad.hpp"

#include "core/probe/step.hpp"

#include <algorithm>
#include <barrier>
#include <chrono>
#include <memory>
#include <system_error>
#include <thread>

namespace llmsize {
namespace {

constexpr double factor = 3;

/// The part of the arrays that one thread works on.
struct Part {
  double *a, *b, *c;
  std::size_t size;
};

double first_value(std::size_t i) { return 1 + static_cast<double>(i % 7); }
double second_value(std::size_t i) { return 2 + static_cast<double>(i % 5); }

void fill(const Part& part) {
  for (std::size_t i = 0; i < part.size; ++i) {
    part.a[i] = 0;
    part.b[i] = first_value(i);
    part.c[i] = second_value(i);
  }
}

void triad(const Part& part) {
  double* const __restrict a = part.a;
  const double* const __restrict b = part.b, * const __restrict c = part.c;
  for (std::size_t i = 0; i < part.size; ++i) a[i] = b[i] + factor * c[i];
}

/// Small whole numbers: every rounding gives the same sum.
bool holds(const Part& part) {
  for (std::size_t i = 0; i < part.size; ++i)
    if (part.a[i] != first_value(i) + factor * second_value(i)) return false;
  return true;
}

/// What the threads share. The first thread holds the watch; whether to go on is decided by it between two meetings.
struct Shared {
  std::barrier<> meeting;
  std::atomic<bool> go_on{true}, bound{true}, verified{true};
  std::vector<double> seconds{};

  explicit Shared(std::size_t threads) : meeting(static_cast<std::ptrdiff_t>(threads)) {}
};

}  // namespace

Triad run_triad(
    const Topology& topology, const std::vector<unsigned>& cores, std::size_t elements, int repeats,
    const std::atomic<int>& stop, const std::function<void(double share)>& told) {
  using Clock = std::chrono::steady_clock;
  const auto a = std::make_unique_for_overwrite<double[]>(elements),
             b = std::make_unique_for_overwrite<double[]>(elements),
             c = std::make_unique_for_overwrite<double[]>(elements);
  Shared shared(cores.size());
  const auto work = [&](std::size_t thread) {
    if (!topology.bind(cores[thread])) shared.bound = false;
    const std::size_t start = elements * thread / cores.size(), end = elements * (thread + 1) / cores.size();
    const Part part{a.get() + start, b.get() + start, c.get() + start, end - start};
    fill(part);
    for (int repeat = 0; repeat <= repeats; ++repeat) {
      if (thread == 0) shared.go_on = stop == 0;
      shared.meeting.arrive_and_wait();
      if (!shared.go_on) return;
      const auto begin = Clock::now();
      triad(part);
      shared.meeting.arrive_and_wait();
      if (thread != 0) continue;
      if (repeat > 0) shared.seconds.push_back(std::chrono::duration<double>(Clock::now() - begin).count());
      if (told) told((repeat + 1.0) / (repeats + 1.0));
    }
    if (!holds(part)) shared.verified = false;
  };
  // The calling thread takes no part: a binding would outlive the measurement.
  std::vector<std::jthread> threads;
  try {
    for (std::size_t thread = cores.size(); thread-- > 0;) threads.emplace_back(work, thread);
  } catch (const std::system_error&) {
    shared.go_on = false;
    for (std::size_t missing = cores.size() - threads.size(); missing > 0; --missing) shared.meeting.arrive_and_drop();
    threads.clear();
    throw ProbeFailure(ProbeFailure::Kind::failed, "the thread limit of this process is too low");
  }
  threads.clear();
  return {shared.seconds, shared.verified && shared.seconds.size() == static_cast<std::size_t>(repeats), shared.bound};
}

}  // namespace llmsize

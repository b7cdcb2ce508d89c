// SPDX-License-Identifier: Apache-2.0
#include "core/probe/gpu/stopwatch.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace llmsize {
namespace {

constexpr std::uint64_t longest_hold = 2'000'000'000;  // nanoseconds

std::atomic_ref<std::uint32_t> word(const HostBuffer& latch, int index) {
  return std::atomic_ref(latch.words()[index]);
}

/// Lets the GPU go on, also where queuing threw.
class Release {
 public:
  explicit Release(const HostBuffer& latch) : latch_(latch) {}
  ~Release() { word(latch_, 0).store(1); }

 private:
  const HostBuffer& latch_;
};

}  // namespace

Stopwatch::Stopwatch(GpuRuntime& gpu) : gpu_(gpu), latch_(gpu, 2 * sizeof(std::uint32_t)) {
  for (int lane = 0; lane < 2; ++lane) {
    Lane made{};
    made.stream = gpu.stream();
    made.begin = gpu.event();
    made.end = gpu.event();
    lanes_.push_back(made);
  }
  measure(2, [] {});  // loads the kernel: loading one while another holds the GPU might wait for it
  overrun_ = false;
}

void Stopwatch::hold(std::size_t lanes) {
  DeviceAddress latch = gpu_.address_of_host(latch_.words());
  std::uint64_t limit = longest_hold;
  void* arguments[] = {&latch, &limit};
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    gpu_.launch(Kernel::spin, 1, 1, arguments, lanes_[lane].stream);
    gpu_.record(lanes_[lane].begin, lanes_[lane].stream);
  }
}

double Stopwatch::measure(std::size_t lanes, const std::function<void()>& queue) {
  word(latch_, 0).store(0);
  word(latch_, 1).store(0);
  {
    const Release release(latch_);
    hold(lanes);
    queue();
    for (std::size_t lane = 0; lane < lanes; ++lane) gpu_.record(lanes_[lane].end, lanes_[lane].stream);
  }
  double longest = 0;
  for (std::size_t lane = 0; lane < lanes; ++lane) gpu_.synchronize(lanes_[lane].stream);
  for (std::size_t begin = 0; begin < lanes; ++begin)
    for (std::size_t end = 0; end < lanes; ++end)
      longest = std::max(longest, gpu_.seconds(lanes_[begin].begin, lanes_[end].end));
  overrun_ = overrun_ || word(latch_, 1).load() != 0;
  return longest;
}

double warm_up(Stopwatch& watch, const std::function<void(int call)>& queue, double seconds) {
  double passed = 0;
  int calls = 0;
  // An event pair cannot tell less than half a microsecond, and some clocks stand still: hence the limit to the number
  // of calls.
  for (int group = 10; calls < 10 || (passed < seconds && calls < 1'000'000); group = most_held_calls) {
    const double mean = calls > 0 ? passed / calls : 0;
    const int size = mean > 0 ? std::clamp(static_cast<int>(std::ceil((seconds - passed) / mean)), 1, group) : group;
    passed += watch([&] {
      for (int call = 0; call < size; ++call) queue(calls + call);
    });
    calls += size;
  }
  return passed / calls;
}

std::vector<double> batches(
    Stopwatch& watch, const std::function<void(int call)>& queue, double one, double batch, int repeats) {
  const double wanted = std::ceil(batch / std::max(one, 1e-7));
  const int calls = static_cast<int>(std::clamp(wanted, 1.0, 1e6));
  std::vector<double> all;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    double seconds = 0;
    for (int done = 0; done < calls; done += most_held_calls)
      seconds += watch([&] {
        for (int call = done; call < std::min(calls, done + most_held_calls); ++call) queue(call);
      });
    all.push_back(seconds / calls);
  }
  return all;
}

}  // namespace llmsize

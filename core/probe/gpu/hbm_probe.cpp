// SPDX-License-Identifier: Apache-2.0
// Bandwidth of the GPU's memory: a = b + s c, and a = b. A sample of the results is compared with what the host
// computes.
#include "core/probe/gpu/pattern.hpp"
#include "core/probe/gpu/probe.hpp"
#include "core/quantity/statistics.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace llmsize {
namespace {

constexpr double least_array = 1 << 30;  // bytes
constexpr int launches = 20, triad_warm_ups = 3;
constexpr float scale = 3;
constexpr std::uint32_t seed_b = 1, seed_c = 2;

struct Arrays {
  DeviceBuffer a, b, c;
  std::uint64_t groups() const { return a.bytes() / 16; }
  /// One group per thread: no wave of blocks is left half full at the end.
  unsigned blocks() const { return static_cast<unsigned>((groups() + 255) / 256); }
};

float value(std::uint64_t index, std::uint32_t seed) { return std::bit_cast<float>(pattern(index, seed, float_bits)); }

/// Blocks of 256 floats, spread over the whole array, the first and the last among them.
bool verified(GpuRuntime& gpu, const Arrays& arrays, bool triad, Stream stream) {
  constexpr std::uint64_t samples = 64, block = 256;
  const std::uint64_t floats = arrays.a.bytes() / 4;
  std::vector<float> got(block);
  for (std::uint64_t sample = 0; sample < samples; ++sample) {
    const std::uint64_t first = (floats - block) * sample / (samples - 1);
    gpu.to_host(got.data(), arrays.a.address() + 4 * first, 4 * block, stream);
    gpu.synchronize(stream);
    for (std::uint64_t at = 0; at < block; ++at) {
      const float b = value(first + at, seed_b);
      if (got[at] != (triad ? std::fma(scale, value(first + at, seed_c), b) : b)) return false;
    }
  }
  return true;
}

void measure(GpuWork& work, Stopwatch& watch, const Arrays& arrays, bool triad) {
  GpuRuntime& gpu = work.gpu();
  const Stream stream = watch.stream();
  const auto queue = [&](int) {
    if (triad)
      launch(
          gpu, Kernel::triad, arrays.blocks(), stream, arrays.a.address(), arrays.b.address(), arrays.c.address(),
          arrays.groups(), scale);
    else
      launch(gpu, Kernel::copy, arrays.blocks(), stream, arrays.a.address(), arrays.b.address(), arrays.groups());
  };
  gpu.fill(arrays.a.address(), 0, arrays.a.bytes(), stream);
  for (int call = 0; call < triad_warm_ups; ++call) queue(call);
  gpu.synchronize(stream);
  ProbeResult result = work.begin("bandwidth", "B/s");
  result.params.update({{"kernel", triad ? "triad" : "copy"}, {"bytes", arrays.a.bytes()}});
  const double moved = static_cast<double>(arrays.a.bytes()) * (triad ? 3 : 2);
  for (int repeat = 0; repeat < work.job().repeats; ++repeat)
    result.raw.push_back(launches * moved / watch([&] {
                           for (int call = 0; call < launches; ++call) queue(call);
                         }));
  result.verified = verified(gpu, arrays, triad, stream);
  const double peak = work.facts(work.job().gpu).memory_rate;
  if (peak > 0) result.details["peak"] = peak;
  if (!result.verified || (peak > 0 && median(result.raw) > peak)) result.flags.emplace_back("invalid");
  work.end(std::move(result), watch.overrun());
}

void probe_hbm(GpuWork& work) {
  GpuRuntime& gpu = work.gpu();
  work.require_idle(work.job().gpu);
  gpu.use(work.job().gpu);
  Stopwatch watch(gpu);
  const double wanted = std::max(least_array, 4 * work.facts(work.job().gpu).largest_cache);
  const auto bytes = static_cast<std::size_t>(std::min(wanted, static_cast<double>(work.room()) / 3)) / 1024 * 1024;
  const Arrays arrays{DeviceBuffer(gpu, bytes), DeviceBuffer(gpu, bytes), DeviceBuffer(gpu, bytes)};
  write_pattern(gpu, arrays.b, seed_b, true, watch.stream());
  write_pattern(gpu, arrays.c, seed_c, true, watch.stream());
  gpu.synchronize(watch.stream());
  work.meet();
  for (const bool triad : {true, false}) {
    work.alive(triad ? "triad" : "copy");
    measure(work, watch, arrays, triad);
    work.share(triad ? 0.5 : 1);
  }
}

}  // namespace

const GpuProbe hbm_probe{
    "hbm", probe_hbm, {{Start::together, Preset::quick, 5, 9, "memory bandwidth of all GPUs"}}, nullptr, false};

}  // namespace llmsize

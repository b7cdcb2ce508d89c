// SPDX-License-Identifier: Apache-2.0
// Copies from GPU to GPU, each ordered pair by itself.
#include "core/probe/gpu/probe.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

constexpr int peer_copies = 16, peer_warm_ups = 4;
constexpr std::uint32_t peer_seed = 9;

void measure(GpuWork& work, int from, int to, std::size_t bytes) {
  GpuRuntime& gpu = work.gpu();
  gpu.use(to);
  const DeviceBuffer target(gpu, bytes);
  const Stream target_stream = gpu.stream();
  gpu.fill(target.address(), 0, bytes, target_stream);
  gpu.synchronize(target_stream);
  const bool direct = gpu.enable_peer(from, to);
  gpu.use(from);
  const DeviceBuffer source(gpu, bytes);
  Stopwatch watch(gpu);
  write_pattern(gpu, source, peer_seed, false, watch.stream());
  const auto queue = [&] { gpu.to_peer(target.address(), to, source.address(), from, bytes, watch.stream()); };
  for (int copy = 0; copy < peer_warm_ups; ++copy) queue();
  gpu.synchronize(watch.stream());
  ProbeResult result = work.begin("bandwidth", "B/s");
  result.params = {{"gpu", from}, {"peer", to}, {"bytes", bytes}, {"direct", direct}};
  for (int repeat = 0; repeat < work.job().repeats; ++repeat)
    result.raw.push_back(peer_copies * static_cast<double>(bytes) / watch([&] {
                           for (int copy = 0; copy < peer_copies; ++copy) queue();
                         }));
  gpu.use(to);
  result.verified = count_differences(gpu, target, peer_seed, target_stream) == 0;
  if (!result.verified) result.flags.emplace_back("invalid");
  // Without a direct way the driver copies through the host, and may wait for the GPU while it queues.
  work.end(std::move(result), direct && watch.overrun());
}

void probe_p2p(GpuWork& work) {
  const int gpus = work.gpu().devices();
  if (gpus < 2) throw ProbeFailure(ProbeFailure::Kind::failed, "one GPU found: peer copies need two");
  double least = work.job().sizes.empty() ? 0 : work.job().sizes.front();
  for (int gpu = 0; gpu < gpus; ++gpu) work.require_idle(gpu);
  for (int gpu = 0; gpu < gpus; ++gpu) {
    work.gpu().use(gpu);
    least = std::min(least, static_cast<double>(work.room()) / 2);
  }
  const std::size_t bytes = static_cast<std::size_t>(least) / 4096 * 4096;
  int done = 0;
  for (int from = 0; from < gpus; ++from)
    for (int to = 0; to < gpus; ++to) {
      if (from == to) continue;
      work.alive(fmt::format("GPU {} to GPU {}", from, to));
      measure(work, from, to, bytes);
      work.share(++done / (static_cast<double>(gpus) * (gpus - 1)));
    }
}

}  // namespace

const GpuProbe p2p_probe{
    "p2p",
    probe_p2p,
    {{Start::once, Preset::standard, 15, 5, "copies from GPU to GPU"}},
    [](GpuJob& job, const ProbeOptions&) { job.sizes = {512 * MiB}; }};

}  // namespace llmsize

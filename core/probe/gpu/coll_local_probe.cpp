// SPDX-License-Identifier: Apache-2.0
// Collectives over all GPUs of this machine. Times are the host's from the first call until all GPUs are done, as in
// nccl-tests.
#include "core/probe/gpu/collectives.hpp"
#include "core/probe/gpu/pattern.hpp"
#include "core/probe/gpu/probe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>

namespace llmsize {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int iterations = 20, collective_warm_ups = 5;

struct Gpu {
  DeviceBuffer send, receive;
  Stream stream;
};

/// What rank `rank` sends at `index`.
double sent(std::size_t rank, std::size_t index) {
  return std::bit_cast<float>(pattern(index, static_cast<std::uint32_t>(rank) + 1, float_bits));
}

/// What rank `rank` must have at `index` of what it receives.
double expected(Collective collective, std::size_t rank, std::size_t index, std::size_t ranks, std::size_t share) {
  double sum = 0;
  switch (collective) {
    case Collective::all_reduce:
      for (std::size_t other = 0; other < ranks; ++other) sum += sent(other, index);
      return sum;
    case Collective::reduce_scatter:
      for (std::size_t other = 0; other < ranks; ++other) sum += sent(other, rank * share + index);
      return sum;
    case Collective::all_gather: return sent(index / share, index % share);
    case Collective::all_to_all: return sent(index / share, rank * share + index % share);
  }
  return sum;
}

class Bench {
 public:
  Bench(GpuWork& work, std::size_t bytes) : work_(work), gpu_(work.gpu()) {
    for (int gpu = 0; gpu < gpu_.devices(); ++gpu) {
      gpu_.use(gpu);
      gpus_.push_back({DeviceBuffer(gpu_, bytes), DeviceBuffer(gpu_, bytes), gpu_.stream()});
      ranks_.push_back({gpus_.back().send.address(), gpus_.back().receive.address(), gpus_.back().stream});
      write_pattern(gpu_, gpus_.back().send, static_cast<std::uint32_t>(gpu) + 1, true, gpus_.back().stream);
    }
    synchronize();
    library_ = work.vendor().collectives(gpu_.devices(), work.job().library_folder);
    work.say_host({{"libs", {{library_->name(), library_->version()}}}});
  }

  void measure(Collective collective, std::size_t bytes) {
    const std::size_t floats = bytes / 4;
    seconds(collective, floats, collective_warm_ups);
    ProbeResult result = work_.begin("time", "s");
    result.params = {{"collective", collective_name(collective)}, {"bytes", bytes}, {"ranks", ranks_.size()}};
    for (int repeat = 0; repeat < work_.job().repeats; ++repeat)
      result.raw.push_back(seconds(collective, floats, iterations) / iterations);
    result.verified = verified(collective, floats);
    if (!result.verified) result.flags.emplace_back("invalid");
    ProbeResult rate = result;
    work_.end(std::move(result), false);
    const auto n = static_cast<double>(ranks_.size());
    const double factor = (collective == Collective::all_reduce ? 2 : 1) * (n - 1) / n;
    rate.metric = "bus_bandwidth";
    rate.unit = "B/s";
    for (double& value : rate.raw) value = static_cast<double>(bytes) * factor / value;
    work_.end(std::move(rate), false);
  }

 private:
  void synchronize() {
    for (std::size_t rank = 0; rank < gpus_.size(); ++rank) {
      gpu_.use(static_cast<int>(rank));
      gpu_.synchronize(gpus_[rank].stream);
    }
  }

  double seconds(Collective collective, std::size_t floats, int count) {
    const auto start = Clock::now();
    for (int call = 0; call < count; ++call) library_->queue(collective, ranks_, floats);
    synchronize();
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

  /// Clears what was received, does it once more and looks at the first and last thousand numbers of each rank.
  bool verified(Collective collective, std::size_t floats) {
    for (std::size_t rank = 0; rank < gpus_.size(); ++rank) {
      gpu_.use(static_cast<int>(rank));
      gpu_.fill(gpus_[rank].receive.address(), 0xff, 4 * floats, gpus_[rank].stream);
    }
    seconds(collective, floats, 1);
    const std::size_t count = gpus_.size(), share = floats / count;
    const std::size_t received = collective == Collective::reduce_scatter ? share : floats,
                      sample = std::min<std::size_t>(received, 1000);
    for (std::size_t rank = 0; rank < count; ++rank)
      for (const std::size_t first : {std::size_t{0}, received - sample}) {
        std::vector<float> got(sample);
        gpu_.use(static_cast<int>(rank));
        gpu_.to_host(got.data(), gpus_[rank].receive.address() + 4 * first, 4 * sample, gpus_[rank].stream);
        gpu_.synchronize(gpus_[rank].stream);
        for (std::size_t at = 0; at < sample; ++at) {
          const double want = expected(collective, rank, first + at, count, share);
          if (!(std::abs(static_cast<double>(got[at]) - want) <= 1e-5 * want)) return false;
        }
      }
    return true;
  }

  GpuWork& work_;
  GpuRuntime& gpu_;
  std::vector<Gpu> gpus_;
  std::vector<Rank> ranks_;
  std::unique_ptr<CollectiveLibrary> library_;
};

void probe_collectives(GpuWork& work) {
  const int gpus = work.gpu().devices();
  if (gpus < 2) throw ProbeFailure(ProbeFailure::Kind::failed, "one GPU found: collectives need two");
  double most = work.job().sizes.empty() ? 0 : *std::max_element(work.job().sizes.begin(), work.job().sizes.end());
  for (int gpu = 0; gpu < gpus; ++gpu) work.require_idle(gpu);
  for (int gpu = 0; gpu < gpus; ++gpu) {
    work.gpu().use(gpu);
    most = std::min(most, static_cast<double>(work.room()) / 2);
  }
  // Every rank gets the same number of floats.
  const auto whole = [&](double bytes) {
    return std::max<std::size_t>(static_cast<std::size_t>(bytes) / 4 / static_cast<std::size_t>(gpus), 1) * 4 *
           static_cast<std::size_t>(gpus);
  };
  work.alive("open the collectives library");
  Bench bench(work, whole(most));
  double done = 0;
  for (const double size : work.job().sizes)
    for (const Collective collective :
         {Collective::all_reduce, Collective::all_gather, Collective::reduce_scatter, Collective::all_to_all}) {
      work.alive(fmt::format("{} of {} bytes", collective_name(collective), size));
      if (size <= most) bench.measure(collective, whole(size));
      work.share(++done / (4 * static_cast<double>(work.job().sizes.size())));
    }
}

void add_exchanges(GpuJob& job, const ProbeOptions& options) {
  const double step = options.preset == Preset::full ? 2 : 8;
  for (double size = 8; size <= 4 * GiB; size *= step) job.sizes.push_back(size);
  if (job.sizes.back() < 4 * GiB) job.sizes.push_back(4 * GiB);
}

}  // namespace

const GpuProbe coll_local_probe{
    "coll-local",
    probe_collectives,
    {{Start::once, Preset::standard, 30, 6, "collectives between all GPUs"}},
    add_exchanges};

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// Rates of matrix products: in short batches, and back to back until the GPU's power and temperature settle.
#include "core/probe/gpu/gemm_bench.hpp"
#include "core/probe/gpu/probe.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace llmsize {
namespace {

constexpr double warm_seconds = 0.3, batch_seconds = 0.05;
constexpr double sample_seconds = 0.2;  // 5 Hz

MatmulShape shape_of(const GemmShape& shape, const std::string& dtype) {
  const auto whole = [](double value) { return static_cast<std::size_t>(std::llround(value)); };
  return {whole(shape.m), whole(shape.n), whole(shape.k), dtype == "fp16"};
}

Json params_of(const GemmShape& shape, const std::string& dtype) {
  return {
      {"dtype", dtype},
      {"shape", shape.name},
      {"m", number_json(shape.m)},
      {"n", number_json(shape.n)},
      {"k", number_json(shape.k)}};
}

/// What every matrix probe begins with.
struct Setting {
  GpuWork& work;
  Stopwatch watch;
  std::unique_ptr<MatmulLibrary> library;

  explicit Setting(GpuWork& of)
      : work(prepared(of)), watch(of.gpu()), library(of.vendor().matmul(of.gpu(), of.job().library_folder)) {
    work.say_host({{"libs", {{library->name(), library->version()}}}});
  }
  static GpuWork& prepared(GpuWork& work) {
    if (work.job().dtype != "bf16" && work.job().dtype != "fp16")
      throw ProbeFailure(
          ProbeFailure::Kind::failed, "matrices of " + work.job().dtype + " are not measured: bf16 and fp16 are");
    work.require_idle(work.job().gpu);
    work.gpu().use(work.job().gpu);
    work.alive("open the BLAS library");
    return work;
  }
};

void measure(Setting& setting, const GemmShape& named) {
  GpuWork& work = setting.work;
  GemmBench bench(work, setting.watch, *setting.library, shape_of(named, work.job().dtype));
  bench.choose();
  const auto queue = [&](int call) { bench.queue(call); };
  const double one = warm_up(setting.watch, queue, warm_seconds);
  ProbeResult result = work.begin("rate", "FLOP/s");
  result.params.update(params_of(named, work.job().dtype));
  for (const double seconds : batches(setting.watch, queue, one, batch_seconds, work.job().repeats))
    result.raw.push_back(bench.floating_operations() / seconds);
  result.verified = bench.verified();
  result.flags.emplace_back("burst");
  if (!result.verified) result.flags.emplace_back("invalid");
  result.details = {
      {"algorithm", bench.algorithm()}, {"algorithms", bench.algorithms()}, {"operand_sets", bench.sets()}};
  work.end(std::move(result), setting.watch.overrun());
}

/// Batches back to back, the next queued before the last is over; sampled while they run.
struct Soak {
  std::vector<double> seconds;  ///< of each batch
  Json samples = Json::array();
};

Soak soak(GpuWork& work, GemmBench& bench, Stream stream, int calls, double wanted) {
  GpuRuntime& gpu = work.gpu();
  const std::string& bus = work.facts(work.job().gpu).bus;
  Event events[3] = {gpu.event(), gpu.event(), gpu.event()};
  Soak all;
  double passed = 0;
  const auto queue = [&](std::size_t batch) {
    for (int call = 0; call < calls; ++call) bench.queue(call);
    gpu.record(events[(batch + 1) % 3], stream);
  };
  gpu.record(events[0], stream);
  queue(0);
  for (std::size_t batch = 0; passed < wanted; ++batch) {
    queue(batch + 1);
    if (work.monitor()) all.samples.push_back(work.monitor()->state(bus));
    gpu.wait(events[(batch + 1) % 3]);
    all.seconds.push_back(gpu.seconds(events[batch % 3], events[(batch + 1) % 3]));
    passed += all.seconds.back();
    if (all.seconds.back() <= 0) throw ProbeFailure(ProbeFailure::Kind::failed, "the GPU timer does not advance");
    if (batch % 5 == 0) work.share(passed / wanted);
  }
  gpu.synchronize(stream);
  return all;
}

/// Batches of the last half of the time.
std::size_t first_of_last_half(const std::vector<double>& seconds) {
  const double half = std::accumulate(seconds.begin(), seconds.end(), 0.0) / 2;
  double left = 0;
  std::size_t first = seconds.size();
  while (first > 0 && left + seconds[first - 1] <= half) left += seconds[--first];
  return std::min(first, seconds.size() - 1);
}

void probe_gemm(GpuWork& work) {
  Setting setting(work);
  work.meet();
  const auto& shapes = work.job().shapes;
  double done = 0;
  for (const GemmShape& shape : shapes) {
    work.alive("matrices " + shape.name);
    // Where they need more than half of the free memory, they are left out.
    if (GemmBench::set_bytes(shape_of(shape, work.job().dtype)) <= static_cast<double>(work.room()))
      measure(setting, shape);
    work.share(++done / static_cast<double>(shapes.size()));
  }
}

void probe_gemm_soak(GpuWork& work) {
  Setting setting(work);
  const auto size = [](const GemmShape& shape) { return shape.m * shape.n * shape.k; };
  const GemmShape* largest = nullptr;
  for (const GemmShape& shape : work.job().shapes)
    if (GemmBench::set_bytes(shape_of(shape, work.job().dtype)) <= static_cast<double>(work.room()))
      if (!largest || size(shape) > size(*largest)) largest = &shape;
  if (!largest) throw ProbeFailure(ProbeFailure::Kind::failed, "no matrices fit in half of the free GPU memory");
  GemmBench bench(work, setting.watch, *setting.library, shape_of(*largest, work.job().dtype));
  bench.choose();
  const double one = warm_up(
      setting.watch, [&](int call) { bench.queue(call); }, warm_seconds);
  const int calls = static_cast<int>(std::clamp(std::ceil(sample_seconds / std::max(one, 1e-7)), 1.0, 1e5));
  work.meet();
  work.alive("matrices for " + std::to_string(static_cast<int>(work.job().seconds)) + " s");
  ProbeResult result = work.begin("rate", "FLOP/s");
  result.params.update(params_of(*largest, work.job().dtype));
  const Soak all = soak(work, bench, setting.watch.stream(), calls, work.job().seconds);
  for (std::size_t at = first_of_last_half(all.seconds); at < all.seconds.size(); ++at)
    result.raw.push_back(calls * bench.floating_operations() / all.seconds[at]);
  result.verified = bench.verified();
  if (!result.verified) result.flags.emplace_back("invalid");
  result.details = {{"algorithm", bench.algorithm()}, {"seconds", work.job().seconds}, {"samples", all.samples}};
  work.end(std::move(result), setting.watch.overrun());
}

std::vector<GemmShape> matrices(const ProbeOptions& options) {
  std::vector<GemmShape> shapes = options.shapes;
  const auto add = [&](std::initializer_list<double> sides) {
    for (const double side : sides) shapes.push_back({"square", side, side, side});
  };
  if (options.preset == Preset::quick) add({8192});
  if (options.preset == Preset::standard) add({1024, 2048, 4096, 8192, 16384});
  if (options.preset == Preset::full) add({1024, 1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384});
  return shapes;
}

void add_matrices(GpuJob& job, const ProbeOptions& options) { job.shapes = matrices(options); }

}  // namespace

const GpuProbe gemm_probe{
    "gemm",
    probe_gemm,
    {{Start::together, Preset::quick, 20, 10, "GEMMs on all GPUs"}},
    add_matrices,
    true,
    [](const ProbeOptions& options) { return 5 + 2.5 * static_cast<double>(matrices(options).size()); }};

const GpuProbe gemm_soak_probe{
    "gemm-soak",
    probe_gemm_soak,
    {{Start::together, Preset::standard, 25, 7, "sustained GEMMs on all GPUs"}},
    add_matrices,
    false};

}  // namespace llmsize

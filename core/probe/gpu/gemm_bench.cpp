// SPDX-License-Identifier: Apache-2.0
#include "core/probe/gpu/gemm_bench.hpp"

#include "core/probe/gpu/pattern.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace llmsize {
namespace {

constexpr std::size_t most_sets = 64;
constexpr int trial_calls = 5;
/// Rounding to bf16 is at most 1/256 of an element; over a row such errors cancel like random ones, so that a row of
/// the projection is off by about 0.001 of its typical size. A wrong tile is off by 0.05 and more.
constexpr double tolerance = 0.02;

}  // namespace

double GemmBench::set_bytes(const MatmulShape& shape) {
  const auto elements = [](std::size_t a, std::size_t b) { return static_cast<double>(a) * static_cast<double>(b); };
  return 2 * (elements(shape.m, shape.k) + elements(shape.n, shape.k) + elements(shape.m, shape.n));
}

GemmBench::GemmBench(GpuWork& work, Stopwatch& watch, MatmulLibrary& library, const MatmulShape& shape)
    : gpu_(work.gpu()), watch_(watch), shape_(shape), matmul_(library.prepare(shape)) {
  const double bytes = set_bytes(shape), cache = work.facts(work.job().gpu).largest_cache;
  const auto wanted = std::min(static_cast<std::size_t>(std::floor(2 * cache / bytes)) + 1, most_sets);
  const auto room = static_cast<std::size_t>(static_cast<double>(work.room()) / bytes);
  for (std::size_t set = 0; set < std::max<std::size_t>(1, std::min(wanted, room)); ++set) {
    sets_.push_back(
        {DeviceBuffer(gpu_, 2 * shape.m * shape.k), DeviceBuffer(gpu_, 2 * shape.n * shape.k),
         DeviceBuffer(gpu_, 2 * shape.m * shape.n)});
    fill(sets_.back().x, static_cast<std::uint32_t>(2 * set + 11));
    fill(sets_.back().w, static_cast<std::uint32_t>(2 * set + 12));
  }
  gpu_.synchronize(watch_.stream());
}

void GemmBench::fill(const DeviceBuffer& buffer, std::uint32_t seed) {
  const std::uint32_t half = shape_.half ? 1 : 0;
  launch(
      gpu_, Kernel::normal, many_blocks, watch_.stream(), buffer.address(), std::uint64_t{buffer.bytes() / 2}, seed,
      half);
}

double GemmBench::floating_operations() const {
  return 2 * static_cast<double>(shape_.m) * static_cast<double>(shape_.n) * static_cast<double>(shape_.k);
}

void GemmBench::queue(int call) {
  const Set& set = sets_[static_cast<std::size_t>(call) % sets_.size()];
  matmul_->queue(algorithm_, set.x.address(), set.w.address(), set.y.address(), watch_.stream());
}

void GemmBench::choose() {
  double best = std::numeric_limits<double>::infinity();
  int fastest = -1;
  for (algorithm_ = 0; algorithm_ < matmul_->algorithms(); ++algorithm_) try {
      queue(0);  // loads its kernel while nothing holds the GPU
      gpu_.synchronize(watch_.stream());
      const double seconds = watch_([&] {
        for (int call = 0; call < trial_calls; ++call) queue(call);
      });
      if (seconds < best) {
        best = seconds;
        fastest = algorithm_;
      }
    } catch (const ProbeFailure&) {
      if (algorithm_ + 1 == matmul_->algorithms() && fastest < 0) throw;
    }
  algorithm_ = fastest;
}

std::vector<float> GemmBench::read(const DeviceBuffer& buffer, std::size_t count) {
  std::vector<float> values(count);
  gpu_.to_host(values.data(), buffer.address(), 4 * count, watch_.stream());
  gpu_.synchronize(watch_.stream());
  return values;
}

bool GemmBench::verified() {
  const Set& set = sets_.front();
  const Stream stream = watch_.stream();
  gpu_.fill(set.y.address(), 0xff, set.y.bytes(), stream);  // not a number: what is not computed shows
  queue(0);
  std::vector<float> random(shape_.n);
  for (std::size_t at = 0; at < shape_.n; ++at) random[at] = std::bit_cast<float>(pattern(at, 5, float_bits)) * 2 - 3;
  const DeviceBuffer r(gpu_, 4 * shape_.n), w_r(gpu_, 4 * shape_.k), expected(gpu_, 4 * shape_.m),
      got(gpu_, 4 * shape_.m);
  gpu_.to_device(r.address(), random.data(), 4 * shape_.n, stream);
  const auto blocks = static_cast<unsigned>(std::max({shape_.m, shape_.k}) / 256 + 1);
  const std::uint64_t m = shape_.m, n = shape_.n, k = shape_.k;
  const std::uint32_t half = shape_.half ? 1 : 0;
  launch(gpu_, Kernel::columns, blocks, stream, w_r.address(), set.w.address(), r.address(), n, k, half);
  launch(gpu_, Kernel::rows, blocks, stream, expected.address(), set.x.address(), w_r.address(), m, k, half);
  launch(gpu_, Kernel::rows, blocks, stream, got.address(), set.y.address(), r.address(), m, n, half);
  const std::vector<float> want = read(expected, shape_.m), have = read(got, shape_.m);
  double squares = 0, worst = 0;
  for (std::size_t row = 0; row < shape_.m; ++row) {
    const double off = std::abs(static_cast<double>(have[row]) - static_cast<double>(want[row]));
    worst = std::isfinite(off) ? std::max(worst, off) : std::numeric_limits<double>::infinity();
    squares += static_cast<double>(want[row]) * static_cast<double>(want[row]);
  }
  return worst <= tolerance * std::sqrt(squares / static_cast<double>(shape_.m)) && squares > 0;
}

}  // namespace llmsize

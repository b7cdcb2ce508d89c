// SPDX-License-Identifier: Apache-2.0
#include "core/probe/gpu/work.hpp"

#include "core/probe/gpu/pattern.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <thread>
#include <tuple>
#include <utility>

namespace llmsize {
namespace {

using Clock = std::chrono::steady_clock;
using Failure = ProbeFailure;

constexpr int busy_percent = 5;
constexpr double longest_fading = 2;     // seconds
constexpr double longest_meeting = 120;  // seconds
constexpr double own_share = 0.5;        // of the free memory

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Without it nobody knows who else uses the GPU.
std::unique_ptr<GpuMonitor> open_monitor(const GpuVendor& vendor, const GpuJob& job) {
  try {
    return vendor.monitor(job.library_folder);
  } catch (const Failure& failure) {
    if (job.force || job.probe == "identity") return nullptr;
    throw Failure(
        failure.kind(),
        fmt::format("{}; cannot check whether the GPU is in use; use --force to measure anyway", failure.what()));
  }
}

}  // namespace

GpuWork::GpuWork(const GpuJob& job, Say say) : job_(job), say_(std::move(say)) {
  alive("open the driver");
  std::tie(vendor_, gpu_) = open_gpus(job.library_folder);
  for (int gpu = 0; gpu < gpu_->devices(); ++gpu) facts_.push_back(gpu_->facts(gpu));
  if (job.gpu < 0 || static_cast<std::size_t>(job.gpu) >= facts_.size())
    throw Failure(Failure::Kind::failed, fmt::format("unknown GPU {}: the driver lists {}", job.gpu, facts_.size()));
  monitor_ = open_monitor(*vendor_, job);
}

const GpuFacts& GpuWork::facts(int gpu) { return facts_.at(static_cast<std::size_t>(gpu)); }

void GpuWork::require_idle(int gpu) {
  const GpuFacts& facts = this->facts(gpu);
  if (!facts.unfit.empty())
    throw Failure(Failure::Kind::failed, fmt::format("GPU {} ({}) {}", gpu, facts.name, facts.unfit));
  if (!monitor_) return;
  GpuUse use = monitor_->use(facts.bus);
  const auto idle = [&] { return use.processes == 0 && use.percent <= busy_percent; };
  // The share is one of the last second, and drivers forget a process some time after its end: what our own last worker
  // did fades.
  for (const auto start = Clock::now(); !idle() && seconds_since(start) < longest_fading;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(250));
    use = monitor_->use(facts.bus);
  }
  if (idle()) return;
  used_by_others_ = true;
  if (!job_.force)
    throw Failure(
        Failure::Kind::failed,
        fmt::format(
            "GPU {} is in use ({} compute processes, {}% utilization); use --force to measure anyway", gpu,
            use.processes, use.percent));
}

std::size_t GpuWork::room() { return static_cast<std::size_t>(own_share * static_cast<double>(gpu_->memory().free)); }

void GpuWork::alive(const std::string& what) { say_({{"alive", what}}); }

void GpuWork::share(double share) { say_({{"share", share}}); }

void GpuWork::meet() {
  if (job_.meeting.empty() || job_.workers < 2) return;
  ++meetings_;
  const int file = open(job_.meeting.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  const bool came = file >= 0 && write(file, "+", 1) == 1;
  const auto start = Clock::now();
  struct stat now {};
  while (came && fstat(file, &now) == 0 && now.st_size < off_t{meetings_} * job_.workers &&
         seconds_since(start) < longest_meeting)
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  if (file >= 0) close(file);
  if (!came || now.st_size < off_t{meetings_} * job_.workers)
    throw Failure(Failure::Kind::failed, "workers of other GPUs did not start; not all GPUs were measured together");
}

Json GpuWork::state(int gpu) {
  if (!monitor_) return Json::object();
  try {
    return monitor_->state(facts(gpu).bus);
  } catch (const Failure&) {
    return Json::object();  // a rate without the clock that it had is still a rate
  }
}

bool GpuWork::others_came() {
  if (!monitor_ || job_.force) return false;
  try {
    return monitor_->use(facts(job_.gpu).bus).processes > 1;  // one is this worker
  } catch (const Failure&) {
    return false;
  }
}

ProbeResult GpuWork::begin(const std::string& metric, const std::string& unit) {
  ProbeResult result;
  result.probe = job_.probe;
  result.params = {{"gpu", job_.gpu}};
  result.metric = metric;
  result.unit = unit;
  result.state = state(job_.gpu);
  begun_ = Clock::now();
  return result;
}

void GpuWork::end(ProbeResult result, bool overrun) {
  result.wall = seconds_since(begun_);
  const Json before = std::exchange(result.state, Json::object());
  const Json after = state(job_.gpu);
  for (const auto& [key, value] : after.items())
    if (key != "throttle" && before.contains(key)) result.state[key] = {before.at(key), value};
  if (after.contains("throttle")) result.state["throttle"] = after.at("throttle");
  if (overrun) result.flags.insert(result.flags.end(), {"cpu-bound", "invalid"});
  if (others_came()) result.flags.insert(result.flags.end(), {"in-use", "invalid"});
  if (used_by_others_) result.flags.emplace_back("in-use");
  say_({{"result", write_result(result)}});
}

void write_pattern(GpuRuntime& gpu, const DeviceBuffer& buffer, std::uint32_t seed, bool floats, Stream stream) {
  const PatternBits bits = floats ? float_bits : all_bits;
  launch(
      gpu, Kernel::pattern, many_blocks, stream, buffer.address(), std::uint64_t{buffer.bytes() / 4}, seed, bits.keep,
      bits.set);
}

std::uint32_t count_differences(GpuRuntime& gpu, const DeviceBuffer& buffer, std::uint32_t seed, Stream stream) {
  const DeviceBuffer counter(gpu, sizeof(std::uint32_t));
  gpu.fill(counter.address(), 0, counter.bytes(), stream);
  const std::uint64_t words = buffer.bytes() / 4;
  launch(
      gpu, Kernel::differences, many_blocks, stream, buffer.address(), words, seed, all_bits.keep, all_bits.set,
      counter.address());
  std::uint32_t count = 0;
  gpu.to_host(&count, counter.address(), sizeof count, stream);
  gpu.synchronize(stream);
  return count;
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// What the probes of a worker share: the job, the GPU, how to say what came of it.
#pragma once

#include "core/probe/gpu/stopwatch.hpp"
#include "core/probe/gpu/vendor.hpp"
#include "core/probe/step.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace llmsize {

/// What a worker is asked for, as JSON between the program and its worker.
struct GpuJob {
  std::string probe;
  int gpu = 0;            ///< among those that the vendor's library shows
  bool together = false;  ///< on all GPUs at once
  std::string library_folder{};
  bool force = false;
  std::vector<GemmShape> shapes{};
  std::string dtype = "bf16";  ///< or "fp16"
  int repeats = 7;
  double seconds = 20;          ///< of gemm-soak
  std::vector<double> sizes{};  ///< bytes of copies and collectives
  std::string meeting{};        ///< file at which the workers wait for each other; empty: alone
  int workers = 1;              ///< that come to the meeting
};

Json write_job(const GpuJob& job);
/// Throws BadInput: data.
GpuJob read_job(const Json& json);

/// A result as one line of a worker: the keys of a record.
Json write_result(const ProbeResult& result);
ProbeResult read_result(const Json& json);

class GpuWork {
 public:
  using Say = std::function<void(const Json&)>;

  /// Opens the driver; refuses GPUs that others use, unless the job forces it. Throws ProbeFailure.
  GpuWork(const GpuJob& job, Say say);

  const GpuJob& job() const { return job_; }
  GpuRuntime& gpu() { return *gpu_; }
  const GpuVendor& vendor() const { return *vendor_; }
  const GpuFacts& facts(int gpu);
  GpuMonitor* monitor() { return monitor_.get(); }  ///< null where the job forces to go without

  /// Refuses a GPU that others use.
  void require_idle(int gpu);
  /// Bytes that may be used of the GPU in use: half of what is free.
  std::size_t room();

  void alive(const std::string& what);
  void share(double share);
  void say_host(const Json& host) { say_({{"host", host}}); }

  /// Waits until the workers of all GPUs are here, the next time that each of them calls it.
  void meet();

  /// Begins a result: remembers the time and the GPU's state.
  ProbeResult begin(const std::string& metric, const std::string& unit);
  /// Ends it: adds the state after it and its flags, and says it.
  void end(ProbeResult result, bool overrun);

 private:
  Json state(int gpu);
  bool others_came();

  GpuJob job_;
  Say say_;
  const GpuVendor* vendor_ = nullptr;
  std::unique_ptr<GpuRuntime> gpu_;
  std::unique_ptr<GpuMonitor> monitor_;
  std::vector<GpuFacts> facts_;
  std::chrono::steady_clock::time_point begun_{};
  bool used_by_others_ = false;
  int meetings_ = 0;
};

/// Fills device memory with a pattern, and counts the words that differ from it.
void write_pattern(GpuRuntime& gpu, const DeviceBuffer& buffer, std::uint32_t seed, bool floats, Stream stream);
std::uint32_t count_differences(GpuRuntime& gpu, const DeviceBuffer& buffer, std::uint32_t seed, Stream stream);

/// Blocks of a kernel that uses the whole GPU.
inline constexpr unsigned many_blocks = 2048;

}  // namespace llmsize

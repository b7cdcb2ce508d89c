// SPDX-License-Identifier: Apache-2.0
// What goes wrong with a driver becomes a sentence.
#include "worker.hpp"

#include <catch2/catch.hpp>

#include <fstream>
#include <future>
#include <set>

using namespace llmsize;

namespace {

std::vector<std::string> called(const GpuJob& job) {
  const std::string log = fresh_file("calls");
  const Said said = run_fake(job, {"FAKE_GPUS=2", "FAKE_LOG=" + log});
  REQUIRE(said.failed == "");
  std::vector<std::string> names;
  std::ifstream file(log);
  for (std::string name; std::getline(file, name);) names.push_back(name);
  return names;
}

/// Giving back fails silently, and a rate without the clock that it had is still a rate.
bool may_fail(const std::string& name) {
  static const std::set<std::string> releases{
      "cuMemFree_v2",
      "cuMemFreeHost",
      "cublasLtMatmulDescDestroy",
      "cublasLtMatrixLayoutDestroy",
      "cublasLtMatmulPreferenceDestroy",
      "hipFree",
      "hipHostFree",
      "hiprtcDestroyProgram",
      "hipblasLtMatmulDescDestroy",
      "hipblasLtMatrixLayoutDestroy",
      "hipblasLtMatmulPreferenceDestroy"};
  static const std::set<std::string> needed{
      "nvmlInit_v2", "nvmlDeviceGetHandleByPciBusId_v2", "nvmlDeviceGetComputeRunningProcesses"};
  return releases.count(name) > 0 || (name.rfind("nvml", 0) == 0 && needed.count(name) == 0);
}

}  // namespace

TEST_CASE("no driver") {
  const Said said = run_fake(small_job("identity", "none"));
  CHECK(said.failed == "no NVIDIA driver: libcuda.so.1 was not found");
  CHECK(said.missing);
  CHECK_FALSE(said.done);
}

TEST_CASE("a stub, no device, an old driver, an old GPU, an incomplete library") {
  const Said stub = run_fake(small_job("identity"), {"FAKE_INIT=34"});
  CHECK(stub.failed == "no NVIDIA driver: " + fakes("nvidia") + "/libcuda.so.1 is a stub, found before the driver");
  CHECK(stub.missing);
  CHECK(run_fake(small_job("identity"), {"FAKE_INIT=100"}).failed == "no GPU: the NVIDIA driver lists none");
  CHECK(run_fake(small_job("identity"), {"FAKE_GPUS=0"}).missing);
  CHECK(
      run_fake(small_job("identity"), {"FAKE_INIT=803"}).failed ==
      "cuInit failed: CUDA_ERROR_SYSTEM_DRIVER_MISMATCH (803)");
  CHECK(
      run_fake(small_job("identity"), {"FAKE_DRIVER=10020"}).failed ==
      "the NVIDIA driver is too old: CUDA 10.2, 11.0 or later required");
  CHECK(
      run_fake(small_job("hbm"), {"FAKE_MAJOR=7"}).failed ==
      "GPU 0 (Fake GPU) has compute capability 7.0; 8.0 or later required");
  const Said old = run_fake(small_job("identity", "old"));
  CHECK(old.failed == fakes("old") + "/libcuda.so.1 has no cuDeviceGetCount: too old, or not the vendor's library");
  CHECK_FALSE(old.missing);
}

TEST_CASE("a GPU that others use is left alone, unless it is forced") {
  GpuJob job = small_job("hbm");
  CHECK(
      run_fake(job, {"FAKE_BUSY=1", "FAKE_BUSY_LATER=1"}).failed ==
      "GPU 0 is in use (1 compute processes, 0% utilization); use --force to measure anyway");
  CHECK(
      run_fake(job, {"FAKE_PERCENT=6"}).failed ==
      "GPU 0 is in use (0 compute processes, 6% utilization); use --force to measure anyway");
  CHECK(run_fake(job, {"FAKE_PERCENT=5"}).failed == "");
  job.force = true;
  const Said forced = run_fake(job, {"FAKE_BUSY=1", "FAKE_BUSY_LATER=1"});
  REQUIRE(forced.failed == "");
  CHECK(forced.results.front().flags == std::vector<std::string>{"in-use"});
}

TEST_CASE("what is measured while others come to the GPU is invalid") {
  CHECK(run_fake(small_job("hbm"), {"FAKE_BUSY_LATER=1"}).results.front().valid());
  const Said said = run_fake(small_job("hbm"), {"FAKE_BUSY_LATER=2"});
  CHECK(said.results.front().flags == std::vector<std::string>{"in-use", "invalid"});
}

TEST_CASE("a job that cannot be done") {
  CHECK(run_fake(small_job("nonsense")).failed == "unknown GPU worker probe nonsense");
  GpuJob job = small_job("gemm");
  job.gpu = 3;
  CHECK(run_fake(job).failed == "unknown GPU 3: the driver lists 1");
  job = small_job("gemm");
  job.dtype = "fp8";
  CHECK(run_fake(job).failed == "matrices of fp8 are not measured: bf16 and fp16 are");
}

TEST_CASE("an error of any call is told by the name of the call") {
  const std::string vendor = GENERATE("nvidia", "amd");
  for (const char* probe : {"identity", "gemm", "gemm-soak", "hbm", "h2d", "d2h", "bidir", "p2p", "coll-local"}) {
    // These call nothing that the others do not call, which one vendor shows.
    if (vendor == "amd" && std::set<std::string>{"gemm-soak", "d2h", "bidir"}.contains(probe)) continue;
    GpuJob job = small_job(probe, vendor);
    job.sizes = {4096};
    job.repeats = 1;
    job.seconds = 0.5;
    const std::vector<std::string> names = called(job);
    CHECK(names.size() >= 8);
    // Each run mostly waits: all at once.
    std::vector<std::future<Said>> runs;
    for (const std::string& name : names)
      runs.push_back(std::async(std::launch::async, [job, name] {
        return run_fake(job, {"FAKE_GPUS=2", "FAKE_FAIL=" + name});
      }));
    for (std::size_t at = 0; at < names.size(); ++at) {
      const std::string& name = names[at];
      const Said said = runs[at].get();
      CAPTURE(vendor, probe, name, said.failed);
      CHECK(said.exit_code <= 1);
      CHECK(said.done == said.failed.empty());
      if (may_fail(name) || (name.rfind("nvml", 0) == 0 && std::string(probe) == "identity")) continue;
      CHECK(said.failed.find(name + " failed: ") != std::string::npos);
    }
  }
}

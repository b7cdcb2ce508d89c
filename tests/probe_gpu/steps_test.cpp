// SPDX-License-Identifier: Apache-2.0
// The program's side: workers that crash, hang or print nonsense; steps that fill a record.
#include "core/probe/gpu/gpu.hpp"
#include "core/probe/gpu/workers.hpp"
#include "worker.hpp"

#include <catch2/catch.hpp>

#include <sys/stat.h>

#include <cstdlib>
#include <fstream>

using namespace llmsize;

namespace {

const std::atomic<int> go_on = 0;

/// A script as worker, named to the program by its variable while this lives.
class Stand {
 public:
  explicit Stand(const std::string& script) {
    const std::string path = fresh_file("worker.sh");
    std::ofstream(path) << "#!/bin/sh\n" << script << "\n";
    chmod(path.c_str(), 0700);
    setenv("LLMSIZE_PROBE_GPU", path.c_str(), 1);
  }
  ~Stand() { unsetenv("LLMSIZE_PROBE_GPU"); }
  Stand(const Stand&) = delete;
  Stand& operator=(const Stand&) = delete;
};

std::string real(const std::string& environment) { return environment + " exec " + LLMSIZE_GPU_WORKER + " \"$@\""; }

WorkerEnd run_one(const std::string& script, double deadline = 30) {
  const Stand stand(script);
  return run_workers({small_job("hbm")}, deadline, go_on).front();
}

}  // namespace

TEST_CASE("a worker that crashes, hangs or ends early is a sentence") {
  CHECK(
      run_one(real("FAKE_CRASH=cuMemAlloc_v2")).failed ==
      "the GPU worker crashed: Aborted (GPU 0, hbm, at: open the driver)");
  CHECK(
      run_one(real("FAKE_HANG=cuLaunchKernel"), 1).failed ==
      "the GPU worker timed out after 1 s (GPU 0, hbm, at: open the driver)");
  CHECK(
      run_one("echo '{\"alive\": \"triad\"}'; echo broken >&2; exit 3").failed ==
      "the GPU worker exited early with code 3 (GPU 0, hbm, at: triad): broken");
  CHECK(
      run_one("echo '{\"result\": {}}'; echo '{\"done\": true}'").failed.rfind("invalid output of the GPU worker", 0) ==
      0);
  CHECK(run_one("echo NCCL version; echo '{\"done\": true}'").failed == "");
}

TEST_CASE("a worker that is not there is missing") {
  setenv("LLMSIZE_PROBE_GPU", "/nonexistent/worker", 1);
  const WorkerEnd end = run_workers({small_job("hbm")}, 5, go_on).front();
  unsetenv("LLMSIZE_PROBE_GPU");
  CHECK(end.missing);
  CHECK(end.failed.rfind("cannot start /nonexistent/worker", 0) == 0);
}

TEST_CASE("workers of all GPUs measure together; where one fails the others end") {
  GpuJob first = small_job("h2d"), second = first;
  second.gpu = 1;
  double share = 0;
  const auto told = [&](double now) { share = now; };
  {
    const Stand stand(real("FAKE_GPUS=2"));
    const auto ends = run_workers({first, second}, 30, go_on, told);
    CHECK(ends[0].failed + ends[1].failed == "");
    CHECK(ends[1].results.front().params.at("gpu") == 1);
    CHECK(ends[1].results.front().params.at("gpus") == 2);
    CHECK(share == 1);
  }
  const Stand stand(real("FAKE_GPUS=1"));
  const auto ends = run_workers({first, second}, 30, go_on);
  CHECK(ends[0].failed == "");
  CHECK(ends[1].failed == "unknown GPU 1: the driver lists 1");
}

TEST_CASE("a run that is stopped ends its workers without an error") {
  const Stand stand(real("FAKE_HANG=cuLaunchKernel"));
  const std::atomic<int> stop = 2;
  CHECK(run_workers({small_job("hbm")}, 30, stop).front().failed == "");
}

TEST_CASE("steps by preset and by name") {
  ProbeOptions options;
  CHECK(gpu_steps(options).empty());
  options.probes = {"gpu"};
  options.preset = Preset::quick;
  CHECK(gpu_steps(options).size() == 3);
  options.preset = Preset::standard;
  const auto standard = gpu_steps(options);
  CHECK(standard.size() >= 6);
  for (const ProbeStep& step : standard) {
    CHECK(step.seconds > 0);
    CHECK_FALSE(step.what.empty());
  }
  options.probes = {"coll-local"};
  REQUIRE(gpu_steps(options).size() == 1);
}

TEST_CASE("a step fills the record") {
  const Stand stand(real("FAKE_GPUS=2"));
  ProbeOptions options;
  options.probes = {"gpu"};
  options.preset = Preset::quick;
  options.library_folder = fakes("nvidia");
  ProbeRecord record;
  for (const ProbeStep& step : gpu_steps(options))
    if (step.probe == "hbm") step.run({record, go_on});
  CHECK(record.results.size() == 4);
  CHECK(record.host.at("gpus").size() == 2);
  CHECK(record.host.at("libs").at("cuda") == 13000);
  CHECK_NOTHROW(write_record(record));
}

TEST_CASE("without a driver every step is missing, in the same words") {
  const Stand stand(real(""));
  ProbeOptions options;
  options.probes = {"gpu"};
  options.library_folder = fakes("none");
  ProbeRecord record;
  for (const ProbeStep& step : gpu_steps(options)) {
    try {
      step.run({record, go_on});
      FAIL("a step without a driver went well");
    } catch (const ProbeFailure& failure) {
      CHECK(failure.kind() == ProbeFailure::Kind::missing);
      CHECK(std::string(failure.what()) == "no NVIDIA driver: libcuda.so.1 was not found");
    }
  }
}

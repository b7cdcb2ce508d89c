// SPDX-License-Identifier: Apache-2.0
#include "core/probe/gpu/gpu.hpp"
#include "core/probe/gpu/probe.hpp"

#include <algorithm>
#include <exception>

namespace llmsize {
namespace {

void work_on(const Json& json, const std::function<void(const Json&)>& say) {
  const GpuJob job = read_job(json);
  const auto all = gpu_probes();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const GpuProbe* probe) { return probe->name == job.probe; });
  if (found == all.end()) throw ProbeFailure(ProbeFailure::Kind::failed, "unknown GPU worker probe " + job.probe);
  GpuWork work(job, say);
  (*found)->run(work);
}

}  // namespace

int run_gpu_worker(const Json& job, const std::function<void(const Json&)>& say) {
  try {
    work_on(job, say);
  } catch (const ProbeFailure& failure) {
    say({{"failed", failure.what()}, {"missing", failure.kind() == ProbeFailure::Kind::missing}});
    return 1;
  } catch (const std::exception& error) {
    say({{"failed", error.what()}, {"missing", false}});
    return 1;
  }
  say({{"done", true}});
  return 0;
}

}  // namespace llmsize

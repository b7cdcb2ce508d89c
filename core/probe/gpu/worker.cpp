// SPDX-License-Identifier: Apache-2.0
#include "core/probe/gpu/gpu.hpp"
#include "core/probe/gpu/work.hpp"

#include <algorithm>
#include <exception>

namespace llmsize {
namespace {

struct Probe {
  const char* name;
  void (*run)(GpuWork&);
};

constexpr Probe probes[] = {
    {"identity", probe_identity}, {"gemm", probe_gemm},     {"gemm-soak", probe_gemm_soak},
    {"hbm", probe_hbm},           {"h2d", probe_host_link}, {"d2h", probe_host_link},
    {"bidir", probe_host_link},   {"p2p", probe_p2p},       {"coll-local", probe_collectives},
};

void work_on(const Json& json, const std::function<void(const Json&)>& say) {
  const GpuJob job = read_job(json);
  const auto* found =
      std::find_if(std::begin(probes), std::end(probes), [&](const Probe& probe) { return probe.name == job.probe; });
  if (found == std::end(probes))
    throw ProbeFailure(ProbeFailure::Kind::failed, "GPU workers know no probe " + job.probe);
  GpuWork work(job, say);
  found->run(work);
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

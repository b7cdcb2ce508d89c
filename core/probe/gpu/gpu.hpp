// SPDX-License-Identifier: Apache-2.0
// Probes of GPUs. They run in workers, programs of their own: what a vendor's library does wrong ends a worker, not
// this program.
#pragma once

#include "core/probe/step.hpp"

#include <functional>
#include <vector>

namespace llmsize {

/// Names of these probes, those first that run first.
std::vector<std::string_view> gpu_probe_names();

/// Steps that measure the GPUs: one worker per GPU, all at once where the probe says so. Nothing is started before a
/// step runs. The worker is this program, or `$LLMSIZE_PROBE_GPU` where that is set, started as `PROGRAM probe-worker
/// JOB`; JOB is a JSON text.
std::vector<ProbeStep> gpu_steps(const ProbeOptions& options);

/// The worker: measures what `job` asks for and says JSON objects, one line each. `say` hears {"alive": …} before each
/// piece of work,
/// {"share": …}, {"host": …}, {"result": …}, at last {"done": true} or {"failed": …, "missing": …}. Returns the exit
/// code.
int run_gpu_worker(const Json& job, const std::function<void(const Json&)>& say);

}  // namespace llmsize

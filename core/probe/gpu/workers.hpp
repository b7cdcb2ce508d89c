// SPDX-License-Identifier: Apache-2.0
// Starting workers and hearing what they say. A worker that crashes or hangs is a failed probe, in a sentence.
#pragma once

#include "core/probe/gpu/work.hpp"

#include <atomic>

namespace llmsize {

/// What came of one worker.
struct WorkerEnd {
  std::vector<ProbeResult> results{};
  Json host = Json::object();  ///< what it told of the machine: gpus, libs
  std::string failed{};        ///< a sentence; empty: it did what it was asked for, or was stopped
  bool missing = false;        ///< a driver or library is not on this machine
};

/// Starts one worker per job, all at once, and waits for all. Where one fails, the others are ended.
/// `deadline`: seconds that a worker may run. `told` hears the least share of work done.
std::vector<WorkerEnd> run_workers(
    std::vector<GpuJob> jobs, double deadline, const std::atomic<int>& stop,
    const std::function<void(double)>& told = {});

}  // namespace llmsize

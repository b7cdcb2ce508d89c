// SPDX-License-Identifier: Apache-2.0
// Runs a plan of probes and writes down what came of it.
#pragma once

#include "core/probe/plan.hpp"

#include <atomic>
#include <functional>

namespace llmsize {

/// Hears how far a run is.
struct ProbeWatch {
  std::function<void(std::size_t step)> started{};             ///< place of the step in the plan
  std::function<void(std::size_t step, double share)> told{};  ///< of that step, 0…1
};

/// What runs, when, where and how it was asked for; nothing measured yet.
ProbeRecord begin_record(const ProbeOptions& options, const std::vector<std::string>& args, bool with_name);

/// Runs the steps in order. A step that fails becomes an error of the record, and so do steps that no time is left for;
/// the others go on. `stop` holds the number of the signal that asks to stop, the negative number where it came again:
/// what was measured until then stays, and the record is truncated.
void run_probes(
    const ProbePlan& plan, const ProbeOptions& options, const std::atomic<int>& stop, const ProbeWatch& watch,
    ProbeRecord& record);

}  // namespace llmsize

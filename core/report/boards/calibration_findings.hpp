// SPDX-License-Identifier: Apache-2.0
// What has to be said about records: slow nodes, points that do not count, what was left out.
#pragma once

#include "core/report/boards/calibration.hpp"
#include "core/report/boards/remedies.hpp"

namespace llmsize {

/// Why the records are of another machine than the scenario's, one sentence; empty where they are not.
std::string other_machine(const Comparison& all);

/// Most severe first. A node is left out by a change of `leave_out_key`.
Findings calibration_findings(const Comparison& all, const std::vector<NodeReading>& nodes);

}  // namespace llmsize

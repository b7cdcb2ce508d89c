// SPDX-License-Identifier: Apache-2.0
// What has to be said about records: slow nodes, points that do not count, what was left out.
#pragma once

#include "core/pages/calibration.hpp"
#include "core/pages/remedies.hpp"

namespace llmsize {

/// That the records are plainly of another machine than the scenario's; empty words where they may be of it.
struct OtherMachine {
  std::string label{};  ///< "Another machine", with a question mark where only numbers tell it
  std::string why{};    ///< one sentence
};
OtherMachine other_machine(const Comparison& all);

/// What a probe measures: "local write" of "nvme.write", "CPU memory" of "dram".
std::string probe_label(const std::string& probe);

/// Most severe first. A node is left out by a change of `leave_out_key`.
Findings calibration_findings(const Comparison& all, const std::vector<NodeReading>& nodes);

}  // namespace llmsize

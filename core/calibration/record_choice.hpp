// SPDX-License-Identifier: Apache-2.0
// Which of several records and results count, and why others do not.
#pragma once

#include "core/calibration/samples.hpp"

#include <set>
#include <string>
#include <vector>

namespace llmsize::merging {

/// What nodes have to have in common to be merged.
struct Kind {
  std::string gpu, driver, link;
  std::size_t gpus = 0;
  double memory = 0;  ///< of one GPU, GB

  auto operator<=>(const Kind&) const = default;
  bool known() const { return !gpu.empty(); }
  std::string text() const;  ///< "8 × NVIDIA H100 80GB HBM3, driver 550, PCIe 5 × 16"
};

/// The records of the kind that most nodes are of, and those that tell no kind.
std::vector<NodeRecord> of_one_kind(const std::vector<NodeRecord>& records, Kind& kind, std::set<Note>& notes);

/// Leaves out results that no machine gives, such as 0 B/s: they are no measurement, whatever wrote them.
void leave_out_impossible(std::vector<ProbeRecord>& records, std::set<Note>& notes);

/// Leaves out what a later record of the same node and process measured again. Processes of one launch measure beside
/// each other.
void keep_latest(std::vector<ProbeRecord>& records, std::set<Note>& notes);

/// Leaves out results of other mounts than the one that most nodes measured.
void keep_one_mount(std::vector<ProbeRecord>& records, std::set<Note>& notes);

/// Tells of records that were stopped, and of those that tell nothing.
void note_conditions(const std::vector<ProbeRecord>& records, std::set<Note>& notes);

}  // namespace llmsize::merging

// SPDX-License-Identifier: Apache-2.0
// Which points a storage probe measures, in which order, and how much each may write.
#pragma once

#include "core/probe/step.hpp"
#include "core/probe/storage/budget.hpp"
#include "core/probe/storage/point.hpp"

#include <vector>

namespace llmsize {

struct Sweep {
  FileSet set{};              ///< files to write before; none for sustained writes
  double layout_seconds = 0;  ///< most that writing them may take
  std::vector<Point> points{};
  std::vector<int> weights{};  ///< of each point
};

/// `probe`: "nvme", "fs", "fs-clients" or "fs-sustained". What all points write together, files of the set included, is
/// at most `budget.written`.
Sweep plan_sweep(const std::string& probe, Preset preset, const FileSystem& files, const StorageBudget& budget);

}  // namespace llmsize

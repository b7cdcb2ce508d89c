// SPDX-License-Identifier: Apache-2.0
// All steps of the probes that are asked for, in order, within the time that is allowed.
#pragma once

#include "core/probe/step.hpp"

#include <string_view>
#include <vector>

namespace llmsize {

struct ProbePlan {
  std::vector<ProbeStep> steps{};
  std::vector<ProbeError> errors{};  ///< what is asked for and cannot be measured here
  std::size_t left_out = 0;          ///< steps that the time did not allow

  double seconds() const;        ///< planned, in all
  double bytes_kept() const;     ///< most that lie on the disk at a time
  double bytes_written() const;  ///< at most, in all
};

/// Leaves out steps of the lowest weight, the last first, until the rest takes at most so many seconds; 0: no limit.
/// What prepares and clears up goes with the last step that measures. Throws BadInput: usage, where no step is left.
void trim(ProbePlan& plan, double most);

/// Names of rooms and probes that may be asked for.
std::vector<std::string_view> probe_names();

/// "gpu" for "gemm", "storage" for "fs.write"; the name itself where it is a room's or nobody's.
std::string_view room_of(std::string_view probe);

/// "quick", "standard", "full". Throws BadInput: usage.
Preset preset_of(const std::string& word);
std::string_view word(Preset preset);

/// Plans the probes named in the options: probes, rooms, or "all", which stands for all rooms. Nothing is started or
/// written. Throws BadInput: usage, for unknown names and for a time that not even the most important step fits in.
ProbePlan plan_probes(ProbeOptions options);

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// Probes of the host.
#pragma once

#include "core/probe/host/host_probe_list.hpp"
#include "core/probe/step.hpp"

#include <string_view>
#include <vector>

namespace llmsize {

/// A probe of the host: `const HostProbe NAME_probe{…}` in a file of this folder is all it takes.
struct HostProbe {
  std::string_view name;  ///< "dram"
  /// Throws ProbeFailure where it cannot be measured at all.
  std::vector<ProbeStep> (*steps)(const ProbeOptions& options);
};

/// Names of these probes.
std::vector<std::string_view> host_probe_names();

/// Steps of the probes that are asked for by their names or as "host". Throws ProbeFailure as they do.
std::vector<ProbeStep> host_steps(const ProbeOptions& options);

}  // namespace llmsize

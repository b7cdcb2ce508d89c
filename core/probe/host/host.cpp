// SPDX-License-Identifier: Apache-2.0
// The probes of this folder.
#include "core/probe/host/host.hpp"

#include <algorithm>
#include <iterator>

namespace llmsize {

std::vector<std::string_view> host_probe_names() {
  std::vector<std::string_view> names;
  for (const HostProbe* probe : host_probe_list) names.push_back(probe->name);
  return names;
}

std::vector<ProbeStep> host_steps(const ProbeOptions& options) {
  const auto asked = [&](std::string_view name) {
    return std::find(options.probes.begin(), options.probes.end(), name) != options.probes.end();
  };
  std::vector<ProbeStep> steps;
  for (const HostProbe* probe : host_probe_list) {
    if (!asked("host") && !asked(probe->name)) continue;
    std::vector<ProbeStep> own = probe->steps(options);
    std::move(own.begin(), own.end(), std::back_inserter(steps));
  }
  return steps;
}

}  // namespace llmsize

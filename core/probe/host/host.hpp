// SPDX-License-Identifier: Apache-2.0
// Probes of the host: bandwidth of its memory.
#pragma once

#include "core/probe/step.hpp"

#include <string_view>
#include <vector>

namespace llmsize {

/// Names of these probes.
inline constexpr std::string_view host_probes[] = {"dram"};

/// Steps of the probes that are asked for by their names or as "host". Throws ProbeFailure where memory cannot be
/// measured at all.
std::vector<ProbeStep> host_steps(const ProbeOptions& options);

}  // namespace llmsize

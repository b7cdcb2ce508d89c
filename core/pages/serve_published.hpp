// SPDX-License-Identifier: Apache-2.0
// Published runs of servers.
#pragma once

#include "core/view/around.hpp"

namespace llmsize {

/// Published runs of the scenario's model on its accelerator, with weights and lengths like its own: output tokens per
/// second against the time per token, for as many GPUs as the scenario has; a series per engine. None where the catalog
/// knows none.
std::vector<Plot::Series> published_servers(const Around& around);

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// The charts of the Size page of a scenario that serves.
#pragma once

#include "core/view/state.hpp"

namespace llmsize {

/// Tokens per second against sequences that are decoded together, as far as memory holds their KV cache.
Chart batch_chart(const Subject& subject, const Around& around);

/// Nodes that hold the weights, by the slowest memory that is used.
Chart weights_chart(const Around& around);

}  // namespace llmsize

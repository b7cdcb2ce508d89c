// SPDX-License-Identifier: Apache-2.0
// Published rates of training on nodes whose interfaces are known.
#pragma once

#include "core/view/around.hpp"

namespace llmsize {

/// Published rates on the scenario's accelerator and precision, of its model or of one of about its size, as marks over
/// the interfaces that a node of the scenario would have. No points where the catalog knows none.
Plot::Series published_rates(const Around& around);

}  // namespace llmsize

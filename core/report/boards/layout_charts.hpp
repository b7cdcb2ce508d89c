// SPDX-License-Identifier: Apache-2.0
// The charts of the Layout page.
#pragma once

#include "core/report/boards/state.hpp"

namespace llmsize {

Chart front_chart(const Subject& subject, const Around& around);
Chart layouts_memory_chart(const Subject& subject, const Around& around);
Chart ranked_chart(const Subject& subject, const Around& around);

}  // namespace llmsize

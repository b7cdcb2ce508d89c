// SPDX-License-Identifier: Apache-2.0
// The charts of the Layout page.
#pragma once

#include "core/view/state.hpp"

namespace llmsize {

/// Why there is nothing that the planner tried, or nothing.
std::string unranked(const Subject& subject, const Around& around);

Chart front_chart(const Subject& subject, const Around& around);
Chart layouts_memory_chart(const Subject& subject, const Around& around);
Chart ranked_chart(const Subject& subject, const Around& around);
/// The best layouts in one table, then how sure their times are.
FirstScreen layout_first(const Subject& subject, const Around& around);
/// Adds why it is this layout: rates, limit, runner-up, what did not fit; or what a search tried that found none.
void add_layout_numbers(const Subject& subject, const Around& around, Page& page);

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// The first screen and the tables of the Data page.
#pragma once

#include "core/view/state.hpp"

namespace llmsize {

/// Volumes, training reads, ways to load the model.
FirstScreen data_first(const Subject& subject, const Around& around);
/// Adds the guidelines for reading and the numbers behind the page.
void add_data_numbers(const Subject& subject, const Around& around, Page& page);

}  // namespace llmsize

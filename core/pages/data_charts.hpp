// SPDX-License-Identifier: Apache-2.0
// The tables of the Data page.
#pragma once

#include "core/view/state.hpp"

namespace llmsize {

/// Adds the guidelines for reading and the numbers behind the page.
void add_data_numbers(const Subject& subject, const Around& around, Page& page);

}  // namespace llmsize

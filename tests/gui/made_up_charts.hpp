// SPDX-License-Identifier: GPL-3.0-or-later
// Charts with made-up numbers, one for each kind of card, for the tests of painting.
#pragma once

#include "core/charts/chart.hpp"

#include <vector>

namespace llmsize::gui {

std::vector<Chart> made_up_charts();
/// One of them by id.
Chart made_up_chart(const std::string& id);

}  // namespace llmsize::gui

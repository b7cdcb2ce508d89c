// SPDX-License-Identifier: Apache-2.0
// The table of a chart as people read it.
#pragma once

#include "core/charts/chart.hpp"

namespace llmsize {

/// The rows and columns of `data_of` with each number as the chart would write it, "28.7 days", and headers without
/// units.
Table shown_of(const Chart& chart);

}  // namespace llmsize

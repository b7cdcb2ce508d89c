// SPDX-License-Identifier: Apache-2.0
// How certain several results are.
#pragma once

#include "core/answer/answer.hpp"

namespace llmsize {

/// P10 and P90 of each result; nothing where no uncertain input moves it.
using Ranges = std::vector<std::optional<std::pair<double, double>>>;

/// What `range` tells of each, in one go: they share most of what stands behind them.
Ranges ranges(const Case& plan, const std::vector<const ResultRow*>& rows);

}  // namespace llmsize

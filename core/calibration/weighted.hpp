// SPDX-License-Identifier: Apache-2.0
// Quantiles of values that count for more or less.
#pragma once

#include <utility>
#include <vector>

namespace llmsize {

/// Values and their weights.
using Weighted = std::vector<std::pair<double, double>>;

/// The value below which a share of the weight lies, straight between the middles of neighbours; absent where there is
/// no value.
double quantile(Weighted weighted, double share);

/// The standard deviation that puts P10 and P90 of values as far apart as they are.
double deviation(const Weighted& weighted);

}  // namespace llmsize

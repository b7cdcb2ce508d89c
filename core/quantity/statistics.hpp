// SPDX-License-Identifier: Apache-2.0
// Middles, quantiles and spreads of samples. Between two neighbours a quantile lies straight: the median of an even
// number of values is the mean of both in the middle, of ratios as of times.
#pragma once

#include <utility>
#include <vector>

namespace llmsize {

/// P10 and P90 of a normal distribution lie so many standard deviations from its median.
inline constexpr double z90 = 1.2815515655446004;

/// The value below which a share of the others lies, the least at 0 and the most at 1, as numpy and R have it (type 7);
/// absent where there is no value.
double quantile(std::vector<double> values, double share);
double median(std::vector<double> values);

/// Standard deviation of a normal distribution whose values lie as far from their median, by the median of the
/// distances: one that lies far off does not count. Absent where there is no value.
double robust_deviation(const std::vector<double>& values);

/// Standard deviation of a normal distribution of which so few values, two to seven, lie as far apart: their range over
/// the range that is to be expected of them.
double deviation_of_few(const std::vector<double>& values);

/// Values and their weights.
using Weighted = std::vector<std::pair<double, double>>;

/// The value below which a share of the weight lies, each value standing in the middle of its own weight; absent where
/// there is no value.
double quantile(Weighted weighted, double share);

/// The standard deviation that puts P10 and P90 of values as far apart as they are.
double deviation(const Weighted& weighted);

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// How much wider ranges have to be of runs that are far from the measured ones, by what left-out rows tell.
#pragma once

#include "core/calibration/accuracy.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace llmsize {

/// A row that no fit saw, and what it is far by.
struct DistantRow {
  std::string source;
  double error;                                       ///< natural logarithm of the predicted over the measured time
  double near;                                        ///< standard deviation of that logarithm for a run that is near
  std::vector<std::pair<std::string, double>> parts;  ///< inputs that say a spread, and how many times it
};

/// Rows of experiments; `near` have the ranges of runs like the measured ones. Those without a range are left out.
std::vector<DistantRow> distant_rows(const std::vector<Prediction>& near);

/// The share of rows, sources by the root of theirs, inside P10 to P90 with these spreads; NaN where there is no row.
double share_inside(const std::vector<DistantRow>& rows, const std::map<std::string, double>& spreads);

/// The spreads with which four of five rows of each kind are inside P10 to P90. Each is the least that is enough, with
/// all others in place.
std::map<std::string, double> fit_spreads(const std::vector<DistantRow>& rows);

/// A spread by distance, and how it does on sources that its fit did not see.
struct FittedSpread {
  std::string input;
  std::size_t rows, sources;
  double fitted;         ///< to all rows
  double inside, apart;  ///< share of those rows inside without it and with what the other half of the sources tells
};
/// The spreads by input. `seed` deals sources into halves.
std::vector<FittedSpread> fitted_spreads(const std::vector<DistantRow>& rows, std::uint32_t seed);

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// The only place that turns numbers into text. Independent of the locale.
#pragma once

#include "core/quantity/unit.hpp"

#include <string>

namespace llmsize {

/// For people: three significant digits or more where a whole count needs them, with unit: "43.7 GB", "23.2 days",
/// "1,536", "989 TFLOP/s", memory as "79.6 GiB". Counts up to 10^6 are written out with thousands separators; above,
/// with M/B/T names ("174.6 billion" is "175B"). NaN is "–".
std::string pretty(double value, Unit unit);

/// The same, number and unit apart: {"43.7", "GB"}; counts and flags have no unit.
struct Pretty {
  std::string number, unit;
};
Pretty pretty_parts(double value, Unit unit);

/// The unit that `pretty` chooses for a quantity, and its size in base units: {"days", 86400} for 10^6 s; size 0 where
/// it has none.
struct ChosenUnit {
  std::string name;
  double size;
};
ChosenUnit chosen_unit(double value, Unit unit);

/// For machines: the shortest text that reads back as the same double, in base units, without unit. Whole numbers below
/// 2^63 have no exponent.
std::string exact(double value);

/// For derivations: six significant digits in base units with the base unit: "4.51097e+18 FLOP"; whole numbers below
/// 10^15 in full.
std::string base(double value, Unit unit);

}  // namespace llmsize

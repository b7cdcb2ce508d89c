// SPDX-License-Identifier: Apache-2.0
// What a measurement can be at all: what lies outside was misread or never measured.
#pragma once

#include <string_view>

namespace llmsize {

/// Ends of what can be measured, in base units; both belong to it.
struct Plausible {
  double least, most;

  /// False for NaN, too.
  bool holds(double value) const { return value >= least && value <= most; }
};

/// Of a result in the unit of a record: "FLOP/s", "B/s", "1/s", "s". Of other units any finite number may be one.
Plausible plausible(std::string_view unit);

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// The runs that a calibration rests on, before and after it.
#pragma once

#include "core/calibration/calibration.hpp"
#include "core/tables/rows.hpp"

#include <string>
#include <vector>

namespace llmsize {

/// Each run with its time as measured, by the stack and by the calibration; of many, those farthest off.
TitledTable calibrated_runs_table(const Calibration& calibration);

/// A sentence for each run that the calibration serving the others does not serve.
std::vector<std::string> contradictions(const Calibration& calibration);

}  // namespace llmsize

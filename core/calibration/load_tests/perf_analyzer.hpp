// SPDX-License-Identifier: Apache-2.0
// What AIPerf and genai-perf, its predecessor, have in common: a metric is an object with its unit and statistics.
#pragma once

#include "core/calibration/load_tests/reading.hpp"

namespace llmsize::load_tests {

/// Times, lengths, counts and rates of a profile; load and model are left to its reader.
LoadTestRun profiled_run(const JsonField& document);

}  // namespace llmsize::load_tests

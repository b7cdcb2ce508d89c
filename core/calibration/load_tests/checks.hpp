// SPDX-License-Identifier: Apache-2.0
// Whether the numbers of a run agree, and whether it was long enough to be compared with a steady state.
#pragma once

#include "core/calibration/load_tests/load_test.hpp"

namespace llmsize {

/// What llmsize predicts of the server under this load; absent where it cannot.
struct LoadTestLimits {
  double concurrency = absent;  ///< most requests that run at a time
  double utilization = absent;
};

/// The status that rules of measurements/inference.json know: rows with it are not compared.
inline constexpr std::string_view not_steady = "not steady", first_wave_only = "first wave only",
                                  all_at_once = "all requests at once";

/// One note per check that a run does not pass, and the status of a run without a rate.
std::vector<std::string> load_test_notes(const LoadTestRun& run, const LoadTestLimits& limits);

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// What vllm bench serve and SGLang bench_serving, which began as one program, have in common: flat fields, times in ms.
#pragma once

#include "core/calibration/load_tests/reading.hpp"

namespace llmsize::load_tests {

/// Load, lengths, counts, rates and times of a run; `latency` is the name of E2E latency in "mean_NAME_ms". What only
/// one of them writes is left to its reader.
LoadTestRun served_run(const JsonField& document, const std::string& latency);

}  // namespace llmsize::load_tests

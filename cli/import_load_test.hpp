// SPDX-License-Identifier: Apache-2.0
// Results of load generators as measured rows, for people and for programs.
#pragma once

#include "cli/command.hpp"
#include "core/calibration/load_tests/load_test.hpp"

namespace llmsize::cli {

/// "vllm-bench, sglang-bench, …".
std::string load_test_names();

/// Imports a text of a load generator. The scenario options state what it does not contain.
int run_load_test(const Common& options, const LoadTestTool& tool, const std::string& text, const std::string& file);

/// Other files than load tests say all that is imported of them. Throws BadInput: usage, where the scenario is stated.
void refuse_scenario(const Common& options, const std::string& file);

}  // namespace llmsize::cli

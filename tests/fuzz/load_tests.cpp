// SPDX-License-Identifier: Apache-2.0
// Results of load generators: runs that have requests, lengths and a time or rate.
#include "core/calibration/load_tests/checks.hpp"
#include "tests/fuzz/reader.hpp"

namespace llmsize::fuzz {

const Register load_tests_reader("load_tests", [](std::string_view text) {
  for (const LoadTestTool* tool : load_test_tools())
    done([&] {
      for (const LoadTestRun& run : read_load_test(*tool, text, "fuzz.json")) {
        require(run.completed > 0 && run.input.mean > 0 && run.output.mean > 0);
        load_test_notes(run, {100, 0.5});
      }
    });
});

}  // namespace llmsize::fuzz

// SPDX-License-Identifier: Apache-2.0
// Calibration files: facts with a source.
#include "core/calibration/calibration.hpp"
#include "tests/fuzz/reader.hpp"

namespace llmsize::fuzz {

const Register calibration_reader("calibration", [](std::string_view text) {
  for (const Fact& fact : read_calibration(parse_json(text, "cal.json"), "cal.json")) require(!fact.source.empty());
});

}  // namespace llmsize::fuzz

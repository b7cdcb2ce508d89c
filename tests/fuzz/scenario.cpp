// SPDX-License-Identifier: Apache-2.0
// Scenario files: what is read is written and read again.
#include "core/scenario/scenario.hpp"
#include "core/scenario/study.hpp"
#include "tests/fuzz/reader.hpp"

namespace llmsize::fuzz {

const Register scenario("scenario", [](std::string_view text) {
  const Study study = read_study(text, "fuzz.llmsize");
  for (const Axis& axis : study.axes) require(!axis.values.empty());
  const Scenario read = read_scenario(text, "fuzz.llmsize");
  const Scenario again = read_scenario(write_scenario(read).dump(), "again.llmsize");
  require(again.all().size() == read.all().size());
});

}  // namespace llmsize::fuzz

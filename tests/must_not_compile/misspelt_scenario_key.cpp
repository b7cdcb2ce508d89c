// SPDX-License-Identifier: Apache-2.0
// A scenario is not given a value under a key that it cannot hold.
// expect: a scenario holds no such key
#include "core/scenario/scenario.hpp"

namespace llmsize {

void set_deadline(Scenario& scenario) {
#ifdef MISTAKE
  scenario.set("goal.deadlin", "30d", {});
#else
  scenario.set("goal.deadline", "30d", {});
#endif
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// A result is not asked for by an id that no formula has.
// expect: there is no such id
#include "core/registry/registry.hpp"

namespace llmsize {

double time(const Once& values) {
#ifdef MISTAKE
  return result_row("training.step_tim").value(values);
#else
  return result_row("training.step_time").value(values);
#endif
}

}  // namespace llmsize

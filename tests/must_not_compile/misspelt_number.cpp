// SPDX-License-Identifier: Apache-2.0
// A number that is shown is a result or an input.
// expect: there is no such result or input
#include "core/formula/id.hpp"

namespace llmsize {

#ifdef MISTAKE
constexpr NumberId number = "training.tim";
#else
constexpr NumberId number = "training.total_step_time";
#endif

std::string_view text() { return number.text(); }

}  // namespace llmsize

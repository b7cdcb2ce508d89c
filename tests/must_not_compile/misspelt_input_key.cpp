// SPDX-License-Identifier: Apache-2.0
// An input is not asked for by a key that no input has.
// expect: there is no such id
#include "core/formula/id.hpp"

namespace llmsize {

#ifdef MISTAKE
constexpr InputKey key = "goal.deadlin";
#else
constexpr InputKey key = "goal.deadline";
#endif

std::string_view text() { return key.text(); }

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// A finding is not named by an id that no rule has.
// expect: there is no such id
#include "core/formula/id.hpp"

namespace llmsize {

#ifdef MISTAKE
constexpr FindingId finding = "memory.gpu_overflows";
#else
constexpr FindingId finding = "memory.gpu_overflow";
#endif

std::string_view text() { return finding.text(); }

}  // namespace llmsize

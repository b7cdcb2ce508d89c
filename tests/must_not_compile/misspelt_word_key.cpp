// SPDX-License-Identifier: Apache-2.0
// A choice or a reference to the catalog is not named by a key that none has.
// expect: there is no such id
#include "core/formula/id.hpp"

namespace llmsize {

#ifdef MISTAKE
constexpr WordKey key = "memory.recipy";
#else
constexpr WordKey key = "memory.recipe";
#endif

std::string_view text() { return key.text(); }

}  // namespace llmsize

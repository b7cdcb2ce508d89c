// SPDX-License-Identifier: Apache-2.0
// Both arms of a choice are of one kind.
// expect: no matching function for call to 'choose
#include "core/inputs/all.hpp"
#include "core/inputs/worlds.hpp"

namespace llmsize {

constexpr auto size =
    formula<"test.size", Bytes>({.symbol = "x", .title = "x", .why = "x", .source = "x"}, [](const auto& x) {
#ifdef MISTAKE
      return choose(workload::trains(x), memory::context_bytes(x), goal::deadline(x));
#else
  return choose(workload::trains(x), memory::context_bytes(x), memory::communication_bytes(x));
#endif
    });

double value(const Values& x) { return raw(size(x)); }

}  // namespace llmsize

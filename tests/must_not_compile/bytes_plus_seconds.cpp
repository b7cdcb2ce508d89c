// SPDX-License-Identifier: Apache-2.0
// A formula's body cannot add bytes and seconds.
// expect: no match for 'operator\+'|invalid operands to binary expression
#include "core/inputs/all.hpp"
#include "core/inputs/worlds.hpp"

namespace llmsize {

constexpr auto sum =
    formula<"test.sum", Bytes>({.symbol = "x", .title = "x", .why = "x", .source = "x"}, [](const auto& x) {
#ifdef MISTAKE
      return memory::context_bytes(x) + goal::deadline(x);
#else
  return memory::context_bytes(x) + memory::communication_bytes(x);
#endif
    });

double value(const Values& x) { return raw(sum(x)); }

}  // namespace llmsize

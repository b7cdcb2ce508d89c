// SPDX-License-Identifier: Apache-2.0
// A bare number is a count, not bytes.
// expect: no match for 'operator\+'|invalid operands to binary expression
#include "core/inputs/all.hpp"
#include "core/inputs/worlds.hpp"

namespace llmsize {

constexpr auto total =
    formula<"test.total", Bytes>({.symbol = "x", .title = "x", .why = "x", .source = "x"}, [](const auto& x) {
#ifdef MISTAKE
      return memory::context_bytes(x) + 8.0;
#else
  return memory::context_bytes(x) + 8.0 * byte;
#endif
    });

double value(const Values& x) { return raw(total(x)); }

}  // namespace llmsize

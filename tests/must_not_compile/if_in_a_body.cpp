// SPDX-License-Identifier: Apache-2.0
// A formula's body cannot ask `if`: its derivation would show one branch only.
// expect: could not convert .* to 'bool'|is not contextually convertible to 'bool'
#include "core/inputs/all.hpp"
#include "core/registry/tracing.hpp"

namespace llmsize {

constexpr auto share =
    formula<"test.share", Count>({.symbol = "x", .title = "x", .why = "x", .source = "x"}, [](const auto& x) {
#ifdef MISTAKE
      if (less(1.0, layout::data(x))) return 1.0 / layout::data(x);
      return lift(1.0);
#else
  return choose(less(1.0, layout::data(x)), 1.0 / layout::data(x), 1.0);
#endif
    });

NodePtr derivation(const Tracing& x) { return lift(share.body(x)).node; }

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// A formula's body cannot ask `if` in the world of slopes either.
// expect: could not convert .* to 'bool'|is not contextually convertible to 'bool'
#include "core/inputs/all.hpp"
#include "core/registry/sloping.hpp"

namespace llmsize {

constexpr auto share =
    formula<"test.share", Count>({.symbol = "x", .title = "x", .why = "x", .source = "x"}, [](const auto& x) {
#ifdef MISTAKE
      if (less(1.0, layout::data(x))) return 1.0 / layout::data(x);
      return slope_of(1.0);
#else
  return choose(less(1.0, layout::data(x)), 1.0 / layout::data(x), 1.0);
#endif
    });

double slope(const Sloping& x) { return slope_of(share.body(x)).slope[0]; }

}  // namespace llmsize

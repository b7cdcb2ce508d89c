// SPDX-License-Identifier: Apache-2.0
// A formula that promises bytes cannot give a bare number.
// expect: no matching function for call to 'boost::units::quantity|no matching conversion|no viable conversion
#include "core/inputs/all.hpp"
#include "core/inputs/worlds.hpp"

namespace llmsize {

constexpr auto size =
    formula<"test.size", Bytes>({.symbol = "x", .title = "x", .why = "x", .source = "x"}, [](const auto& x) {
#ifdef MISTAKE
      return 2.0 * layout::data(x);
#else
  return 2.0 * byte * layout::data(x);
#endif
    });

double value(const Values& x) { return raw(size(x)); }

}  // namespace llmsize

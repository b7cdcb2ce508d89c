// SPDX-License-Identifier: Apache-2.0
// A formula that promises seconds cannot give bytes.
// expect: no matching function for call to 'conversion_factor
#include "core/inputs/all.hpp"
#include "core/inputs/worlds.hpp"

namespace llmsize {

constexpr auto duration =
    formula<"test.duration", Seconds>({.symbol = "x", .title = "x", .why = "x", .source = "x"}, [](const auto& x) {
#ifdef MISTAKE
      return 2.0 * storage::capacity(x);
#else
  return 2.0 * storage::capacity(x) / storage::read(x);
#endif
    });

double value(const Values& x) { return raw(duration(x)); }

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// Texts such as "80GB": a number of the kind, finite, or nothing.
#include "core/quantity/parse.hpp"
#include "tests/fuzz/reader.hpp"

#include <cmath>

namespace llmsize::fuzz {

const Register quantity("quantity", [](std::string_view text) {
  for (int unit = 0; unit <= static_cast<int>(Unit::intensity); ++unit)
    if (const auto value = parse(text, static_cast<Unit>(unit))) require(std::isfinite(*value));
  require(currency(text).size() <= 3);
});

}  // namespace llmsize::fuzz

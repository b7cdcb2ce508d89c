// SPDX-License-Identifier: Apache-2.0
#include "core/view/public_price.hpp"

#include "core/prices/public_prices.hpp"
#include "core/quantity/ranges.hpp"

#include <fmt/format.h>

namespace llmsize {

std::string public_capex_text(const Around& around) {
  if (around.knows("economics.capex")) return {};
  const std::string system = around.word("cluster.system");
  const auto ends = public_capex(system, around.result("planning.nodes"));
  if (!ends) return {};
  return fmt::format(
      "CapEx about ${} all in (public prices of {})", range_text(ends->first, ends->second, Unit::money),
      dates_text(*public_price_of(system)));
}

}  // namespace llmsize

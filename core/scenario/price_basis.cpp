// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/price_basis.hpp"

namespace llmsize {

std::string_view price_basis(const Case& plan) {
  constexpr InputKey prices[] = {"economics.node_price",        "economics.network_price",
                                 "economics.storage_price",     "economics.switch_price",
                                 "economics.cable_price",       "economics.management_switch_price",
                                 "economics.transceiver_price", "economics.server_price",
                                 "economics.rack_price",        "economics.other_share"};
  bool given = false, taken = false;
  for (const InputKey key : prices) {
    if (!plan.has(key)) continue;
    const Origin::Kind kind = plan.origin(key).kind;
    given = given || kind == Origin::Kind::user;
    taken = taken || kind == Origin::Kind::assumed;
  }
  return given && taken ? "mixed" : given ? "user" : taken ? "public" : "";
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// What is ordered stands in the racks, whatever the scenario.
#include "tests/properties/scenarios.hpp"

#include "core/order/racks.hpp"

#include <rapidcheck/catch.h>

#include <algorithm>
#include <map>

namespace llmsize::test {
namespace {

/// A machine of the catalog of any size, some with appliances, some with racks of their own kind.
Said random_room() {
  const auto any = [](std::string_view kind) { return std::string(*rc::gen::elementOf(built_in().ids(kind))); };
  Said said = random_system() + Said{
                                    {"cluster.nodes", text_of(*rc::gen::inRange(1, 3000))},
                                    {"fabric.oversubscription", text_of(*rc::gen::inRange(1, 4))},
                                    {"economics.rack_height", word_of({"42", "48", "52"})}};
  if (*rc::gen::inRange(0, 2)) said.emplace_back("storage.id", any("storage"));
  if (*rc::gen::inRange(0, 2)) said.emplace_back("storage.count", text_of(*rc::gen::inRange(1, 200)));
  if (*rc::gen::inRange(0, 3) == 0) said.emplace_back("switch.id", any("switches"));
  if (*rc::gen::inRange(0, 3) == 0)
    said.emplace_back("economics.rack_power", text_of(*rc::gen::inRange(15, 150)) + "kW");
  return said;
}

TEST_CASE("racks hold what is ordered, no more and no less", "[property][racks]") {
  rc::prop("parts, racks, rack units and power add up", [] {
    const Said said = random_room();
    const Case plan = completed(said);
    const Once once(plan.values, dependents());
    const auto number = [&](NumberId id) {
      const double value = id.result() ? result_row(*id.result()).value(once) : plan[*id.input()];
      return std::isfinite(value) ? value : absent;
    };
    const std::vector<OrderRow> order = order_of(plan);
    const std::vector<RackRun> runs = racks_of(order, number);
    RC_PRE(!is_absent(number("bom.racks")));
    RC_ASSERT(racks_in(runs) == number("bom.racks"));
    for (const std::vector<RackRun>& each : {runs, folded(runs)}) {
      std::map<std::size_t, double> held;
      double units = 0, power = 0;
      for (const RackRun& run : each) {
        power += run.total_power;
        for (const Mounted& item : run.items) {
          held[item.row] += item.total;
          if (run.kind == RackKind::network) units += item.total * item.units;
        }
      }
      for (std::size_t row = 0; row < order.size(); ++row) {
        if (!order[row].mounting || !(number(*order[row].count) > 0)) continue;
        const auto& whole = order[row].mounting->only_with;
        const bool has_rack = (order[row].mounting->rack != RackKind::storage || number("bom.storage_racks") > 0) &&
                              (!whole || !is_absent(number(*whole)));
        RC_ASSERT(held[row] == (has_rack ? number(*order[row].count) : 0));
      }
      RC_ASSERT(std::abs(units - number("bom.network_units")) <= 1e-9 * units);
      const bool counts_network = is_absent(number("power.network_share")) && !is_absent(number("fabric.power"));
      const double losses = number("power.losses_share") * number("power.nodes");
      if (is_absent(power) || !counts_network) continue;
      const double storage = number("bom.storage_racks") > 0 ? 0 : number("power.storage");
      RC_ASSERT(std::abs(power + losses + storage - number("power.it")) <= 1e-9 * power);
    }
  });
}

}  // namespace
}  // namespace llmsize::test

// SPDX-License-Identifier: Apache-2.0
// Racks and networks of an order: published rooms, and what pages draw of them.
#include "tests/unit/subjects.hpp"

#include "core/order/racks.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace llmsize::test {
namespace {

const Said scalable_unit{{"cluster.system", "dgx-h100"}, {"cluster.nodes", "32"}};

std::vector<RackRun> runs_of(const Said& said) {
  const Case plan = completed(said);
  return racks_of(
      order_of(plan), [&](NumberId id) { return id.result() ? result(plan, id.text()) : plan[*id.input()]; });
}

/// How many of an order's row the racks hold in all.
double held(const Said& said, NumberId count) {
  const std::vector<OrderRow> order = order_of(completed(said));
  double sum = 0;
  for (const RackRun& run : runs_of(said))
    for (const Mounted& item : run.items)
      if (order[item.row].count == count) sum += item.total;
  return sum;
}

Elevation elevation_of(const Page& page) { return std::get<Elevation>(chart_of(page, "order.racks").body); }
Networks topology_of(const Page& page) { return std::get<Networks>(chart_of(page, "order.topology").body); }

std::vector<double> counts_of(const Networks::Fabric& fabric) {
  std::vector<double> counts;
  for (const Networks::Tier& tier : fabric.tiers) counts.push_back(tier.count);
  return counts;
}

}  // namespace

TEST_CASE("A scalable unit of 32 DGX H100 fills eight racks of four, above 40 kW each", "[racks]") {
  // NVIDIA RA-11333-001 V11: 4 systems a rack, above 40 kW; 8 leaf and 4 spine switches a scalable unit.
  const std::vector<RackRun> runs = runs_of(scalable_unit);
  REQUIRE(runs.front().kind == RackKind::compute);
  CHECK(runs.front().racks == 8);
  CHECK(runs.front().items.front().most == 4);
  CHECK(runs.front().items.front().units == 8);
  CHECK(runs.front().power == Approx(40.8e3));
  CHECK(held(scalable_unit, "planning.nodes") == 32);
  CHECK(held(scalable_unit, "fabric.leaves") == 8);
  CHECK(held(scalable_unit, "fabric.spines") == 4);
}

TEST_CASE("127 DGX H100 take 32 racks, as printed", "[racks]") {
  // RA-11333-001 V11, component table: 38 racks, 32 of them of nodes.
  const Said four_units = scalable_unit + Said{{"cluster.nodes", "127"}, {"fabric.id", "superpod-h100"}};
  double racks = 0;
  for (const RackRun& run : runs_of(four_units))
    if (run.kind == RackKind::compute) racks += run.racks;
  CHECK(racks == 32);
  CHECK(held(four_units, "planning.nodes") == 127);
  CHECK(held(four_units, "fabric.leaves") == 32);
  CHECK(held(four_units, "fabric.spines") == 16);
  CHECK(held(four_units, "bom.storage_switches") == result(completed(four_units), "bom.storage_switches"));
}

TEST_CASE("Network racks hold nearly the same", "[racks]") {
  const std::vector<RackRun> runs = folded(runs_of(scalable_unit + Said{{"cluster.nodes", "1024"}}));
  REQUIRE(runs.size() == 2);
  for (const Mounted& item : runs.back().items) CHECK(item.most - item.least <= 1);
  CHECK(runs.back().units() <= 42);
}

TEST_CASE("Appliances do not reach over two racks", "[racks]") {
  const Said many = scalable_unit + Said{{"storage.id", "wekapod-nitro-8"}, {"storage.count", "21"}};
  for (const RackRun& run : runs_of(many))
    if (run.kind == RackKind::storage) CHECK(run.units() <= 42);
  CHECK(held(many, "storage.count") == 21);
}

TEST_CASE("A rack system is a rack", "[racks]") {
  const Said nvl72{{"cluster.system", "gb300-nvl72"}, {"cluster.nodes", "13"}};
  const RackRun run = runs_of(nvl72).front();
  CHECK(run.racks == 13);
  CHECK(run.items.front().most == 1);
  const Page page = shown_page("order", given_subject(nvl72));
  CHECK(elevation_of(page).racks.front().title == "R1–R13");
  CHECK(counts_of(topology_of(page).fabrics.front()) == std::vector<double>{234, 16, 7});
}

TEST_CASE("Few racks are drawn one by one, many once each", "[racks]") {
  const Elevation few = elevation_of(shown_page("order", given_subject(scalable_unit)));
  CHECK(few.racks.size() == 10);
  CHECK(few.racks[3].title == "R4");
  CHECK(few.racks[3].items.front().shown == "4 × DGX H100");
  const Page page = shown_page("order", given_subject(scalable_unit + Said{{"cluster.nodes", "1023"}}));
  const Elevation many = elevation_of(page);
  REQUIRE(many.racks.size() == 3);
  CHECK(many.racks[0].title == "R1–R255");
  CHECK(many.racks[1].title == "R256");
  CHECK(many.racks[1].items.front().shown == "3 × DGX H100");
  CHECK(std::any_of(many.limits.begin(), many.limits.end(), [](const Elevation::Limit& limit) {
    return limit.title == "Air cooling" && limit.shown == "40.8 of 40.0 kW" && !limit.holds;
  }));
}

TEST_CASE("A topology counts what the fabric does", "[racks]") {
  const Page page = shown_page("order", given_subject(scalable_unit + Said{{"cluster.nodes", "1024"}}));
  const Networks topology = topology_of(page);
  const Networks::Fabric& compute = topology.fabrics.front();
  CHECK(counts_of(compute) == std::vector<double>{1024, 256, 256, 128});
  CHECK(compute.links.size() == 3);
  CHECK(speaks_of(compute.note, "non-blocking"));
  CHECK(topology.fabrics.back().title == "Storage network");
  const Said thin = scalable_unit + Said{{"fabric.oversubscription", "2"}};
  CHECK(speaks_of(topology_of(shown_page("order", given_subject(thin))).fabrics.front().note, "oversubscribed 2:1"));
}

TEST_CASE("One node has a rack and no topology; nothing has neither", "[racks]") {
  const Page one = shown_page("order", given_subject({{"cluster.system", "dgx-h100"}, {"cluster.nodes", "1"}}));
  CHECK(elevation_of(one).racks.size() == 1);
  CHECK(chart_of(one, "order.topology").empty == "One node needs no switches.");
  for (const Chart& chart : shown_page("order", Subject{}).charts) CHECK_FALSE(chart.empty.empty());
}

TEST_CASE("Prices and powers of parts add up to the order's", "[racks]") {
  const Said prices{{"economics.node_price", "300000"}, {"economics.switch_price", "36000"}};
  const Page page = shown_page("order", given_subject(scalable_unit + prices));
  const Chart& chart = chart_of(page, "order.parts");
  const auto sum_of = [](const Chart& each) {
    double sum = 0;
    for (const Stack::Part& part : std::get<Stack>(each.body).bars.front().parts) sum += part.value;
    return sum;
  };
  CHECK(sum_of(chart) == Approx(result(completed(scalable_unit + prices), "economics.capex")));
  CHECK(sum_of(view_of(chart, "Power")) == Approx(result(completed(scalable_unit), "power.it")));
}

}  // namespace llmsize::test

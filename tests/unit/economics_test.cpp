// SPDX-License-Identifier: Apache-2.0
// Power, energy, racks and money of machines that are small enough to be reckoned by hand.
#include "tests/unit/cases.hpp"

#include <catch2/catch.hpp>

namespace llmsize::test {
namespace {

double of(const Said& said, const char* id) { return result(completed(said), id); }

/// Ten nodes of 10 kW and 8 rack units for a hundred days.
const Said machine{
    {"cluster.nodes", "10"},         {"node.accelerators", "8"},       {"node.power", "10kW"},
    {"node.rack_units", "8"},        {"accelerator.peak", "1PFLOP/s"}, {"economics.load", "1"},
    {"software.utilisation", "0.5"}, {"economics.lifetime", "4y"},     {"model.parameters_given", "100B"},
    {"workload.tokens", "576B"}};

TEST_CASE("racks are whole", "[economics]") {
  const auto racks = [](const char* system, const char* nodes, const Said& more = {}) {
    return of(Said{{"cluster.system", system}, {"cluster.nodes", nodes}} + more, "bom.compute_racks");
  };
  CHECK(racks("dgx-h100", "42") == 11);  // four in each, as the vendor draws them
  CHECK(racks("gb200-nvl72", "2") == 2);
  CHECK(racks("dgx-h100", "42", {{"economics.rack_power", "25kW"}}) == 21);
}

TEST_CASE("power and racks are sums over nodes and appliances", "[economics]") {
  CHECK(of(machine, "economics.power") == 100e3);
  CHECK(of(machine, "bom.compute_racks") == 3);
  CHECK(of(machine, "bom.racks") == 4);  // and one of switches and servers
  const Said stored = machine + Said{{"storage.count", "3"}, {"storage.power", "2kW"}, {"storage.rack_units", "2"}};
  CHECK(of(stored, "economics.power") == 106e3);
  CHECK(of(stored, "economics.rack_units") == 86);
  CHECK(of(stored, "bom.racks") == 5);
}

TEST_CASE("energy is IT power times PUE and time", "[economics]") {
  // 6·100e9·576e9 FLOP at 80 · 0.5 PFLOP/s are 100 days.
  const double days = 6 * 100e9 * 576e9 / (80 * 0.5e15) / 86400;
  CHECK(of(machine, "training.total_step_time") == Approx(days * 86400));
  const double calendar = of(machine, "training.calendar_time");
  CHECK(calendar == Approx(days * 86400).epsilon(0.002));
  const double it = of(machine, "power.it");
  CHECK(it > 1.1 * 100e3);  // network 7%, storage 2%, losses 2% and management servers
  // Without a PUE that of air cooling in a temperate climate: never 1.
  CHECK(of(machine, "economics.energy") == Approx(1.35 * it * calendar));
  CHECK(of(machine + Said{{"economics.pue", "1.5"}}, "economics.energy") == Approx(1.5 * it * calendar));
}

TEST_CASE("without prices there is no money", "[economics]") {
  for (const char* id : {"economics.capex", "economics.tco", "economics.cost_per_gpu_hour", "economics.run_cost"})
    CHECK(is_absent(of(machine, id)));
}

TEST_CASE("cost of ownership adds up", "[economics]") {
  const Said priced = machine + Said{{"economics.node_price", "300000"}, {"economics.network_price", "50000"},
                                     {"economics.support_rate", "10%"},  {"economics.electricity_price", "0.2"},
                                     {"economics.pue", "1.25"},          {"economics.utilisation", "0.8"},
                                     {"economics.residual_share", "5%"}};
  const double hours = 4 * 365.25 * 24, it = of(machine, "power.it") / 1e3;
  const double capex = 10 * 350000, running = it * 1.25 * hours * 0.2, tco = capex * (1 + 0.4 - 0.05) + running;
  CHECK(of(priced, "economics.capex") == capex);
  CHECK(of(priced, "economics.running_cost") == Approx(running));
  CHECK(of(priced, "economics.tco") == Approx(tco));
  CHECK(of(priced, "economics.cost_per_gpu_hour") == Approx(tco / (80 * hours * 0.8)));
  CHECK(
      of(priced, "economics.run_cost") == Approx(of(priced, "training.gpu_seconds") / 3600 * tco / (80 * hours * 0.8)));
  const Said rented = priced + Said{{"economics.rental_price", "2"}};
  CHECK(of(rented, "economics.break_even") == Approx(tco / (80 * hours * 2)));
}

TEST_CASE("a rent alone prices a training", "[economics]") {
  const Said rented = machine + Said{{"economics.rental_price", "2.5"}};
  CHECK(of(rented, "economics.run_cost") == Approx(2.5 * of(rented, "training.gpu_seconds") / 3600));
  const double per_second = of(rented, "training.tokens_per_second");
  CHECK(of(rented, "economics.cost_per_million_tokens") == Approx(2.5 * 80 * 1e6 / per_second / 3600));
}

}  // namespace
}  // namespace llmsize::test

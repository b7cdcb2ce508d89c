// SPDX-License-Identifier: Apache-2.0
// Costs and powers that others published, recomputed from their inputs.
#include "tests/unit/cases.hpp"

#include "core/prices/public_prices.hpp"
#include "core/view/public_price.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace llmsize::test {
namespace {

double of(const Said& said, const char* id) { return result(completed(said), id); }

/// One server of eight GPUs whose stated power holds its part of everything else.
const Said server{{"cluster.nodes", "1"},       {"node.accelerators", "8"},   {"node.power", "10.926kW"},
                  {"power.network_share", "0"}, {"power.storage_share", "0"}, {"power.losses_share", "0"},
                  {"bom.management_nodes", "0"}};
/// SemiAnalysis, AI Neocloud Playbook (2024-10): H200 servers of a neocloud.
const Said neocloud = server + Said{
                                   {"economics.node_price", "361255"},
                                   {"economics.cost_of_capital", "10.25%"},
                                   {"economics.lifetime", "6y"},
                                   {"economics.electricity_price", "0.087"},
                                   {"economics.load", "80%"},
                                   {"economics.pue", "1.35"},
                                   {"economics.colocation_price", "150"},
                                   {"economics.operations_price", "170"}};
constexpr double months = 72, gpus = 8;

TEST_CASE("capital of a server is an annuity", "[facility]") {
  const double monthly = of(neocloud, "economics.capital_monthly");
  CHECK(monthly == Approx(6738.18).epsilon(1e-6));
  CHECK(monthly / gpus / 730 == Approx(1.15).margin(0.005));
}

TEST_CASE("electricity and colocation of a server", "[facility]") {
  // The playbook has months of 730 hours, we have 730.5.
  const Said electricity = neocloud + Said{{"economics.colocation_price", "0"}, {"economics.operations_price", "0"}};
  CHECK(of(electricity, "economics.running_cost") / months / 10.926 == Approx(68.59).epsilon(1e-3));
  CHECK(of(neocloud, "economics.running_cost") / months == Approx(2558.27).epsilon(1e-3));
  CHECK(of(neocloud, "economics.cost_per_calendar_hour") == Approx(1.59).margin(0.005));
}

TEST_CASE("an hour of an H200 in a stack of tokens", "[facility]") {
  // 34,698 a GPU over four years at 13.3%, 1.366 kW a GPU at 130 a kilowatt: published as 1.66.
  const Said stack = neocloud + Said{{"economics.node_price", "277584"},    {"economics.cost_of_capital", "13.3%"},
                                     {"economics.lifetime", "4y"},          {"node.power", "10.928kW"},
                                     {"economics.colocation_price", "130"}, {"economics.operations_price", "0"}};
  CHECK(of(stack, "economics.cost_per_calendar_hour") == Approx(1.66).epsilon(0.005));
}

TEST_CASE("an H100 over three years, running cost a fifth of all", "[facility]") {
  // 50,000 a GPU with everything around it: published as 2.3 an hour, rounded by its author.
  const double capex = 400000, monthly = capex / 4 / 36;
  const Said owned = server + Said{
                                  {"economics.node_price", "400000"},
                                  {"economics.lifetime", "3y"},
                                  {"economics.electricity_price", "0"},
                                  {"economics.operations_price", std::to_string(monthly)}};
  CHECK(of(owned, "economics.cost_per_calendar_hour") == Approx(2.38).margin(0.005));
}

TEST_CASE("128 nodes of H100 with their fabric", "[facility]") {
  // A public cost sheet of 2024-08: 128 servers at 310,000, 48 switches at 36,000, cables and transceivers of
  // 2,621,440.
  const Said nodes{{"cluster.nodes", "128"}, {"fabric.rails", "8"}, {"switch.ports", "64"}};
  CHECK(of(nodes, "fabric.switches") == 48);
  const double network = (48 * 36000.0 + 2621440) / 128;
  const Said priced =
      nodes + Said{{"economics.node_price", "310000"}, {"economics.network_price", std::to_string(network)}};
  CHECK(of(priced, "economics.capex") == Approx(44.03e6).epsilon(1e-4));
}

TEST_CASE("GB200 over H100, by cost of an hour", "[facility]") {
  const auto hour = [](const char* price, const char* watts, const char* capital, const char* life) {
    return of(
        neocloud +
            Said{
                {"economics.node_price", price},
                {"node.power", watts},
                {"economics.cost_of_capital", capital},
                {"economics.lifetime", life},
                {"economics.colocation_price", "130"},
                {"economics.operations_price", "170"}},
        "economics.cost_per_calendar_hour");
  };
  for (const char* capital : {"8%", "10%"})
    for (const char* life : {"4y", "6y"}) {
      const double ratio = hour("433336", "16kW", capital, life) / hour("250000", "10.96kW", capital, life);
      CAPTURE(capital, life);
      CHECK(ratio == Approx(1.64).margin(0.02));  // published: 1.6 in total, 1.6 to 1.7 of capital
    }
}

TEST_CASE("energy and emissions of Llama 3.1 405B", "[facility]") {
  // 30.84M GPU-hours at 700 W of GPU power alone; 8,930 t CO2e in its model card.
  const Said run = server + Said{
                                {"node.power", "5.6kW"},
                                {"economics.load", "1"},
                                {"economics.pue", "1"},
                                {"economics.grid_carbon", "0.4136"},
                                {"accelerator.peak", "1PFLOP/s"},
                                {"software.utilisation", "0.4"},
                                {"model.parameters_given", "405B"},
                                {"workload.tokens", "15.6T"}};
  const double hours = of(run, "training.calendar_time") / 3600 * gpus;
  CHECK(of(run, "economics.energy") / 3.6e6 == Approx(hours * 0.7));
  CHECK(of(run, "economics.emissions") / hours * 30.84e6 == Approx(8930).epsilon(1e-3));
}

TEST_CASE("DeepSeek-V3 at a rent", "[facility]") {
  // 2.788M GPU-hours at 2 dollars are 5.576M.
  const Said run = server + Said{
                                {"economics.rental_price", "2"},
                                {"accelerator.peak", "1PFLOP/s"},
                                {"software.utilisation", "0.4"},
                                {"model.parameters_given", "37B"},
                                {"workload.tokens", "14.8T"}};
  const double hours = of(run, "training.gpu_seconds") / 3600;
  CHECK(of(run, "economics.run_cost") / hours * 2.788e6 == Approx(5.576e6));
}

TEST_CASE("A million tokens at a price per hour", "[facility]") {
  // 2.00 an hour, 442 tokens/s per GPU, used 75%: 1.676 a million.
  const Said run = neocloud + Said{
                                  {"accelerator.peak", "1PFLOP/s"},
                                  {"software.utilisation", "0.4"},
                                  {"model.parameters_given", "37B"},
                                  {"workload.tokens", "1T"},
                                  {"economics.utilisation", "75%"}};
  const double speed = of(run, "training.tokens_per_second_per_gpu"),
               hour = of(run, "economics.cost_per_calendar_hour");
  CHECK(of(run, "economics.cost_per_million_tokens") * (speed / 442) * (2.00 / hour) == Approx(1.676).epsilon(1e-3));
}

TEST_CASE("The margin of a GPU that is let for 2.00 an hour", "[facility]") {
  // Published as 16.8%, of a cost of 1.66.
  const Said stack = neocloud + Said{{"economics.node_price", "277584"},    {"economics.cost_of_capital", "13.3%"},
                                     {"economics.lifetime", "4y"},          {"node.power", "10.928kW"},
                                     {"economics.colocation_price", "130"}, {"economics.operations_price", "0"},
                                     {"economics.rental_price", "2.00"}};
  CHECK(1 - of(stack, "economics.break_even") == Approx(0.17).margin(0.004));
}

TEST_CASE("Contracts bill every hour of their term, at a price or at a discount", "[facility]") {
  const Said rented = neocloud + Said{{"economics.rental_price", "4"}};
  const double year = 365.25 * 24 * gpus;
  CHECK(of(rented, "economics.rent_1y") == Approx(4 * 0.75 * year));
  CHECK(of(rented, "economics.rent_3y") == Approx(4 * 0.55 * 3 * year));
  CHECK(of(rented + Said{{"economics.rental_price_1y", "2.5"}}, "economics.rent_1y") == Approx(2.5 * year));
  CHECK(of(rented, "economics.rent_hour_3y") < of(rented, "economics.rent_hour_1y"));
  // The cheaper the contract, the less owning saves.
  CHECK(of(rented, "economics.break_even") < of(rented, "economics.break_even_1y") * 1.25 + 1e-9);
  CHECK(of(rented, "economics.break_even_1y") < of(rented, "economics.break_even_3y"));
  CHECK(of(rented, "economics.break_even_1y") == Approx(of(rented, "economics.cost_per_calendar_hour") / 3));
}

TEST_CASE("Old prices are told, by how old they are", "[facility]") {
  const auto found = [](const char* as_of, const char* date) {
    std::vector<std::string> ids;
    const Said said = neocloud + Said{{"software.as_of", as_of}, {"economics.price_date", date}};
    for (const FoundFinding& each :
         answer(completed(said), {rows_of({"economics.capex", "economics.price_age"})}).findings)
      if (each.id.text().starts_with("economics.prices")) ids.emplace_back(each.id.text());
    return ids;
  };
  CHECK(found("2026.9", "2026.8").empty());
  CHECK(found("2026.9", "2026.95").empty());
  CHECK(found("2026.9", "2026.5") == std::vector<std::string>{"economics.prices_ageing"});
  CHECK(found("2026.9", "2025.5") == std::vector<std::string>{"economics.prices_outdated"});
}

TEST_CASE("DGX B200: from what use on buying costs less", "[facility]") {
  // All-in 669,500, 10% over five years, 15.9 kW at 184 a kilowatt, support 5%: 14,225 + 4,084 + 2,146 a month by hand,
  // where support is 5% of the node's 515,000.
  const Said node = server + Said{{"economics.node_price", "669500"},
                                  {"economics.cost_of_capital", "10%"},
                                  {"economics.lifetime", "5y"},
                                  {"node.power", "15.9kW"},
                                  {"economics.electricity_price", "0.087"},
                                  {"economics.load", "85%"},
                                  {"economics.pue", "1.35"},
                                  {"economics.colocation_price", "184"},
                                  {"economics.support_rate", "3.846%"}};
  CHECK(of(node, "economics.capital_monthly") == Approx(14225).epsilon(1e-4));
  CHECK(of(node, "economics.running_cost") / 60 == Approx(4084).epsilon(1e-3));
  CHECK(of(node, "economics.cost_per_calendar_hour") == Approx(3.50).epsilon(2e-3));
  for (const auto& [rent, use] : {std::pair{"8.50", 0.41}, {"5.10", 0.69}, {"4.25", 0.82}})
    CHECK(of(node + Said{{"economics.rental_price", rent}}, "economics.break_even") == Approx(use).margin(0.005));
}

TEST_CASE("capital costs more with interest, and what it is worth at the end costs less", "[facility]") {
  for (const char* life : {"1y", "4y", "10y"}) {
    double before = 0;
    for (const char* capital : {"0", "0.01%", "1%", "5%", "10%", "40%"}) {
      const Said said = neocloud + Said{{"economics.cost_of_capital", capital}, {"economics.lifetime", life}};
      const double monthly = of(said, "economics.capital_monthly");
      CAPTURE(life, capital);
      CHECK(monthly >= before);
      CHECK(of(said + Said{{"economics.residual_share", "30%"}}, "economics.capital_monthly") < monthly);
      before = monthly;
    }
  }
  const Said straight = neocloud + Said{{"economics.cost_of_capital", "0"}};
  CHECK(of(straight, "economics.capital_monthly") * months == Approx(361255));
}

TEST_CASE("peak PUE sizes the facility, annual PUE the energy", "[facility]") {
  for (const char* system : {"dgx-h100", "gb200-nvl72"})
    for (const char* climate : {"cool", "temperate", "hot"}) {
      const Said said{{"cluster.system", system}, {"cluster.nodes", "8"}, {"power.climate", climate}};
      CAPTURE(system, climate);
      CHECK(of(said, "power.annual_pue") > 1);
      CHECK(of(said, "power.pue") > of(said, "power.annual_pue"));
      CHECK(of(said, "power.facility") == Approx(of(said, "power.it") * of(said, "power.pue")));
      const Said stated = said + Said{{"economics.pue", "1.2"}};
      CHECK(of(stated, "power.pue") == 1.2);
      CHECK(of(stated + Said{{"power.peak_pue", "1.3"}}, "power.pue") == 1.3);
      CHECK(of(stated + Said{{"power.peak_pue", "1.3"}}, "power.annual_pue") == 1.2);
    }
}

TEST_CASE("public prices have a system, a range and a date", "[facility][prices]") {
  REQUIRE_FALSE(public_prices().empty());
  for (const PublicPrice& each : public_prices()) {
    CAPTURE(each.system, each.date);
    const auto systems = built_in().ids("systems");
    CHECK(std::find(systems.begin(), systems.end(), each.system) != systems.end());
    CHECK(each.low > 1e4);
    CHECK(each.low <= each.high);
    CHECK(each.date.size() >= 4);
    CHECK_FALSE(each.source.empty());
  }
  const auto gb300 = public_price_of("gb300-nvl72");
  REQUIRE(gb300);
  CHECK(gb300->low == 3e6);
  CHECK(gb300->high == 4e6);
  CHECK(gb300->first == "2025");
  CHECK(gb300->last == "2026-05");
  CHECK_FALSE(public_price_of("frontier"));
}

}  // namespace
}  // namespace llmsize::test

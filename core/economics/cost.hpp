// SPDX-License-Identifier: Apache-2.0
// Power, energy, racks and cost of a cluster and of a training run. Cost only where the user gave prices.
#pragma once

#include "core/fit/planned.hpp"
#include "core/inputs/economics.hpp"
#include "core/inputs/goal.hpp"
#include "core/inputs/storage.hpp"
#include "core/room/power.hpp"
#include "core/serving/load.hpp"
#include "core/storage/calendar.hpp"

namespace llmsize {

/// What one unit of money is worth after so many periods at a rate of interest.
template <class Rate, class Periods>
auto compounded(const Rate& rate, const Periods& periods) {
  return power(1.0 + rate, periods);
}

}  // namespace llmsize

namespace llmsize::economics {

inline constexpr std::string_view energy_source =
    "The Green Grid, White Paper 49 (PUE); derived: rated power times load";
inline constexpr std::string_view cost_source = "derived: sum of purchases and payments over the lifetime";

/// Watts and hours of a kilowatt-hour: 3.6 million joules.
inline constexpr auto kilowatt_hour = of<Joules>(3.6e6);

inline constexpr auto power = formula<"economics.power", Watts>(
    {.symbol = "P",
     .title = "Node and appliance power",
     .why = "Rated power of all nodes and appliances, without cooling. Includes appliances with a known power only.",
     .source = "derived: data sheets"},
    [](const auto& x) { return planning::nodes(x) * node::draw(x) + known(storage::count(x) * storage::power(x)); });

inline constexpr auto limited_power = formula<"economics.limited_power", Watts>(
    {.symbol = "P_lim",
     .title = "Power counted against the budget",
     .why = "Rated power of nodes and appliances, of all IT equipment, or of the facility. Set by --power-at.",
     .source = "derived: choice"},
    [](const auto& x) {
      const auto beyond = choose(less(1.0, goal::power_level(x)), powers::facility(x), powers::it(x));
      return choose(less(0.0, goal::power_level(x)), beyond, power(x));
    });

inline constexpr auto facility_power = formula<"economics.facility_power", Watts>(
    {.symbol = "P_fac",
     .title = "Average facility power",
     .why = "IT power at the average load times annual PUE: for energy, not for breakers.",
     .source = energy_source},
    [](const auto& x) { return load(x) * powers::annual_pue(x) * powers::it(x); });

inline constexpr auto energy = formula<"economics.energy", Joules>(
    {.symbol = "E",
     .title = "Training energy",
     .why = "Average facility power over the time to train.",
     .source = energy_source},
    [](const auto& x) { return facility_power(x) * training::calendar_time(x); });
inline constexpr auto emissions = formula<"economics.emissions", Count>(
    {.symbol = "m_CO2",
     .title = "Training emissions (t CO2e)",
     .why = "Training energy times the carbon intensity of the grid. Emissions of manufacturing are not included.",
     .source = "derived: product"},
    [](const auto& x) { return energy(x) / kilowatt_hour * grid_carbon(x) / 1000.0; });

inline constexpr auto rack_units = formula<"economics.rack_units", Count>(
    {.symbol = "u",
     .title = "Rack units (total)",
     .why = "Nodes and appliances. Includes appliances with a known height only.",
     .source = "derived: data sheets"},
    [](const auto& x) {
      return planning::nodes(x) * node::rack_units(x) + known(storage::count(x) * storage::rack_units(x));
    });

inline constexpr auto compute_nics = formula<"economics.compute_nics", Count>(
    {.symbol = "n_nic",
     .title = "Compute NICs (total)",
     .why = "NICs of all nodes on the compute fabric: the number of ports that fabric needs.",
     .source = "derived: nodes times NICs per node",
     .whole = true},
    [](const auto& x) { return planning::nodes(x) * node::compute_nics(x); });
inline constexpr auto storage_nics = formula<"economics.storage_nics", Count>(
    {.symbol = "n_nic,st",
     .title = "Storage NICs (total)",
     .why = "NICs of all nodes on the storage network: the number of node ports that network needs.",
     .source = "derived: nodes times NICs per node",
     .whole = true},
    [](const auto& x) { return planning::nodes(x) * node::storage_nics(x); });

inline constexpr auto parts_price = formula<"bom.parts_price", Money>(
    {.symbol = "C_parts",
     .title = "Price of switches, cables, servers and racks",
     .why = "Counts times prices. Includes what has a price only.",
     .source = cost_source},
    [](const auto& x) {
      const auto switches = known(fabric::leaves(x)) + known(fabric::spines(x)) + known(fabric::cores(x)) +
                            known(bom::storage_switches(x));
      const auto cables = known(fabric::node_cables(x)) + known(fabric::leaf_cables(x)) +
                          known(fabric::core_cables(x)) + known(bom::storage_cables(x));
      const auto transceivers = known(fabric::node_transceivers(x)) + known(fabric::switch_transceivers(x));
      const auto managing = known(bom::inband_switches(x)) + known(bom::oob_switches(x));
      const auto servers = known(bom::management_nodes(x)) + known(bom::fabric_managers(x));
      const auto racks = known(bom::compute_racks(x)) + known(bom::network_racks(x)) + known(bom::storage_racks(x));
      return known(switches * switch_price(x)) + known(managing * management_switch_price(x)) +
             known(cables * cable_price(x)) + known(transceivers * transceiver_price(x)) +
             known(servers * server_price(x)) + known(racks * rack_price(x));
    });
inline constexpr auto price = formula<"bom.price", Money>(
    {.symbol = "C_bom",
     .title = "Price of the bill of materials",
     .why = "Nodes, their part of the network, appliances, switches, cables, servers and racks with a known price.",
     .source = cost_source},
    [](const auto& x) {
      return planning::nodes(x) * (node_price(x) + known(network_price(x))) +
             known(storage::count(x) * storage_price(x)) + parts_price(x);
    });
inline constexpr auto other_price = formula<"economics.other_price", Money>(
    {.symbol = "C_oth",
     .title = "Other purchases",
     .why = "What has no price of its own, as a fraction of node prices.",
     .source = "derived: product"},
    [](const auto& x) { return other_share(x) * planning::nodes(x) * node_price(x); });
inline constexpr auto capex = formula<"economics.capex", Money>(
    {.symbol = "C_buy", .title = "CapEx", .why = "Bill of materials and other purchases.", .source = cost_source},
    [](const auto& x) { return price(x) + other_price(x); });

inline constexpr auto ready_time = formula<"economics.ready_time", Seconds>(
    {.symbol = "T_ready",
     .title = "Order to tested cluster",
     .why = "Delivery, installation and burn-in.",
     .source = "derived: sum"},
    [](const auto& x) { return delivery_time(x) + installation_time(x); });
inline constexpr auto finish_time = formula<"economics.finish_time", Seconds>(
    {.symbol = "T_end",
     .title = "Order to end of training",
     .why = "Delivery, installation, burn-in and training.",
     .source = "derived: sum"},
    [](const auto& x) { return ready_time(x) + training::calendar_time(x); });

inline constexpr auto year = of<Seconds>(365.25 * 86400);

/// Months of the lifetime.
template <class Case>
auto months(const Case& x) {
  return 12.0 * (lifetime(x) / year);
}

inline constexpr auto running_cost = formula<"economics.running_cost", Money>(
    {.symbol = "C_run",
     .title = "OpEx (power, colocation, staff)",
     .why = "Electricity over the lifetime, colocation per kilowatt of IT power, staff and maintenance per node.",
     .source = cost_source},
    [](const auto& x) {
      const auto electricity = facility_power(x) * lifetime(x) / kilowatt_hour * electricity_price(x);
      const auto kilowatts = powers::it(x) / of<Watts>(1000);
      const auto monthly = known(colocation_price(x) * kilowatts) + known(operations_price(x) * planning::nodes(x));
      return electricity + monthly * months(x);
    });

inline constexpr auto capital_monthly = formula<"economics.capital_monthly", Money>(
    {.symbol = "C_mo",
     .title = "Capital cost per month",
     .why = "Equal payments over the lifetime that return the purchase price less the residual value, with interest.",
     .source = "derived: annuity; straight line at a cost of capital of 0"},
    [](const auto& x) {
      const auto monthly = cost_of_capital(x) / 12.0;
      const auto rate = larger(monthly, 1e-9);
      const auto worth = compounded(rate, months(x));
      const auto annuity = capex(x) * (1.0 - residual_share(x) / worth) * rate / (1.0 - 1.0 / worth);
      return choose(less(0.0, monthly), annuity, capex(x) * (1.0 - residual_share(x)) / months(x));
    });

inline constexpr auto tco = formula<"economics.tco", Money>(
    {.symbol = "TCO",
     .title = "TCO (total cost of ownership)",
     .why = "Capital cost, support and OpEx over the lifetime. Capital cost is CapEx minus the residual value, with "
            "interest at the cost of capital.",
     .source = cost_source},
    [](const auto& x) {
      const auto support = capex(x) * support_rate(x) * (lifetime(x) / year);
      return capital_monthly(x) * months(x) + support + running_cost(x);
    });

inline constexpr auto cost_per_gpu_hour = formula<"economics.cost_per_gpu_hour", Money>(
    {.symbol = "c_gpu",
     .title = "Cost per GPU-hour (used)",
     .why = "TCO over the GPU-hours that are sold or used.",
     .source = cost_source},
    [](const auto& x) { return tco(x) / (cluster::gpus(x) * utilisation(x) * (lifetime(x) / of<Seconds>(3600))); });

inline constexpr auto cost_per_calendar_hour = formula<"economics.cost_per_calendar_hour", Money>(
    {.symbol = "c_gpu,cal",
     .title = "Cost per GPU-hour (owned)",
     .why = "TCO over all GPU-hours of the lifetime, used or not.",
     .source = cost_source},
    [](const auto& x) { return tco(x) / (cluster::gpus(x) * (lifetime(x) / of<Seconds>(3600))); });

inline constexpr auto run_cost = formula<"economics.run_cost", Money>(
    {.symbol = "C_train",
     .title = "Training cost",
     .why = "GPU-hours of the training at the cost per owned GPU-hour, or at the cloud price.",
     .source = cost_source},
    [](const auto& x) {
      return training::gpu_seconds(x) / of<Seconds>(3600) * otherwise(cost_per_gpu_hour(x), rental_price(x));
    });

inline constexpr auto break_even = formula<"economics.break_even", Count>(
    {.symbol = "u_even",
     .title = "Buy-vs-rent break-even utilization",
     .why = "Fraction of the lifetime that the GPUs must be used for owning to cost less than renting.",
     .source = "derived: TCO over the cloud price of all GPU-hours",
     .unit = Unit::ratio},
    [](const auto& x) { return tco(x) / (cluster::gpus(x) * (lifetime(x) / of<Seconds>(3600)) * rental_price(x)); });

/// Price of an hour under a contract: as given, else the price without one less a discount.
template <class Given, class Discount, class Case>
auto contract_price(const Given& given, const Discount& discount, const Case& x) {
  return otherwise(given, rental_price(x) * (1.0 - discount));
}
inline constexpr std::string_view contract_source = "derived: price of the contract times GPU-hours, used or not";
inline constexpr auto rent_hour_1y = formula<"economics.rent_hour_1y", Money>(
    {.symbol = "c_rent,1",
     .title = "GPU-hour price, 1-year contract",
     .why = "As set, else the cloud price less the discount of a contract over one year.",
     .source = "derived: discount"},
    [](const auto& x) { return contract_price(rental_price_1y(x), rental_discount_1y(x), x); });
inline constexpr auto rent_hour_3y = formula<"economics.rent_hour_3y", Money>(
    {.symbol = "c_rent,3",
     .title = "GPU-hour price, 3-year contract",
     .why = "As set, else the cloud price less the discount of a contract over three years.",
     .source = "derived: discount"},
    [](const auto& x) { return contract_price(rental_price_3y(x), rental_discount_3y(x), x); });
inline constexpr auto rent_1y = formula<"economics.rent_1y", Money>(
    {.symbol = "C_rent,1",
     .title = "Cloud cost of a 1-year contract",
     .why = "All GPUs for one year.",
     .source = contract_source},
    [](const auto& x) { return rent_hour_1y(x) * cluster::gpus(x) * (year / of<Seconds>(3600)); });
inline constexpr auto rent_3y = formula<"economics.rent_3y", Money>(
    {.symbol = "C_rent,3",
     .title = "Cloud cost of a 3-year contract",
     .why = "All GPUs for three years.",
     .source = contract_source},
    [](const auto& x) { return rent_hour_3y(x) * cluster::gpus(x) * (3.0 * year / of<Seconds>(3600)); });
inline constexpr std::string_view term_source = "derived: cost of an owned hour over the price of the contract";
inline constexpr auto break_even_1y = formula<"economics.break_even_1y", Count>(
    {.symbol = "u_even,1",
     .title = "Buy-vs-rent break-even, 1-year contract",
     .why = "Cost of an owned GPU-hour over that of the contract. Contracts bill every hour: below 1, owning for the "
            "lifetime costs less than renewing the contract.",
     .source = term_source,
     .unit = Unit::ratio},
    [](const auto& x) { return cost_per_calendar_hour(x) / rent_hour_1y(x); });
inline constexpr auto break_even_3y = formula<"economics.break_even_3y", Count>(
    {.symbol = "u_even,3",
     .title = "Buy-vs-rent break-even, 3-year contract",
     .why = "Cost of an owned GPU-hour over that of the contract. Contracts bill every hour: below 1, owning for the "
            "lifetime costs less than renewing the contract.",
     .source = term_source,
     .unit = Unit::ratio},
    [](const auto& x) { return cost_per_calendar_hour(x) / rent_hour_3y(x); });
inline constexpr auto price_age = formula<"economics.price_age", Seconds>(
    {.symbol = "T_price",
     .title = "Age of the prices",
     .why = "From the date of the prices to the date of the answer.",
     .source = "derived: difference"},
    [](const auto& x) { return larger(0.0, software::as_of(x) - price_date(x)) * year; });

/// Tokens per second of the work: trained, else generated.
template <class Case>
auto work_rate(const Case& x) {
  return choose(workload::trains(x), training::tokens_per_second(x), serving::throughput(x));
}
inline constexpr auto rate_per_kilowatt = formula<"economics.rate_per_kilowatt", PerSecond>(
    {.symbol = "v_kW",
     .title = "Tokens/s per kW of IT power",
     .why = "Trained or generated tokens per second over the power of all equipment.",
     .source = "derived: definition",
     .unit = Unit::tokens_per_second},
    [](const auto& x) { return work_rate(x) / (powers::it(x) / of<Watts>(1000)); });
inline constexpr auto rate_per_million = formula<"economics.rate_per_million", PerSecond>(
    {.symbol = "v_M",
     .title = "Tokens/s per million of CapEx",
     .why = "Trained or generated tokens per second over the purchase price in millions.",
     .source = "derived: definition",
     .unit = Unit::tokens_per_second},
    [](const auto& x) { return work_rate(x) / (capex(x) / of<Money>(1e6)); });

inline constexpr auto cost_per_million_tokens = formula<"economics.cost_per_million_tokens", Money>(
    {.symbol = "c_Mtok",
     .title = "Cost per million training tokens",
     .why = "Cost of the GPUs for the time of one million tokens.",
     .source = "derived: definition"},
    [](const auto& x) {
      const auto hour = otherwise(cost_per_gpu_hour(x), rental_price(x)) * cluster::gpus(x);
      return hour * (1e6 / training::tokens_per_second(x) / of<Seconds>(3600));
    });

/// Cost of a million tokens at a rate, for the share of GPU time that they take.
template <class Share, class Rate, class Case>
auto serving_cost(const Share& share, const Rate& tokens, const Case& x) {
  const auto hour = otherwise(cost_per_gpu_hour(x), rental_price(x)) * cluster::gpus(x);
  return hour * (share * 1e6 / tokens / of<Seconds>(3600));
}
inline constexpr auto cost_per_million_output = formula<"serving.cost_per_million_output", Money>(
    {.symbol = "c_out",
     .title = "Cost per million output tokens",
     .why = "Cost of the GPU time not spent on prefill.",
     .source = "derived: prefill and decode shares of GPU time"},
    [](const auto& x) { return serving_cost(1.0 - serving::prefill_share(x), serving::throughput(x), x); });
inline constexpr auto cost_per_million_input = formula<"serving.cost_per_million_input", Money>(
    {.symbol = "c_in",
     .title = "Cost per million input tokens",
     .why = "Cost of the GPU time spent on prefill.",
     .source = "derived: prefill and decode shares of GPU time"},
    [](const auto& x) { return serving_cost(serving::prefill_share(x), serving::throughput_input(x), x); });
inline constexpr auto energy_per_token = formula<"serving.energy_per_token", Joules>(
    {.symbol = "E_tok",
     .title = "Energy per output token",
     .why = "Node power at this load over output tokens per second.",
     .source = "derived: from idle power to full-load power, by utilization"},
    [](const auto& x) {
      const auto share = idle_draw(x) + (full_draw(x) - idle_draw(x)) * smaller(1.0, serving::utilisation(x));
      return cluster::nodes(x) * node::draw(x) * share / serving::throughput(x);
    });

inline constexpr auto formulas = std::tie(
    power, energy, emissions, rack_units, parts_price, price, other_price, capex, capital_monthly, tco,
    cost_per_gpu_hour, cost_per_calendar_hour, run_cost, facility_power, running_cost, break_even,
    cost_per_million_tokens, cost_per_million_output, cost_per_million_input, energy_per_token, compute_nics,
    storage_nics, limited_power, ready_time, finish_time, rent_hour_1y, rent_hour_3y, rent_1y, rent_3y, break_even_1y,
    break_even_3y, price_age, rate_per_kilowatt, rate_per_million);

inline constexpr Try power_tries[] = {
    {"Set the power budget to {}", "goal.power", Try::How::reached, {}, NumberId("economics.limited_power")}};
inline constexpr Try rack_tries[] = {
    {"Set the rack limit to {}", "goal.racks", Try::How::reached, {}, NumberId("bom.racks")}};
inline constexpr Try budget_tries[] = {
    {"Set the budget to {}", "goal.budget", Try::How::reached, {}, NumberId("economics.capex")}};
inline constexpr auto too_much_power = finding<"goal.missed">(
    {.severity = Severity::error,
     .sentence = "The power is {economics.limited_power}, the power budget is {goal.power}.",
     .remedy = "Use fewer nodes, extend the deadline or raise the power budget (--nodes, --deadline, --max-power).",
     .brief = "power budget exceeded",
     .check = "Power budget",
     .tries = power_tries},
    [](const auto& x) { return goal::power(x) - limited_power(x); });
inline constexpr auto too_many_racks = finding<"goal.missed">(
    {.severity = Severity::error,
     .sentence = "Nodes, network, storage and management need {bom.racks} racks, the limit is {goal.racks}.",
     .remedy = "Use fewer nodes, extend the deadline or raise the rack limit (--nodes, --deadline, --max-racks).",
     .brief = "rack limit exceeded",
     .check = "Rack limit",
     .tries = rack_tries},
    [](const auto& x) { return goal::racks(x) - bom::racks(x); });
inline constexpr auto too_expensive = finding<"goal.missed">(
    {.severity = Severity::error,
     .sentence = "CapEx is {economics.capex}, the budget is {goal.budget}.",
     .remedy = "Use fewer nodes, extend the deadline or raise the budget (--nodes, --deadline, --budget).",
     .brief = "budget exceeded",
     .check = "Budget",
     .tries = budget_tries},
    [](const auto& x) { return goal::budget(x) - capex(x); });
inline constexpr auto too_slow = finding<"goal.missed">(
    {.severity = Severity::error,
     .sentence = "Training reaches {training.tokens_per_second}, the target is {goal.tokens_per_second}.",
     .remedy = "Add nodes or use a faster layout (--nodes, --layout best).",
     .brief = "throughput target missed",
     .check = "Training throughput target"},
    [](const auto& x) {
      const auto above = training::tokens_per_second(x) - goal::tokens_per_second(x);
      return choose(workload::trains(x), above, 0.0 * above);
    });
inline constexpr auto quarter = of<Seconds>(90.0 * 86400), days_365 = of<Seconds>(365.0 * 86400);
inline constexpr auto ageing_prices = finding<"economics.prices_ageing">(
    {.severity = Severity::info,
     .sentence =
         "The prices are {economics.price_age} old. Prices of GPUs and memory changed by more than a fifth within "
         "half a year.",
     .remedy = "Ask for a new offer before the order.",
     .brief = "prices older than 90 days"},
    [](const auto& x) { return choose(less(days_365, price_age(x)), of<Seconds>(0), quarter - price_age(x)); });
inline constexpr auto outdated_prices = finding<"economics.prices_outdated">(
    {.severity = Severity::warning,
     .sentence = "The prices are {economics.price_age} old.",
     .remedy = "Ask for a new offer (--node-price, --price-list).",
     .brief = "prices older than a year"},
    [](const auto& x) { return days_365 - price_age(x); });
/// Where interruptions take most of the time: a slow training that advances is what somebody asked for.
inline constexpr auto never_done = finding<"training.never_done">(
    {.severity = Severity::error,
     .sentence = "Interruptions leave a goodput of {reliability.expected_goodput}: training takes "
                 "{training.calendar_time}, longer than the {economics.lifetime} that systems are in use.",
     .remedy = "Speed up checkpoints and restarts, or use fewer GPUs per job.",
     .brief = "never done",
     .check = "Progress"},
    [](const auto& x) {
      const auto left = lifetime(x) - training::calendar_time(x);
      const auto hardly_advances = less(reliability::expected_goodput(x), reliability::least_goodput(x));
      return choose(workload::trains(x) * hardly_advances, left, of<Seconds>(0));
    });
inline constexpr auto findings =
    std::tie(too_much_power, too_many_racks, too_expensive, too_slow, ageing_prices, outdated_prices, never_done);

}  // namespace llmsize::economics

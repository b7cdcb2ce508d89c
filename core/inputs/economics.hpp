// SPDX-License-Identifier: Apache-2.0
// Inputs of cost and energy. Prices are the user's own, in one currency: none is shipped.
#pragma once

#include "core/inputs/cluster.hpp"

namespace llmsize::economics {

inline constexpr auto node_price = input<"economics.node_price", Money>(
    {.symbol = "c_node",
     .label = "Node price",
     .help = "Price per node with its accelerators, e.g. 300000",
     .flags = "--node-price,--price",
     .most = 1e12});
inline constexpr auto network_price = input<"economics.network_price", Money>(
    {.symbol = "c_net",
     .label = "Network price per node",
     .help = "Price of switches and cables per node, beyond their own prices. Default: 0.",
     .flags = "--network-price",
     .most = 1e12});
inline constexpr auto switch_price = input<"economics.switch_price", Money>(
    {.symbol = "c_sw",
     .label = "Switch price",
     .help = "Price per switch of the compute and storage networks. Default: 0.",
     .flags = "--switch-price",
     .most = 1e12});
inline constexpr auto management_switch_price = input<"economics.management_switch_price", Money>(
    {.symbol = "c_msw",
     .label = "Management switch price",
     .help = "Price per in-band or out-of-band switch. Default: 0.",
     .flags = "--management-switch-price",
     .most = 1e12});
inline constexpr auto cable_price = input<"economics.cable_price", Money>(
    {.symbol = "c_cab",
     .label = "Cable price",
     .help = "Price per cable of the compute and storage networks. Default: 0.",
     .flags = "--cable-price",
     .most = 1e12});
inline constexpr auto transceiver_price = input<"economics.transceiver_price", Money>(
    {.symbol = "c_plug",
     .label = "Transceiver price",
     .help = "Price per transceiver. Default: 0.",
     .flags = "--transceiver-price",
     .most = 1e12});
inline constexpr auto server_price = input<"economics.server_price", Money>(
    {.symbol = "c_srv",
     .label = "Management server price",
     .help = "Price per management node, login node or fabric manager. Default: 0.",
     .flags = "--server-price",
     .most = 1e12});
inline constexpr auto rack_price = input<"economics.rack_price", Money>(
    {.symbol = "c_rack",
     .label = "Rack price",
     .help = "Price per rack with its PDUs. Default: 0.",
     .flags = "--rack-price",
     .most = 1e12});
inline constexpr auto other_share = input<"economics.other_share", Count>(
    {.symbol = "s_oth",
     .label = "Other purchases over node prices",
     .help = "Network, storage, installation and service without a price of their own, as a fraction of node prices",
     .flags = "--other-share",
     .most = 10,
     .initial = 0,
     .source = "only what has a price is counted",
     .unit = Unit::ratio});
inline constexpr auto storage_price = input<"economics.storage_price", Money>(
    {.symbol = "c_sto",
     .label = "Storage appliance price",
     .help = "Price per storage appliance. Default: 0.",
     .flags = "--storage-price",
     .most = 1e12});
inline constexpr auto support_rate = input<"economics.support_rate", Count>(
    {.symbol = "s_yr",
     .label = "Support cost per year",
     .help = "Yearly support cost as a fraction of the purchase price, e.g. 8%",
     .most = 1,
     .initial = 0,
     .source = "no support contract",
     .unit = Unit::ratio});
inline constexpr auto residual_share = input<"economics.residual_share", Count>(
    {.symbol = "s_res",
     .label = "Residual value",
     .help = "Residual value at end of life as a fraction of the purchase price",
     .most = 1,
     .initial = 0,
     .source = "written off",
     .unit = Unit::ratio});
inline constexpr auto cost_of_capital = input<"economics.cost_of_capital", Count>(
    {.symbol = "r_yr",
     .label = "Cost of capital per year",
     .help = "Yearly interest or return on the purchase price, paid monthly, e.g. 10%. Default: 0, straight line.",
     .flags = "--wacc",
     .most = 1,
     .initial = 0,
     .source = "straight-line depreciation",
     .unit = Unit::ratio});
inline constexpr auto operations_price = input<"economics.operations_price", Money>(
    {.symbol = "c_ops",
     .label = "Staff and maintenance cost per node and month",
     .help = "People, spare parts and remote hands per node and month. Default: 0.",
     .flags = "--operations-price",
     .most = 1e9});
inline constexpr auto grid_carbon = input<"economics.grid_carbon", Count>(
    {.symbol = "g_CO2",
     .label = "Grid carbon intensity (kg CO2e/kWh)",
     .help = "Emissions per kilowatt-hour of electricity, in kg CO2e, e.g. 0.4",
     .flags = "--carbon",
     .most = 10,
     .unit = Unit::ratio});
inline constexpr auto lifetime = input<"economics.lifetime", Seconds>(
    {.symbol = "T_life",
     .label = "Lifetime",
     .help = "Service life of the cluster, e.g. 4y",
     .flags = "--lifetime",
     .least = 86400,
     .most = 1e10,
     .initial = 4.0 * 365.25 * 86400,
     .source = "expert judgment: common depreciation of accelerators"});
inline constexpr auto utilisation = input<"economics.utilisation", Count>(
    {.symbol = "u_own",
     .label = "Utilization over lifetime",
     .help = "Fraction of the service life in use. It decides between buying and renting.",
     .least = 0.01,
     .most = 1,
     .initial = 0.8,
     .source = "expert judgment: well-used clusters",
     .spread = 0.15,
     .unit = Unit::ratio});
inline constexpr auto load = input<"economics.load", Count>(
    {.symbol = "u_P",
     .label = "Average power fraction",
     .help = "Average over max node power",
     .least = 0.05,
     .most = 1,
     .initial = 0.85,
     .source =
         "expert judgment: training runs accelerators near their power limit; the rest of a node is rated for peaks",
     .spread = 0.1,
     .unit = Unit::ratio});
inline constexpr auto pue = input<"economics.pue", Count>(
    {.symbol = "PUE",
     .label = "Power usage effectiveness (PUE)",
     .help = "Annual PUE, e.g. 1.3. Default: by --climate and cooling.",
     .flags = "--pue",
     .least = 1,
     .most = 5,
     .unit = Unit::ratio});
inline constexpr auto electricity_price = input<"economics.electricity_price", Money>(
    {.symbol = "c_kWh",
     .label = "Electricity price per kWh",
     .help = "Electricity price per kWh, e.g. 0.15",
     .flags = "--electricity-price,--kwh",
     .most = 1e6});
inline constexpr auto colocation_price = input<"economics.colocation_price", Money>(
    {.symbol = "c_kW",
     .label = "Colocation price per kW and month",
     .help = "Colocation price per kW of rated IT power and month. Default: 0.",
     .flags = "--colocation-price",
     .most = 1e9});
inline constexpr auto rental_price = input<"economics.rental_price", Money>(
    {.symbol = "c_rent",
     .label = "Cloud price per GPU-hour",
     .help = "Cloud price per GPU-hour, e.g. 2.5",
     .flags = "--rent,--gpu-price",
     .most = 1e6});
inline constexpr auto rental_price_1y = input<"economics.rental_price_1y", Money>(
    {.symbol = "c_rent,1,0",
     .label = "Cloud price per GPU-hour, 1-year contract",
     .help = "Price per GPU-hour of a contract over one year. Default: --rent less a usual discount.",
     .flags = "--rent-1y",
     .most = 1e6});
inline constexpr auto rental_price_3y = input<"economics.rental_price_3y", Money>(
    {.symbol = "c_rent,3,0",
     .label = "Cloud price per GPU-hour, 3-year contract",
     .help = "Price per GPU-hour of a contract over three years. Default: --rent less a usual discount.",
     .flags = "--rent-3y",
     .most = 1e6});
inline constexpr auto rental_discount_1y = input<"economics.rental_discount_1y", Count>(
    {.symbol = "d_1y",
     .label = "Discount of a 1-year contract",
     .help = "Discount on the cloud price for a contract over one year",
     .most = 1,
     .initial = 0.25,
     .source =
         "expert judgment: price lists of 2025 and 2026 with both prices: Hyperstack B200 and H100 15%, H200 30%; "
         "Google TPU 30%",
     .spread = 0.3,
     .unit = Unit::ratio});
inline constexpr auto rental_discount_3y = input<"economics.rental_discount_3y", Count>(
    {.symbol = "d_3y",
     .label = "Discount of a 3-year contract",
     .help = "Discount on the cloud price for a contract over three years",
     .most = 1,
     .initial = 0.45,
     .source = "expert judgment: price lists of 2025 and 2026: Google TPU 55%; CoreWeave up to 60%, Nebius up to 35%",
     .spread = 0.25,
     .unit = Unit::ratio});
inline constexpr auto on_demand_ratio = input<"economics.on_demand_ratio", Count>(
    {.symbol = "x_od",
     .label = "On-demand price over reserved price",
     .help = "Price on demand over the price of a reserved replica, e.g. 1.5. Default: --rent over its 1-year price.",
     .flags = "--on-demand-ratio",
     .least = 1,
     .most = 100},
    [](const auto& x) {
      const auto reserved = otherwise(rental_price_1y(x), rental_price(x) * (1.0 - rental_discount_1y(x)));
      return rental_price(x) / reserved;
    });
inline constexpr auto price_date = input<"economics.price_date", Count>(
    {.symbol = "t_price",
     .label = "Date of the prices",
     .help = "Date of the prices as a year with a fraction. Set by price lists and public prices.",
     .least = 2000,
     .most = 2100,
     .unit = Unit::year});
inline constexpr auto rack_height = input<"economics.rack_height", Count>(
    {.symbol = "u_rack",
     .label = "Rack height",
     .help = "Rack height in rack units, e.g. 48",
     .flags = "--rack-height",
     .least = 1,
     .most = 200,
     .initial = 42,
     .source = "standard rack",
     .whole = true});

inline constexpr auto rack_power = input<"economics.rack_power", Watts>(
    {.symbol = "P_rack",
     .label = "Rack power budget",
     .help = "Power budget per rack, e.g. 40kW. It limits the nodes per rack.",
     .flags = "--rack-power",
     .most = 1e7});

inline constexpr auto delivery_time = input<"economics.delivery_time", Seconds>(
    {.symbol = "T_del",
     .label = "Delivery time",
     .help = "From order to delivery of the last part, e.g. 18w",
     .flags = "--delivery",
     .most = 1e9,
     .initial = 18.0 * 7 * 86400,
     .source = "offers of 2026: nodes in 8 to 20 weeks, switches and optics in 12 to 30; the last part counts",
     .spread = 0.35});
inline constexpr auto installation_time = input<"economics.installation_time", Seconds>(
    {.symbol = "T_inst",
     .label = "Installation and burn-in time",
     .help = "From delivery to a tested cluster, e.g. 4w",
     .flags = "--installation",
     .most = 1e9,
     .initial = 4.0 * 7 * 86400,
     .source = "expert judgment: 2 to 6 weeks per 32 to 72 nodes",
     .spread = 0.4});

inline constexpr auto idle_draw = input<"economics.idle_draw", Count>(
    {.symbol = "d_0",
     .label = "Idle power fraction",
     .help = "Fraction of the node rating drawn near zero load",
     .most = 1,
     .initial = 0.4,
     .source = "expert judgment: an H200 with one running request draws 45% of its rating, host and fans draw less",
     .spread = 0.25,
     .unit = Unit::ratio});
inline constexpr auto full_draw = input<"economics.full_draw", Count>(
    {.symbol = "d_1",
     .label = "Full-load power fraction",
     .help = "Fraction of the node rating drawn at full load",
     .most = 1,
     .initial = 0.85,
     .source = "expert judgment: an H200 with 64 concurrent requests draws 91 to 97% of its rating, host and fans draw "
               "less; serving plans use 0.65 on average",
     .spread = 0.08,
     .unit = Unit::ratio});

inline constexpr auto inputs = std::tie(
    idle_draw, full_draw, node_price, network_price, storage_price, switch_price, management_switch_price, cable_price,
    transceiver_price, server_price, rack_price, other_share, support_rate, residual_share, cost_of_capital,
    operations_price, grid_carbon, lifetime, utilisation, load, pue, electricity_price, colocation_price, rental_price,
    rental_price_1y, rental_price_3y, rental_discount_1y, rental_discount_3y, on_demand_ratio, price_date, rack_height,
    rack_power, delivery_time, installation_time);

inline constexpr Reference references[] = {
    {"economics.price_list", "Price list",
     "Your own prices, used before public ones: a file made by llmsize import prices.csv", "--price-list",
     "price-lists"},
};

inline constexpr Option price_options[] = {
    {"none", "only prices that are given"},
    {"public", "public prices of systems where none is given (llmsize catalog prices)"},
};
inline constexpr Choice choices[] = {
    {"economics.prices", "Prices", "Where prices come from that are not given", "--prices", "none",
     "public prices are not quotes", price_options},
};

}  // namespace llmsize::economics

// SPDX-License-Identifier: Apache-2.0
// Inputs of cost and energy. Prices are the user's own, in one currency: none is shipped.
#pragma once

#include "core/inputs/cluster.hpp"

namespace llmsize::economics {

inline constexpr auto node_price = input<"economics.node_price", Money>(
    {.symbol = "c_node",
     .label = "Node price",
     .help = "Price of one node with its accelerators, e.g. 300000.",
     .flags = "--node-price,--price",
     .most = 1e12});
inline constexpr auto network_price = input<"economics.network_price", Money>(
    {.symbol = "c_net",
     .label = "Price of the network per node",
     .help = "Price of switches and cables over the nodes; nothing unless given.",
     .flags = "--network-price",
     .most = 1e12});
inline constexpr auto storage_price = input<"economics.storage_price", Money>(
    {.symbol = "c_sto",
     .label = "Storage appliance price",
     .help = "Price of one storage appliance; nothing unless given.",
     .flags = "--storage-price",
     .most = 1e12});
inline constexpr auto support_rate = input<"economics.support_rate", Count>(
    {.symbol = "s_yr",
     .label = "Support per year",
     .help = "Yearly support as a share of the purchase, e.g. 8%.",
     .most = 1,
     .initial = 0,
     .source = "no support contract",
     .unit = Unit::ratio});
inline constexpr auto residual_share = input<"economics.residual_share", Count>(
    {.symbol = "s_res",
     .label = "Residual value",
     .help = "Share of the purchase that is left at the end.",
     .most = 1,
     .initial = 0,
     .source = "written off",
     .unit = Unit::ratio});
inline constexpr auto lifetime = input<"economics.lifetime", Seconds>(
    {.symbol = "T_life",
     .label = "Lifetime",
     .help = "Time that the machine is used, e.g. 4y.",
     .flags = "--lifetime",
     .least = 86400,
     .most = 1e10,
     .initial = 4.0 * 365.25 * 86400,
     .source = "expert judgment: usual depreciation of accelerators"});
inline constexpr auto utilisation = input<"economics.utilisation", Count>(
    {.symbol = "u_own",
     .label = "Utilization over lifetime",
     .help = "Share of the lifetime in which GPUs work for somebody: the pivot of owning against renting.",
     .least = 0.01,
     .most = 1,
     .initial = 0.8,
     .source = "expert judgment: well-used clusters",
     .spread = 0.15,
     .unit = Unit::ratio});
inline constexpr auto load = input<"economics.load", Count>(
    {.symbol = "u_P",
     .label = "Load",
     .help = "Average power over the largest power of nodes.",
     .least = 0.05,
     .most = 1,
     .initial = 0.85,
     .source =
         "expert judgment: training keeps accelerators near their power limit, the rest of a node is rated for peaks",
     .spread = 0.1,
     .unit = Unit::ratio});
inline constexpr auto pue = input<"economics.pue", Count>(
    {.symbol = "PUE",
     .label = "Power usage effectiveness",
     .help = "Annual power usage effectiveness (PUE), e.g. 1.3.",
     .flags = "--pue",
     .least = 1,
     .most = 5,
     .unit = Unit::ratio});
inline constexpr auto electricity_price = input<"economics.electricity_price", Money>(
    {.symbol = "c_kWh",
     .label = "Electricity price per kWh",
     .help = "Price of one kilowatt-hour, e.g. 0.15.",
     .flags = "--electricity-price,--kwh",
     .most = 1e6});
inline constexpr auto colocation_price = input<"economics.colocation_price", Money>(
    {.symbol = "c_kW",
     .label = "Colocation per kW and month",
     .help = "Price of housing one kilowatt for a month; nothing unless given.",
     .flags = "--colocation-price",
     .most = 1e9});
inline constexpr auto rental_price = input<"economics.rental_price", Money>(
    {.symbol = "c_rent",
     .label = "Cloud price per GPU-hour",
     .help = "Cloud price per GPU-hour, e.g. 2.5.",
     .flags = "--rent,--gpu-price",
     .most = 1e6});
inline constexpr auto rack_height = input<"economics.rack_height", Count>(
    {.symbol = "u_rack",
     .label = "Rack height",
     .help = "Rack units of one rack.",
     .least = 1,
     .most = 200,
     .initial = 42,
     .source = "standard rack",
     .whole = true});

inline constexpr auto rack_power = input<"economics.rack_power", Watts>(
    {.symbol = "P_rack",
     .label = "Rack power budget",
     .help = "Rack power budget, e.g. 40kW: fewer nodes stand in it where that is less than its height allows.",
     .flags = "--rack-power",
     .most = 1e7});

inline constexpr auto idle_draw = input<"economics.idle_draw", Count>(
    {.symbol = "d_0",
     .label = "Power of a service without load",
     .help = "Share of a node's rating that it draws with hardly a request in flight.",
     .most = 1,
     .initial = 0.4,
     .source = "expert judgment: an H200 with one request in flight draws 45 % of its rating, host and fans less",
     .spread = 0.25,
     .unit = Unit::ratio});
inline constexpr auto full_draw = input<"economics.full_draw", Count>(
    {.symbol = "d_1",
     .label = "Power of a full service",
     .help = "Share of a node's rating that it draws at its capacity.",
     .most = 1,
     .initial = 0.85,
     .source = "expert judgment: an H200 with 64 requests in flight draws 91 to 97 % of its rating, host and fans "
               "less; services "
               "plan with 0.65 on average",
     .spread = 0.08,
     .unit = Unit::ratio});

inline constexpr auto inputs = std::tie(
    idle_draw, full_draw, node_price, network_price, storage_price, support_rate, residual_share, lifetime, utilisation,
    load, pue, electricity_price, colocation_price, rental_price, rack_height, rack_power);

}  // namespace llmsize::economics

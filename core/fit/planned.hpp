// SPDX-License-Identifier: Apache-2.0
// What a plan says of itself: nodes and what they are for, the figures of its search, the bandwidths that it found to
// be enough. What no formula of a case could say the planner tells.
#pragma once

#include "core/inputs/cluster.hpp"

namespace llmsize::planning {

inline constexpr std::string_view planner = "llmsize plan";
inline constexpr std::string_view search_source = "derived: counted by the search over layouts";
inline constexpr std::string_view required_source = "derived: bisection on this bandwidth, all other inputs unchanged";

inline constexpr auto considered = told<"planning.considered", Count>(
    planner, {.symbol = "n_lay",
              .title = "Layouts considered",
              .why = "Layouts evaluated, or pruned by bounds as slower or infeasible.",
              .source = search_source,
              .whole = true});
inline constexpr auto evaluated = told<"planning.evaluated", Count>(
    planner, {.symbol = "n_eval",
              .title = "Layouts evaluated",
              .why = "Layouts with a computed step time.",
              .source = search_source,
              .whole = true});
inline constexpr auto feasible = told<"planning.feasible", Count>(
    planner, {.symbol = "n_feas",
              .title = "Feasible layouts",
              .why = "Evaluated layouts that violate no constraint.",
              .source = search_source,
              .whole = true});
inline constexpr auto seconds = told<"planning.seconds", Seconds>(
    planner, {.symbol = "t_plan",
              .title = "Search time",
              .why = "Wall-clock time of the layout search on this computer.",
              .source = "measured: system clock"});

inline constexpr auto nodes_used = formula<"planning.nodes_used", Count>(
    {.symbol = "N_use",
     .title = "Nodes in use",
     .why = "Nodes that run the job. Some of their GPUs can be idle.",
     .source = "planned or set",
     .whole = true},
    [](const auto& x) { return cluster::nodes(x); });
inline constexpr auto spares = formula<"planning.spares", Count>(
    {.symbol = "N_idle",
     .title = "Spare nodes",
     .why = "Idle nodes: requested spares, or nodes that a divisible layout cannot use.",
     .source = "planned or set",
     .whole = true},
    [](const auto& x) { return cluster::spare_nodes(x); });
inline constexpr auto nodes = formula<"planning.nodes", Count>(
    {.symbol = "N_buy",
     .title = "Nodes",
     .why = "Nodes to buy or rent: nodes in use plus spares.",
     .source = "derived: sum",
     .whole = true},
    [](const auto& x) { return nodes_used(x) + spares(x); });
inline constexpr auto idle_gpus = formula<"planning.idle_gpus", Count>(
    {.symbol = "G_idle",
     .title = "Idle GPUs",
     .why = "GPUs on nodes in use that the layout does not use.",
     .source = "derived: difference",
     .whole = true},
    [](const auto& x) { return nodes_used(x) * node::gpus(x) - cluster::gpus(x); });

inline constexpr std::string_view certain_source = "derived: fewest nodes with a time to train within the deadline";
inline constexpr auto nodes_p50 = told<"planning.nodes_p50", Count>(
    planner, {.symbol = "N_50",
              .title = "Nodes at P50",
              .why = "Fewest nodes, including spares, that meet the deadline with 50% probability.",
              .source = certain_source,
              .whole = true});
inline constexpr auto nodes_p80 = told<"planning.nodes_p80", Count>(
    planner, {.symbol = "N_80",
              .title = "Nodes at P80",
              .why = "Fewest nodes, including spares, that meet the deadline with 80% probability.",
              .source = certain_source,
              .whole = true});
inline constexpr auto nodes_p90 = told<"planning.nodes_p90", Count>(
    planner, {.symbol = "N_90",
              .title = "Nodes at P90",
              .why = "Fewest nodes, including spares, that meet the deadline with 90% probability.",
              .source = certain_source,
              .whole = true});
inline constexpr auto chance = told<"goal.chance", Count>(
    "llmsize", {.symbol = "Φ_goal",
                .title = "Probability of meeting the deadline",
                .why = "Probability that the time to train is at most the deadline, from its P10, P50 and P90.",
                .source = "derived: two-piece log-normal distribution around the median",
                .unit = Unit::ratio});

inline constexpr std::string_view required_why =
    "Lowest bandwidth that reaches the target efficiency. 0 if the job does not use it.";
inline constexpr auto required_network = told<"planning.required_network", Bandwidth>(
    planner, {.symbol = "W_nic", .title = "NIC bandwidth needed", .why = required_why, .source = required_source});
inline constexpr auto required_scale_up = told<"planning.required_scale_up", Bandwidth>(
    planner, {.symbol = "W_up", .title = "Scale-up bandwidth needed", .why = required_why, .source = required_source});
inline constexpr auto required_host_link = told<"planning.required_host_link", Bandwidth>(
    planner,
    {.symbol = "W_host", .title = "Host link bandwidth needed", .why = required_why, .source = required_source});
inline constexpr auto required_nvme_read = told<"planning.required_nvme_read", Bandwidth>(
    planner,
    {.symbol = "R_nvme", .title = "Local NVMe read bandwidth needed", .why = required_why, .source = required_source});
inline constexpr auto required_nvme_write = told<"planning.required_nvme_write", Bandwidth>(
    planner,
    {.symbol = "Q_nvme", .title = "Local NVMe write bandwidth needed", .why = required_why, .source = required_source});
inline constexpr auto required_storage_read = told<"planning.required_storage_read", Bandwidth>(
    planner,
    {.symbol = "R_sto", .title = "Appliance read bandwidth needed", .why = required_why, .source = required_source});
inline constexpr auto required_storage_write = told<"planning.required_storage_write", Bandwidth>(
    planner,
    {.symbol = "Q_sto", .title = "Appliance write bandwidth needed", .why = required_why, .source = required_source});

inline constexpr auto formulas = std::tie(
    considered, evaluated, feasible, seconds, nodes, nodes_used, spares, idle_gpus, nodes_p50, nodes_p80, nodes_p90,
    chance, required_network, required_scale_up, required_host_link, required_nvme_read, required_nvme_write,
    required_storage_read, required_storage_write);

}  // namespace llmsize::planning

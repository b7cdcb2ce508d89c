// SPDX-License-Identifier: Apache-2.0
// What a plan says of itself: nodes and what they are for, the figures of its search, the bandwidths that it found to
// be enough. What no formula of a case could say the planner tells.
#pragma once

#include "core/inputs/cluster.hpp"

namespace llmsize::planning {

inline constexpr std::string_view planner = "llmsize plan";
inline constexpr std::string_view search_source = "derived: counted by the search over layouts";
inline constexpr std::string_view required_source =
    "derived: halving between too slow and more than enough, everything else as it is";

inline constexpr auto considered = told<"planning.considered", Count>(
    planner, {.symbol = "n_lay",
              .title = "Layouts considered",
              .why = "Evaluated, or in branches that bounds prove worse or infeasible.",
              .source = search_source,
              .whole = true});
inline constexpr auto evaluated = told<"planning.evaluated", Count>(
    planner, {.symbol = "n_eval",
              .title = "Steps evaluated",
              .why = "Layouts whose time of a step was computed.",
              .source = search_source,
              .whole = true});
inline constexpr auto feasible = told<"planning.feasible", Count>(
    planner, {.symbol = "n_feas",
              .title = "Layouts that fit",
              .why = "Layouts that were evaluated and broke no rule.",
              .source = search_source,
              .whole = true});
inline constexpr auto seconds = told<"planning.seconds", Seconds>(
    planner, {.symbol = "t_plan",
              .title = "Time of the search",
              .why = "How long this machine searched.",
              .source = "measured: the clock of this machine"});

inline constexpr auto nodes_used = formula<"planning.nodes_used", Count>(
    {.symbol = "N_use",
     .title = "Nodes of the job",
     .why = "Nodes that work; some of their GPUs may stay idle.",
     .source = "as planned or said",
     .whole = true},
    [](const auto& x) { return cluster::nodes(x); });
inline constexpr auto spares = formula<"planning.spares", Count>(
    {.symbol = "N_idle",
     .title = "Spare nodes",
     .why = "Nodes that stay idle: wanted as spares, or left over by a layout that divides.",
     .source = "as planned or said",
     .whole = true},
    [](const auto& x) { return cluster::spare_nodes(x); });
inline constexpr auto nodes = formula<"planning.nodes", Count>(
    {.symbol = "N_buy",
     .title = "Nodes",
     .why = "Nodes to buy or rent: those of the job and spares.",
     .source = "derived: sum",
     .whole = true},
    [](const auto& x) { return nodes_used(x) + spares(x); });
inline constexpr auto idle_gpus = formula<"planning.idle_gpus", Count>(
    {.symbol = "G_idle",
     .title = "Idle GPUs",
     .why = "GPUs of the nodes of the job that no layout uses.",
     .source = "derived: difference",
     .whole = true},
    [](const auto& x) { return nodes_used(x) * node::gpus(x) - cluster::gpus(x); });

inline constexpr std::string_view certain_source = "derived: the fewest nodes whose calendar time meets the deadline";
inline constexpr auto nodes_p50 = told<"planning.nodes_p50", Count>(
    planner, {.symbol = "N_50",
              .title = "Nodes at P50",
              .why = "The fewest nodes, spares included, that are as likely early as late.",
              .source = certain_source,
              .whole = true});
inline constexpr auto nodes_p80 = told<"planning.nodes_p80", Count>(
    planner, {.symbol = "N_80",
              .title = "Nodes at P80",
              .why = "The fewest nodes, spares included, that are on time in four of five cases.",
              .source = certain_source,
              .whole = true});
inline constexpr auto nodes_p90 = told<"planning.nodes_p90", Count>(
    planner, {.symbol = "N_90",
              .title = "Nodes at P90",
              .why = "The fewest nodes, spares included, that are on time in nine of ten cases.",
              .source = certain_source,
              .whole = true});
inline constexpr auto chance = told<"goal.chance", Count>(
    "llmsize", {.symbol = "Φ_goal",
                .title = "Chance to be on time",
                .why = "That the calendar time is at most the deadline, by its P10, median and P90.",
                .source = "derived: a logarithm that is normal on either side of the median",
                .unit = Unit::ratio});

inline constexpr std::string_view required_why =
    "The slowest rate at which a step takes no longer than the wanted efficiency allows; 0 where it is not used.";
inline constexpr auto required_network = told<"planning.required_network", Bandwidth>(
    planner, {.symbol = "W_nic", .title = "Rate of a NIC needed", .why = required_why, .source = required_source});
inline constexpr auto required_scale_up = told<"planning.required_scale_up", Bandwidth>(
    planner, {.symbol = "W_up", .title = "Scale-up bandwidth needed", .why = required_why, .source = required_source});
inline constexpr auto required_host_link = told<"planning.required_host_link", Bandwidth>(
    planner, {.symbol = "W_host", .title = "Host link needed", .why = required_why, .source = required_source});
inline constexpr auto required_nvme_read = told<"planning.required_nvme_read", Bandwidth>(
    planner,
    {.symbol = "R_nvme", .title = "Read rate of local NVMe needed", .why = required_why, .source = required_source});
inline constexpr auto required_nvme_write = told<"planning.required_nvme_write", Bandwidth>(
    planner,
    {.symbol = "Q_nvme", .title = "Write rate of local NVMe needed", .why = required_why, .source = required_source});
inline constexpr auto required_storage_read = told<"planning.required_storage_read", Bandwidth>(
    planner,
    {.symbol = "R_sto", .title = "Read rate of an appliance needed", .why = required_why, .source = required_source});
inline constexpr auto required_storage_write = told<"planning.required_storage_write", Bandwidth>(
    planner,
    {.symbol = "Q_sto", .title = "Write rate of an appliance needed", .why = required_why, .source = required_source});

inline constexpr auto formulas = std::tie(
    considered, evaluated, feasible, seconds, nodes, nodes_used, spares, idle_gpus, nodes_p50, nodes_p80, nodes_p90,
    chance, required_network, required_scale_up, required_host_link, required_nvme_read, required_nvme_write,
    required_storage_read, required_storage_write);

}  // namespace llmsize::planning

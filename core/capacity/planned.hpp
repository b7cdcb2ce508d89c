// SPDX-License-Identifier: Apache-2.0
// What a plan says of itself: the figures of its search, and the bandwidths that it found to be enough. The planner
// tells them; no formula of a case could.
#pragma once

#include "core/inputs/declare.hpp"

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
inline constexpr auto nodes_p90 = told<"planning.nodes_p90", Count>(
    planner, {.symbol = "N_90",
              .title = "Nodes needed at P90",
              .why = "The fewest nodes at which even P90 of the training time meets the deadline.",
              .source = "derived: the plan for a deadline that is earlier by P90 over P50 of the training time",
              .whole = true});

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
    considered, evaluated, feasible, seconds, nodes_p90, required_network, required_scale_up, required_host_link,
    required_nvme_read, required_nvme_write, required_storage_read, required_storage_write);

}  // namespace llmsize::planning

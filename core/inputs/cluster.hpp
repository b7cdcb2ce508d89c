// SPDX-License-Identifier: Apache-2.0
// Inputs of the cluster: how many nodes and GPUs.
#pragma once

#include "core/inputs/choice.hpp"
#include "core/inputs/node.hpp"

namespace llmsize::cluster {

inline constexpr auto gpus = input<"cluster.gpus", Count>(
    {.symbol = "n",
     .label = "GPUs",
     .help = "GPUs of the job as software sees them. Default: nodes × GPUs per node.",
     .flags = "--gpus",
     .least = 1,
     .most = 1e8,
     .whole = true});
inline constexpr auto nodes = input<"cluster.nodes", Count>(
    {.symbol = "N",
     .label = "Nodes",
     .help = "Nodes of the job, e.g. 128.",
     .flags = "--nodes",
     .least = 1,
     .most = 1e7,
     .whole = true},
    // One GPU sits in one node, whatever that is.
    [](const auto& x) { return otherwise(ceil(gpus(x) / node::gpus(x)), choose(equal(gpus(x), 1.0), 1.0, absent)); });

inline constexpr auto spare_share = input<"cluster.spare_share", Count>(
    {.symbol = "σ_sp",
     .label = "Spare node fraction",
     .help = "Spare nodes as a fraction of the job's nodes, e.g. 5%",
     .flags = "--spare-share",
     .most = 1,
     .initial = 0,
     .source = "none",
     .unit = Unit::ratio});
inline constexpr auto spare_nodes = input<"cluster.spare_nodes", Count>(
    {.symbol = "N_sp",
     .label = "Spare nodes",
     .help = "Spare nodes in addition to those of the job: bought, powered and racked",
     .flags = "--spare-nodes",
     .most = 1e7,
     .whole = true},
    [](const auto& x) { return ceil(spare_share(x) * nodes(x)); });

inline constexpr auto inputs = std::tie(gpus, nodes, spare_share, spare_nodes);

inline constexpr Option unit_options[] = {
    {"node", "whole nodes"},
    {"gpu", "one, two or four GPUs of a node, as in cloud instances"},
};
inline constexpr Choice choices[] = {
    {"cluster.unit", "Sizing unit", "Sizing unit of a serving deployment", "--unit", "node", "", unit_options},
};

inline constexpr Reference references[] = {
    {"cluster.system", "System", "Node type, e.g. dgx-h100 (see llmsize catalog systems)", "--system", "systems"},
};

}  // namespace llmsize::cluster

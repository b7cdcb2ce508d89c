// SPDX-License-Identifier: Apache-2.0
// Inputs of the cluster: how many nodes and GPUs.
#pragma once

#include "core/inputs/choice.hpp"
#include "core/inputs/node.hpp"

namespace llmsize::cluster {

inline constexpr auto gpus = input<"cluster.gpus", Count>(
    {.symbol = "n",
     .label = "GPUs",
     .help = "GPUs of the job as software sees them: nodes times GPUs of a node unless given.",
     .flags = "--gpus",
     .least = 1,
     .most = 1e8,
     .whole = true});
inline constexpr auto nodes = input<"cluster.nodes", Count>(
    {.symbol = "N",
     .label = "Nodes",
     .help = "Nodes of the job, such as 128.",
     .flags = "--nodes",
     .least = 1,
     .most = 1e7,
     .whole = true},
    // One GPU sits in one node, whatever that is.
    [](const auto& x) { return otherwise(ceil(gpus(x) / node::gpus(x)), choose(equal(gpus(x), 1.0), 1.0, absent)); });

inline constexpr auto inputs = std::tie(gpus, nodes);

inline constexpr Reference references[] = {
    {"cluster.system", "System", "Node type of the catalog, such as dgx-h100.", "--system", "systems"},
};

}  // namespace llmsize::cluster

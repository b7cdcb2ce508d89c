// SPDX-License-Identifier: Apache-2.0
// Nodes of a service that fail: whether those that are left, with spares, are enough.
#pragma once

#include "core/inputs/reliability.hpp"
#include "core/serving/limits.hpp"

namespace llmsize::serving {

inline constexpr auto nodes_down = formula<"serving.nodes_down", Count>(
    {.symbol = "N_down",
     .title = "Nodes under repair (mean)",
     .why = "All nodes, spares included, times the fraction of the time that a node is down.",
     .source = "derived: MTTR / (MTBF + MTTR)"},
    [](const auto& x) {
      const auto repair = reliability::node_repair(x);
      return (cluster::nodes(x) + cluster::spare_nodes(x)) * repair / (reliability::node_mtbf(x) + repair);
    });

inline constexpr auto availability = formula<"serving.availability", Count>(
    {.symbol = "A",
     .title = "Probability that enough nodes are up",
     .why = "Probability that no more nodes are under repair than there are spares. Nodes fail independently.",
     .source = "Poisson distribution of the nodes under repair; at most 0.1 points from the binomial one above 90%",
     .unit = Unit::ratio},
    [](const auto& x) { return 1.0 - gamma_share(cluster::spare_nodes(x) + 1.0, nodes_down(x)); });

inline constexpr auto spare_formulas = std::tie(nodes_down, availability);

}  // namespace llmsize::serving

// SPDX-License-Identifier: Apache-2.0
#include "core/portfolio/budget.hpp"

#include "core/planning/sized_search.hpp"
#include "core/planning/within_goal.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace llmsize {
namespace {

constexpr std::string_view cluster_groups[] = {"accelerator", "bom",  "cluster", "economics", "fabric",  "network",
                                               "node",        "path", "power",   "room",      "storage", "switch"};
constexpr std::string_view sizes[] = {
    "cluster.nodes", "cluster.gpus", "cluster.spare_nodes", "cluster.spare_share", "cluster.unit"};

}  // namespace

Scenario cluster_of(const Scenario& scenario) {
  Scenario cluster;
  for (const auto& [key, said] : scenario.all()) {
    const std::string_view group = std::string_view(key).substr(0, key.find('.'));
    if (std::find(std::begin(cluster_groups), std::end(cluster_groups), group) != std::end(cluster_groups) &&
        std::find(std::begin(sizes), std::end(sizes), key) == std::end(sizes))
      cluster.set(key, said.value, said.text, said.giver);
  }
  return cluster;
}

double cluster_capex(const Scenario& cluster, double nodes, const Catalog& catalog) {
  return result_in(without_split(on_nodes(cluster, nodes), catalog), "economics.capex");
}

double affordable_nodes(const Scenario& cluster, double budget, const Catalog& catalog) {
  constexpr double most = 1 << 17;
  const auto is_affordable = [&](double nodes) { return cluster_capex(cluster, nodes, catalog) <= budget; };
  if (is_absent(cluster_capex(cluster, 1, catalog))) return absent;
  if (!is_affordable(1)) return 0;
  double enough = 1;
  while (enough < most && is_affordable(2 * enough)) enough *= 2;
  double few = enough, many = 2 * enough;
  while (many - few > 1) {
    const double between = std::floor((few + many) / 2);
    (is_affordable(between) ? few : many) = between;
  }
  return few;
}

}  // namespace llmsize

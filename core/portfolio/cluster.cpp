// SPDX-License-Identifier: Apache-2.0
#include "core/portfolio/cluster.hpp"

#include "core/portfolio/budget.hpp"
#include "core/quantity/print.hpp"
#include "core/tables/row_values.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

std::string list_of_systems(const std::vector<ClusterOfRows>& clusters) {
  std::string list;
  for (const ClusterOfRows& each : clusters) list += fmt::format("{}{}", list.empty() ? "" : ", ", each.system);
  return list;
}

/// Throws BadInput where a price of a node differs from that of the first row of a cluster.
void require_one_price(const PlannedRows& rows, const ClusterOfRows& cluster) {
  const auto price = [&](std::size_t row) { return input_value(rows[row]->row, "economics.node_price"); };
  const std::size_t first = cluster.rows.front();
  for (const std::size_t row : cluster.rows)
    if (!(price(row) == price(first)) && !(is_absent(price(row)) && is_absent(price(first))))
      refuse_contents(
          rows[row]->place, fmt::format("expected the node price of {} for --budget", rows[first]->place),
          "set --node-price for all rows");
}

Scenario priced_cluster(const ClusterOfRows& cluster, const PlannedRows& rows) {
  return cluster_of(rows[cluster.rows.front()]->row.scenario);
}

void take_limits(ClusterOfRows& cluster, const PlannedRows& rows, const ClusterLimits& limits, const Catalog& catalog) {
  cluster.given = limits.nodes;
  if (!limits.budget) return;
  require_one_price(rows, cluster);
  const Scenario::Said& budget = *limits.budget;
  Scenario priced = priced_cluster(cluster, rows);
  priced.set("goal.budget", budget.value, budget.text, budget.giver);
  cluster.affordable = affordable_nodes(priced, budget.value.number.value_or(absent), catalog);
  if (is_absent(*cluster.affordable))
    throw BadInput(
        BadInput::Kind::usage, fmt::format("{}: the node price of {} is not known", budget.giver, cluster.name),
        "set --node-price");
  cluster.given = std::min(cluster.given.value_or(*cluster.affordable), *cluster.affordable);
}

}  // namespace

std::vector<ClusterOfRows> clusters_of(
    const PlannedRows& rows, const ClusterLimits& limits, std::string_view things, const Catalog& catalog) {
  std::vector<ClusterOfRows> all;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (is_absent(rows[i]->nodes)) continue;
    const auto same = [&](const ClusterOfRows& each) { return each.system == rows[i]->system; };
    auto found = std::find_if(all.begin(), all.end(), same);
    if (found == all.end()) found = all.insert(all.end(), {rows[i]->system, rows[i]->system_name});
    found->rows.push_back(i);
  }
  if ((limits.nodes || limits.budget) && all.size() > 1)
    throw BadInput(
        BadInput::Kind::usage, fmt::format(
                                   "{}: {} are on {} systems ({}), expected one", limits.nodes ? "--nodes" : "--budget",
                                   things, all.size(), list_of_systems(all)));
  for (ClusterOfRows& each : all) take_limits(each, rows, limits, catalog);
  return all;
}

void take_capex(ClusterOfRows& cluster, double nodes, const PlannedRows& rows, const Catalog& catalog) {
  if (nodes >= 1) cluster.capex = cluster_capex(priced_cluster(cluster, rows), nodes, catalog);
}

std::string nodes_text(const ClusterOfRows& cluster, double nodes) {
  return fmt::format("{} × {}", pretty(nodes, Unit::count), cluster.name.empty() ? "nodes" : cluster.name);
}

std::string given_text(const ClusterOfRows& cluster) {
  if (!cluster.given) return {};
  std::string text;
  if (cluster.affordable) text = fmt::format("The budget buys {}. ", nodes_text(cluster, *cluster.affordable));
  return text + (cluster.affordable == cluster.given ? "With these" : nodes_text(cluster, *cluster.given));
}

std::string capex_text(const ClusterOfRows& cluster) {
  return is_absent(cluster.capex) ? std::string{} : fmt::format(", CapEx {}", pretty(cluster.capex, Unit::money));
}

Json cluster_json(const ClusterOfRows& cluster, double nodes) {
  Json json{{"system", cluster.system}};
  json["nodes"] = number_json(nodes);
  json["nodes_given"] = number_json(cluster.given.value_or(absent));
  json["nodes_affordable"] = number_json(cluster.affordable.value_or(absent));
  json["capex"] = number_json(cluster.capex);
  return json;
}

}  // namespace llmsize

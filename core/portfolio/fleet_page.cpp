// SPDX-License-Identifier: Apache-2.0
#include "core/portfolio/fleet_page.hpp"

#include "core/portfolio/row_fields.hpp"
#include "core/quantity/print.hpp"
#include "core/quantity/ranges.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

constexpr double hour_seconds = 3600;
constexpr std::string_view unknown = "–";

std::string nodes_in_words(double nodes) { return pretty(nodes, Unit::count); }

std::string services_text(std::size_t count) { return counted_text(static_cast<double>(count), "service"); }

/// "1 service", "all 3 services".
std::string all_services_text(std::size_t count) {
  return count == 1 ? services_text(count) : "all " + services_text(count);
}

std::string hour_text(std::size_t hour) { return fmt::format("{}:00 UTC", hour); }

/// "22 × NVIDIA DGX H200 serve all 3 services at the same time of day"; where nodes are given, whether they are enough.
std::string answer_of(const FleetCluster& cluster) {
  const std::size_t services = cluster.rows.size();
  if (!cluster.given)
    return fmt::format(
        "{} {} {}{}", nodes_text(cluster, cluster.peak()), services == 1 ? "serves" : "serve",
        all_services_text(services), services == 1 ? "" : " at the same time of day");
  const std::size_t hours_short = cluster.hours_short();
  if (hours_short == 0)
    return fmt::format(
        "{}: {} {}, peak {}", given_text(cluster), all_services_text(services), services == 1 ? "fits" : "fit",
        counted_text(cluster.peak(), "node"));
  return fmt::format(
      "{}: {} too few for {} in {} of {} hours", given_text(cluster),
      counted_text(cluster.peak() - cluster.nodes(), "node"), all_services_text(services), hours_short,
      traffic::hours_of_day);
}

/// "; 28 if each had its own.\nSharing needs 6 nodes fewer".
std::string sharing_of(const FleetCluster& cluster) {
  if (cluster.rows.size() == 1) return {};
  const double fewer = cluster.separate - cluster.peak();
  return fmt::format(
      "; {} if each had its own.\nSharing needs {}",
      cluster.given ? counted_text(cluster.separate, "node") : nodes_in_words(cluster.separate),
      fewer > 0 ? counted_text(fewer, "node") + " fewer" : "as many nodes");
}

std::string fleet_sentence(const FleetCluster& cluster) {
  std::string text = answer_of(cluster) + sharing_of(cluster);
  if (cluster.varies()) text += ", peak at " + hour_text(cluster.peak_hour());
  if (const double load = cluster.load(); load <= 1) text += fmt::format(", load {} of node-hours", share_text(load));
  return text + capex_text(cluster) + ".";
}

std::size_t missing_service_goals(const Fleet& fleet) {
  return static_cast<std::size_t>(std::count_if(
      fleet.services.begin(), fleet.services.end(),
      [](const PlannedService& each) { return each.is_planned() && !each.reason.empty(); }));
}

std::string fleet_verdict(const Fleet& fleet) {
  const std::size_t missing = fleet.missing(), failing = missing_service_goals(fleet);
  std::string text;
  const auto add = [&](const std::string& sentence) { text += (text.empty() ? "✗ " : " ✗ ") + sentence; };
  if (failing > 0) add(fmt::format("{} {} a goal.", services_text(failing), failing == 1 ? "misses" : "miss"));
  if (missing > 0) add(fmt::format("{} cannot be planned.", services_text(missing)));
  if (missing == 0 && !fleet.fits()) add("The nodes are too few.");
  return text.empty() ? "✓ All services have the nodes that they need." : text;
}

bool starts_within_hour(const PlannedService& service) { return !(service.cold_start > hour_seconds); }

/// What sharing over the day needs: replicas that start within the hour. Empty where none start or stop.
std::string start_sentence(const Fleet& fleet) {
  double longest = 0;
  bool assumes_local = false;
  for (const PlannedService& each : fleet.services) {
    if (!each.is_planned() || !each.varies()) continue;
    longest = std::max(longest, each.cold_start);
    assumes_local = assumes_local || !each.loads_from_storage;
  }
  if (!(longest > 0)) return {};
  std::string text =
      fmt::format("\nReplicas start in at most {} (model load and engine startup)", pretty(longest, Unit::seconds));
  text += longest > hour_seconds ? ", longer than the hour of sharing. Hold weights on local NVMe."
                                 : ", within the hour of sharing.";
  if (assumes_local)
    text += "\nAssumed: weights on local NVMe of every node. A --storage with a bandwidth adds the load time.";
  return text;
}

std::string replicas_text(const PlannedService& service) {
  if (!service.is_planned()) return std::string(unknown);
  const std::string most = pretty(service.most_replicas(), Unit::count);
  return service.varies() ? fmt::format("{} to {}", pretty(service.least_replicas(), Unit::count), most) : most;
}

/// "13:00 UTC"; "all day".
std::string busiest_text(const PlannedService& service) {
  if (!service.is_planned()) return std::string(unknown);
  if (!service.varies()) return "all day";
  const DayHours& hours = service.load.replicas;
  return hour_text(static_cast<std::size_t>(std::max_element(hours.begin(), hours.end()) - hours.begin()));
}

/// Why a service cannot be planned or what it misses; else whether it starts too slowly.
std::string service_note(const PlannedService& service) {
  if (!service.reason.empty() || !service.varies() || starts_within_hour(service)) return service.reason;
  return "Cold start exceeds an hour";
}

Table services_of(const Fleet& fleet) {
  const bool several = fleet.clusters.size() > 1;
  Table table{{"Service", "Replicas", "Nodes per replica", "Own nodes", "Busiest", "Cold start"}, {}};
  if (several) table.header.insert(table.header.begin() + 1, "System");
  table.header.emplace_back();
  for (const PlannedService& each : fleet.services) {
    const auto known = [&](double number, Unit unit) {
      return each.is_planned() ? pretty(number, unit) : std::string(unknown);
    };
    std::vector<std::string> row{
        each.service.name,
        replicas_text(each),
        known(each.load.nodes_of_replica, Unit::count),
        known(each.nodes, Unit::count),
        busiest_text(each),
        known(each.cold_start, Unit::seconds)};
    if (several) row.insert(row.begin() + 1, each.system);
    row.push_back(service_note(each));
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// Half of the day in columns: more do not fit a terminal.
constexpr std::size_t hours_of_table = traffic::hours_of_day / 2;

std::vector<std::string> hour_cells(
    const std::string& title, const DayHours& hours, std::size_t first,
    const std::function<std::string(double)>& text) {
  std::vector<std::string> cells{title};
  for (std::size_t i = 0; i < hours_of_table; ++i) cells.push_back(text(hours[first + i]));
  return cells;
}

Table hours_table(const Fleet& fleet, const FleetCluster& cluster, std::size_t first) {
  Table table{{"Service"}, {}};
  for (std::size_t i = 0; i < hours_of_table; ++i) table.header.push_back(fmt::format("{}", first + i));
  for (const std::size_t service : cluster.rows)
    table.rows.push_back(
        hour_cells(fleet.services[service].service.name, fleet.services[service].load.nodes(), first, nodes_in_words));
  table.rows.push_back(hour_cells("All services", cluster.nodes_by_hour, first, nodes_in_words));
  if (const double nodes = cluster.nodes(); nodes > 0)
    table.rows.push_back(
        hour_cells("Load", cluster.nodes_by_hour, first, [&](double needed) { return share_text(needed / nodes); }));
  return table;
}

std::string hours_title(const Fleet& fleet, const FleetCluster& cluster, std::size_t first) {
  return fmt::format(
      "Nodes by hour, {}:00 to {}:00 UTC{}{}.", first, first + hours_of_table - 1,
      fleet.clusters.size() > 1 ? ", " : "", fleet.clusters.size() > 1 ? cluster.name : "");
}

Json day_json(const FleetCluster& cluster) {
  Json json = cluster_json(cluster, cluster.nodes());
  json["peak_nodes"] = number_json(cluster.peak());
  json["peak_hour"] = cluster.peak_hour();
  json["separate_nodes"] = number_json(cluster.separate);
  json["load"] = number_json(cluster.load());
  json["nodes_by_hour"] = numbers_json(cluster.nodes_by_hour);
  return json;
}

std::vector<RowFields> fields_of(const Fleet& fleet) {
  std::vector<RowFields> fields;
  fields.reserve(fleet.services.size());
  for (const PlannedService& each : fleet.services)
    fields.push_back(
        {{"utc_offset", number_json(each.service.utc_offset)},
         {"nodes_of_replica", number_json(each.is_planned() ? each.load.nodes_of_replica : absent)},
         {"cold_start", number_json(each.cold_start)},
         {"note", service_note(each)},
         {"replicas_by_hour", numbers_json(each.load.replicas)},
         {"nodes_by_hour", numbers_json(each.load.nodes())}});
  return fields;
}

}  // namespace

std::string fleet_headline(const Fleet& fleet) {
  std::string text;
  for (const FleetCluster& each : fleet.clusters) text += fleet_sentence(each) + "\n";
  return text + fleet_verdict(fleet) + start_sentence(fleet);
}

std::vector<TitledTable> fleet_tables(const Fleet& fleet) {
  std::vector<TitledTable> tables{{fleet_headline(fleet), services_of(fleet)}};
  for (const FleetCluster& each : fleet.clusters)
    for (const std::size_t first : {std::size_t{0}, hours_of_table})
      tables.push_back({hours_title(fleet, each, first), hours_table(fleet, each, first)});
  return tables;
}

AnsweredRows fleet_rows(const Fleet& fleet, const std::vector<const ResultRow*>& more) {
  return answered_rows(rows_among(fleet.services), fleet_results(), more);
}

Json fleet_rows_json(const Fleet& fleet, const AnsweredRows& rows) { return rows_json(rows, fields_of(fleet)); }

Json fleet_json(const Fleet& fleet) {
  Json clusters = Json::array();
  for (const FleetCluster& each : fleet.clusters) clusters.push_back(day_json(each));
  return {{"clusters", std::move(clusters)}};
}

Table fleet_table(const Fleet& fleet, const AnsweredRows& rows) { return rows_table(rows, fields_of(fleet), 0); }

}  // namespace llmsize

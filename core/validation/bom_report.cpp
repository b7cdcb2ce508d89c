// SPDX-License-Identifier: Apache-2.0
// Counts the parts of published machines.
#include "core/validation/bom_report.hpp"

#include "core/calibration/measured_sheet.hpp"
#include "core/calibration/reading_rules.hpp"
#include "core/files/bad_input.hpp"
#include "core/quantity/parse.hpp"
#include "core/quantity/print.hpp"
#include "core/registry/registry.hpp"
#include "core/scenario/case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

/// A column that says an input.
struct Said {
  std::string_view column;
  ScenarioKey key;
};
constexpr Said given[] = {
    {"in_rails", "fabric.rails"},
    {"in_planes", "fabric.planes"},
    {"in_leaf_ports", "switch.ports"},
    {"in_spine_ports", "switch.spine_ports"},
    {"in_core_ports", "switch.core_ports"},
    {"in_uplink_ratio", "fabric.uplink_ratio"},
    {"in_leaf_oversubscription", "fabric.oversubscription"},
    {"in_nodes_per_leaf", "fabric.nodes_per_leaf_given"},
    {"in_tiers", "fabric.tiers_given"},
    {"in_pod_leaves", "fabric.pod_leaves"},
    {"in_links_per_cable", "fabric.links_per_cable"},
    {"in_manager_links", "fabric.manager_links"},
    {"in_cages_per_node", "fabric.node_cages"},
    {"in_oob_ports", "bom.oob_links_given"},
    {"in_storage_ports", "bom.storage_links_given"},
    {"in_appliance_ports", "bom.appliance_links_given"},
    {"in_storage_oversubscription", "bom.storage_oversubscription"},
    {"management_nodes", "bom.management_nodes"},
    {"nodes_per_rack", "room.nodes_per_rack_given"},
};

/// A column that is computed, and the columns that it cannot be computed without.
struct Counted {
  std::string_view field;
  ResultKey result;
  std::vector<std::string_view> needs{};
};
const Counted counted[] = {
    {"leaf", "fabric.leaves"},
    {"spine", "fabric.spines"},
    {"core", "fabric.cores"},
    {"compute_switches", "fabric.switches"},
    {"node_leaf_cables", "fabric.node_cables"},
    {"leaf_spine_cables", "fabric.leaf_cables"},
    {"spine_core_cables", "fabric.core_cables"},
    {"isl_links", "fabric.pair_links"},
    {"node_transceivers", "fabric.node_transceivers", {"in_cages_per_node"}},
    {"switch_transceivers", "fabric.switch_transceivers", {"leaf_switch"}},
    {"storage_leaf", "bom.storage_leaves", {"in_storage_ports"}},
    {"storage_spine", "bom.storage_spines", {"in_storage_ports"}},
    {"storage_switches", "bom.storage_switches", {"in_storage_ports"}},
    {"storage_cables", "bom.storage_cables", {"in_storage_ports"}},
    {"oob_switches", "bom.oob_switches", {"in_oob_ports"}},
    {"fabric_managers", "bom.fabric_managers", {"in_manager_links", "in_storage_ports"}},
    {"compute_racks", "bom.compute_racks", {"nodes_per_rack"}},
    {"management_racks", "bom.network_racks", {"nodes_per_rack", "management_nodes", "in_oob_ports"}},
    {"racks", "bom.racks", {"nodes_per_rack", "management_nodes", "in_oob_ports"}},
};

/// The cluster of a row: nodes, the whole units that its fabric is built for, what its columns say.
Scenario cluster_of(const NamedRow& row, const std::string& place, const Catalog& catalog) {
  const Giver giver{place, BadInput::Kind::data};
  Scenario scenario;
  const double nodes = parse(row["nodes"], Unit::count).value_or(absent);
  const double built = parse(row["in_nodes_sized"], Unit::count).value_or(absent);
  // A fabric for fewer than the nodes counts what has a port of its own: nodes that share a NIC.
  const bool share = built < nodes;
  scenario.set("cluster.nodes", share ? row["in_nodes_sized"] : row["nodes"], giver);
  if (!is_absent(built) && !share) scenario.set("fabric.unit_nodes", row["in_nodes_sized"], giver);
  if (!row["in_attachment"].empty()) scenario.set("fabric.attachment", row["in_attachment"], giver);
  if (const std::string& leaf = row["leaf_switch"]; !leaf.empty())
    if (const auto ids = catalog.ids("switches"); std::find(ids.begin(), ids.end(), leaf) != ids.end())
      scenario.set("switch.id", leaf, giver);
  for (const auto& [column, key] : given)
    if (!row[column].empty()) scenario.set(std::string(std::string_view(key)), row[column], giver);
  return scenario;
}

CountedPart counted_part(const NamedRow& row, const Counted& column, const Once& values) {
  const auto printed = parse(row[column.field], Unit::count);
  if (!printed)
    throw BadInput(
        BadInput::Kind::data, fmt::format("{}: invalid value '{}': expected a count", column.field, row[column.field]));
  CountedPart part{row["id"], std::string(column.field), *printed};
  for (const std::string_view need : column.needs)
    if (row[need].empty()) part.skipped = fmt::format("the row lacks {}", need);
  if (part.skipped.empty()) part.computed = result_row(column.result).value(values);
  if (part.skipped.empty() && is_absent(part.computed)) part.skipped = "the row lacks inputs of the fabric";
  return part;
}

}  // namespace

BomReport read_bom(std::string_view text, const std::string& source, const Catalog& catalog) {
  std::vector<std::string_view> known{"id", "nodes"};
  for (const Counted& column : counted) known.push_back(column.field);
  const WholeSheet csv = measured_sheet(text, source, known);
  const std::vector<std::string> header = csv.rows.empty() ? std::vector<std::string>{} : csv.rows.front().cells;
  for (const std::string_view column : {"id", "nodes"})
    if (std::find(header.begin(), header.end(), column) == header.end())
      throw BadInput(BadInput::Kind::data, fmt::format("{}: no column '{}'", source, column));
  refuse_repeated(header, source);
  BomReport report;
  for (std::size_t i = 1; i < csv.rows.size(); ++i) {
    const NamedRow row(header, csv.rows[i].cells);
    const std::string place = fmt::format("{}: row {}", source, csv.rows[i].number);
    const auto printed = [&](const Counted& column) { return !row[column.field].empty(); };
    try {
      const Case plan = complete(cluster_of(row, place, catalog), catalog);
      const Once values(plan.values, dependents());
      std::vector<CountedPart> parts;
      for (const Counted& column : counted)
        if (printed(column)) parts.push_back(counted_part(row, column, values));
      report.parts.insert(report.parts.end(), parts.begin(), parts.end());
    } catch (const BadInput& error) {
      for (const Counted& column : counted)
        if (printed(column))
          report.parts.push_back({row["id"], std::string(column.field), absent, absent, error.what()});
    }
  }
  return report;
}

namespace {

std::size_t values_of(const BomReport& report) {
  return std::size_t(std::count_if(
      report.parts.begin(), report.parts.end(), [](const CountedPart& part) { return part.skipped.empty(); }));
}
std::size_t exact_of(const BomReport& report) {
  return std::size_t(
      std::count_if(report.parts.begin(), report.parts.end(), [](const CountedPart& part) { return part.is_exact(); }));
}

}  // namespace

Json bom_results(const BomReport& report) {
  Json results;
  const auto add = [&](std::string_view name, double value) {
    results["validation.bom." + std::string(name)] = {{"value", value}, {"unit", "1"}};
  };
  add("values", double(values_of(report)));
  add("exact", double(exact_of(report)));
  return results;
}

Json bom_rows(const BomReport& report) {
  Json rows = Json::array();
  for (const CountedPart& part : report.parts) {
    Json row{{"id", part.id}, {"field", part.field}, {"printed", part.printed}};
    if (part.skipped.empty())
      row["computed"] = part.computed;
    else
      row["skipped"] = part.skipped;
    rows.push_back(std::move(row));
  }
  return rows;
}

Table bom_columns(const BomReport& report) {
  Table table{{"id", "field", "printed", "computed", "skipped"}, {}};
  for (const CountedPart& part : report.parts)
    table.rows.push_back(
        {part.id, part.field, exact(part.printed), part.skipped.empty() ? exact(part.computed) : "", part.skipped});
  return table;
}

std::vector<TitledTable> bom_tables(const BomReport& report) {
  const std::size_t values = values_of(report), skipped = report.parts.size() - values;
  std::vector<TitledTable> tables;
  tables.push_back({fmt::format("{} of {} counts are exact, {} skipped", exact_of(report), values, skipped), {}});
  TitledTable apart{"Counts that differ", {{"table", "column", "printed", "computed"}, {}}};
  TitledTable without{"Counts that are skipped", {{"table", "column", "reason"}, {}}};
  for (const CountedPart& part : report.parts)
    if (!part.skipped.empty())
      without.table.rows.push_back({part.id, part.field, part.skipped});
    else if (!part.is_exact())
      apart.table.rows.push_back({part.id, part.field, exact(part.printed), exact(part.computed)});
  if (!apart.table.rows.empty()) tables.push_back(std::move(apart));
  if (!without.table.rows.empty()) tables.push_back(std::move(without));
  return tables;
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// Lists what to order.
#include "core/order/order.hpp"

#include "core/answer/sentence.hpp"
#include "core/inputs/fabric.hpp"
#include "core/inputs/memory.hpp"
#include "core/registry/registry.hpp"
#include "core/room/heights.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

std::string name_or(const Case& plan, WordKey key, std::string otherwise) {
  std::string name = plan.name(key);
  return name.empty() ? std::move(otherwise) : name;
}

void add_nodes(const Case& plan, std::vector<OrderRow>& rows) {
  rows.push_back({
      .role = OrderRole::nodes,
      .item = name_or(plan, "cluster.system", "Node"),
      .count = NumberId("planning.nodes"),
      .unit = "node",
      .spare = NumberId("planning.spares"),
      .power = NumberId("node.draw"),
      .rack_units = NumberId("node.rack_units"),
      .unit_price = InputKey("economics.node_price"),
      .mounting = Mounting{RackKind::compute, "node"},
      .notes = {"{planning.nodes_used} for the job", "{planning.spares} spares"},
  });
  rows.push_back({
      .role = OrderRole::nodes,
      .item = name_or(plan, "accelerator.id", "GPU"),
      .count = NumberId("cluster.gpus"),
      .unit = "GPU",
      .notes = {"in the active nodes"},
  });
}

void add_nics(std::vector<OrderRow>& rows) {
  rows.push_back({
      .role = OrderRole::network,
      .item = "Compute NICs",
      .count = NumberId("economics.compute_nics"),
      .unit = "port",
      .notes = {"{node.compute_nics} per node", "{node.nic_rate} each", "included in the node price"},
  });
  rows.push_back({
      .role = OrderRole::network,
      .item = "Storage NICs",
      .count = NumberId("economics.storage_nics"),
      .unit = "port",
      .notes = {"{node.storage_nics} per node", "{node.storage_nic_rate} each", "included in the node price"},
  });
}

void add_switches(const Case& plan, std::vector<OrderRow>& rows) {
  const std::string name = name_or(plan, "switch.id", "Switch");
  const auto add = [&](std::string_view level, std::string_view one, NumberId count,
                       std::vector<std::string_view> notes, ResultKey whole = "fabric.switches") {
    rows.push_back({
        .role = OrderRole::network,
        .item = fmt::format("{}, {}", name, level),
        .count = count,
        .unit = "switch",
        .power = NumberId("fabric.switch_power"),
        .rack_units = NumberId("switch.rack_units"),
        .unit_price = InputKey("economics.switch_price"),
        .mounting = Mounting{RackKind::network, one, bom::usual_switch_units, whole},
        .notes = std::move(notes),
    });
  };
  add("leaf", "leaf switch", NumberId("fabric.leaves"),
      {"{fabric.downlinks} links to nodes each", "{fabric.uplinks} uplinks each"});
  add("spine", "spine switch", NumberId("fabric.spines"), {});
  add("core", "core switch", NumberId("fabric.cores"), {"{fabric.pods} pods"});
  add("storage network", "storage switch", NumberId("bom.storage_switches"),
      {"{bom.storage_leaves} leaves", "{bom.storage_spines} spines"}, "bom.storage_switches");
}

void add_cables(const Case& plan, std::vector<OrderRow>& rows) {
  const auto add = [&](std::string item, NumberId count, std::vector<std::string_view> notes = {}) {
    rows.push_back({
        .role = OrderRole::network,
        .item = std::move(item),
        .count = count,
        .unit = "cable",
        .unit_price = InputKey("economics.cable_price"),
        .notes = std::move(notes),
    });
  };
  const double attachment = plan["fabric.attachment_kind"];
  const bool is_pair = attachment == double(fabric::Attachment::pair);
  const bool has_groups = attachment == double(fabric::Attachment::dragonfly);
  add("Cables, node to leaf", NumberId("fabric.node_cables"), {"{fabric.link_rate} per link"});
  add(is_pair      ? "Cables between the two leaves"
      : has_groups ? "Cables within dragonfly groups"
                   : "Cables, leaf to spine",
      NumberId("fabric.leaf_cables"));
  add(has_groups ? "Cables between dragonfly groups" : "Cables, spine to core", NumberId("fabric.core_cables"));
  add("Cables, storage network", NumberId("bom.storage_cables"));
}

void add_transceivers(std::vector<OrderRow>& rows) {
  const auto add = [&](std::string item, NumberId count) {
    rows.push_back({
        .role = OrderRole::network,
        .item = std::move(item),
        .count = count,
        .unit = "transceiver",
        .unit_price = InputKey("economics.transceiver_price"),
        .notes = {"for optical links; copper needs none"},
    });
  };
  add("Transceivers in nodes", NumberId("fabric.node_transceivers"));
  add("Transceivers in switches", NumberId("fabric.switch_transceivers"));
}

void add_network(const Case& plan, std::vector<OrderRow>& rows) {
  add_nics(rows);
  add_switches(plan, rows);
  add_cables(plan, rows);
  add_transceivers(rows);
  rows.push_back({
      .role = OrderRole::network,
      .item = "Network",
      .count = NumberId("planning.nodes"),
      .unit = "node",
      .unit_price = InputKey("economics.network_price"),
      .only_priced = true,
      .notes = {"priced per node"},
  });
}

void add_management(std::vector<OrderRow>& rows) {
  const auto add = [&](std::string item, NumberId count, std::string_view unit, NumberId power, InputKey price,
                       Mounting mounting) {
    rows.push_back({
        .role = OrderRole::management,
        .item = std::move(item),
        .count = count,
        .unit = unit,
        .power = power,
        .unit_price = price,
        .mounting = mounting,
    });
  };
  const InputKey switch_price = "economics.management_switch_price", server_price = "economics.server_price";
  add("In-band switches", NumberId("bom.inband_switches"), "switch", NumberId("bom.inband_power"), switch_price,
      {RackKind::network, "in-band switch", bom::inband_units});
  add("Out-of-band switches", NumberId("bom.oob_switches"), "switch", NumberId("bom.oob_power"), switch_price,
      {RackKind::network, "out-of-band switch", bom::oob_units});
  add("Management and login nodes", NumberId("bom.management_nodes"), "server", NumberId("bom.server_power"),
      server_price, {RackKind::network, "management server", bom::server_units});
  add("Fabric managers", NumberId("bom.fabric_managers"), "server", NumberId("bom.server_power"), server_price,
      {RackKind::network, "fabric manager", bom::server_units});
}

/// Whether anything lives below GPU memory.
bool offloads(const Case& plan) {
  constexpr InputKey tiers[] = {
      "memory.target_tier", "memory.parameters_tier", "memory.gradients_tier", "memory.optimizer_tier",
      "memory.activations_tier"};
  return std::any_of(std::begin(tiers), std::end(tiers), [&](InputKey tier) { return plan[tier] > 0; });
}

/// Appliances by each thing that they have to do.
void add_storage_needs(const Case& plan, std::vector<OrderRow>& rows) {
  const auto add = [&](std::string item, NumberId count, std::string_view note) {
    rows.push_back({
        .role = OrderRole::storage_need,
        .item = std::move(item),
        .count = count,
        .unit = "appliance",
        .held = NumberId("storage.count"),
        .notes = {note},
    });
  };
  if (offloads(plan))
    add("Offload, by bandwidth and capacity", "offload.appliances", "{offload.required_bandwidth} required");
  if (plan["workload.trains"] > 0) {
    add("Checkpoints, by bandwidth", "checkpoint.appliances", "{checkpoint.required_bandwidth} required");
    add("Training data, by bandwidth", "ingest.appliances", "{ingest.required_bandwidth} required");
  } else if (plan["serving.store_tier"] == double(Tier::shared))
    add("KV cache, by bandwidth and capacity", "storage.appliances_by_kv",
        "{serving.kv_read_rate} read, {serving.kv_write_rate} written");
  add("Data, by capacity", "storage.appliances_by_capacity", "{storage.required_capacity} required");
  rows.back().notes.emplace_back("{storage.capacity} each");
}

void add_storage(const Case& plan, std::vector<OrderRow>& rows) {
  const bool named =
      !plan.name("storage.id").empty() || plan.has("storage.write") || plan.has("economics.storage_price");
  if (!named) return;
  rows.push_back({
      .role = OrderRole::storage,
      .item = name_or(plan, "storage.id", "Storage appliance"),
      .count = NumberId("storage.count"),
      .unit = "appliance",
      .power = NumberId("storage.power"),
      .rack_units = NumberId("storage.rack_units"),
      .unit_price = InputKey("economics.storage_price"),
      .mounting = Mounting{RackKind::storage, "appliance"},
  });
  add_storage_needs(plan, rows);
}

void add_room(std::vector<OrderRow>& rows) {
  const auto add = [&](std::string item, NumberId count, std::string_view unit, std::vector<std::string_view> notes) {
    rows.push_back({
        .role = OrderRole::room,
        .item = std::move(item),
        .count = count,
        .unit = unit,
        .notes = std::move(notes),
    });
  };
  add("Compute racks", NumberId("bom.compute_racks"), "rack",
      {"nodes per rack: {bom.nodes_per_rack}", "{power.rack} per full rack"});
  rows.back().unit_price = InputKey("economics.rack_price");
  add("Network racks", NumberId("bom.network_racks"), "rack", {"{economics.rack_height} rack units each"});
  rows.back().unit_price = InputKey("economics.rack_price");
  add("Storage racks", NumberId("bom.storage_racks"), "rack", {"{economics.rack_height} rack units each"});
  rows.back().unit_price = InputKey("economics.rack_price");
  add("PDUs", NumberId("bom.pdus"), "PDU", {});
  add("Coolant distribution units", NumberId("power.cdus"), "unit", {"{power.liquid} in coolant", "N+1"});
  add("Node power (rated)", NumberId("power.nodes"), {}, {});
  add("IT power", NumberId("power.it"), {}, {"with network, storage and management"});
  add("Facility power", NumberId("power.facility"), {}, {"PUE {power.pue}"});
}

void add_prices(std::vector<OrderRow>& rows) {
  const auto add = [&](ResultKey id, std::string_view note) {
    rows.push_back({
        .role = OrderRole::price,
        .item = std::string(result_row(id).about->title),
        .price = NumberId(id),
        .notes = {note},
    });
  };
  add("bom.price", "sum of the prices above");
  add("economics.other_price", "{economics.other_share} × node prices, for what has no price of its own");
  add("economics.capex", "bill of materials and other purchases");
  add("economics.tco", "over {economics.lifetime}");
}

}  // namespace

std::string_view title(OrderRole role) {
  switch (role) {
    case OrderRole::nodes: return "Nodes";
    case OrderRole::network: return "Network";
    case OrderRole::management: return "Management";
    case OrderRole::storage: return "Shared storage";
    case OrderRole::storage_need: return "Appliances required";
    case OrderRole::room: return "Racks and power";
    case OrderRole::price: return "Price";
  }
  return {};
}

std::vector<OrderRow> order_of(const Case& plan) {
  std::vector<OrderRow> rows;
  add_nodes(plan, rows);
  add_network(plan, rows);
  add_management(rows);
  add_storage(plan, rows);
  add_room(rows);
  add_prices(rows);
  return rows;
}

std::vector<NumberId> numbers_of(const OrderRow& row) {
  std::vector<NumberId> numbers;
  for (const auto& each : {row.count, row.spare, row.power, row.rack_units, row.price, row.held})
    if (each) numbers.push_back(*each);
  if (row.unit_price) numbers.emplace_back(*row.unit_price);
  for (const std::string_view note : row.notes)
    read_sentence(
        note,
        [&](std::string_view name) {
          if (const auto number = NumberId::find(name)) numbers.push_back(*number);
        },
        [](std::string_view) {});
  return numbers;
}

double price_of(const OrderRow& row, const NumberOf& number) {
  if (row.price) return number(*row.price);
  return row.count && row.unit_price ? number(*row.count) * number(NumberId(*row.unit_price)) : absent;
}

std::string_view against_order(const OrderRow& row, const NumberOf& number) {
  if (!row.count || !row.held) return {};
  const double needed = number(*row.count), held = number(*row.held);
  if (is_absent(needed) || is_absent(held)) return {};
  return needed > held ? more_than_ordered : as_ordered;
}

}  // namespace llmsize

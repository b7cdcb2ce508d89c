// SPDX-License-Identifier: Apache-2.0
// Lists what to order.
#include "core/order/order.hpp"

#include "core/answer/sentence.hpp"
#include "core/registry/registry.hpp"

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

void add_network(std::vector<OrderRow>& rows) {
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
  rows.push_back({
      .role = OrderRole::network,
      .item = "Switches and cables",
      .count = NumberId("planning.nodes"),
      .unit = "node",
      .unit_price = InputKey("economics.network_price"),
      .notes = {"priced per node"},
  });
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
  if (plan["workload.trains"] == 0) return;
  add("Checkpoints, by bandwidth", "checkpoint.appliances", "{checkpoint.required_bandwidth} required");
  add("Training data, by bandwidth", "ingest.appliances", "{ingest.required_bandwidth} required");
  add("Checkpoints, by capacity", "checkpoint.appliances_by_capacity", "{checkpoint.purchased_capacity} required");
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
  });
  add_storage_needs(plan, rows);
}

void add_room(std::vector<OrderRow>& rows) {
  rows.push_back({
      .role = OrderRole::room,
      .item = "Racks",
      .count = NumberId("economics.racks"),
      .unit = "rack",
      .notes =
          {"{economics.rack_height} rack units each", "nodes per rack: {economics.nodes_per_rack}",
           "{economics.rack_draw} per full rack"},
  });
  rows.push_back({
      .role = OrderRole::room,
      .item = "IT power",
      .count = NumberId("economics.power"),
      .notes = {"nameplate, without cooling"},
  });
}

void add_prices(std::vector<OrderRow>& rows) {
  rows.push_back({
      .role = OrderRole::price,
      .item = std::string(result_row("economics.capex").about->title),
      .price = NumberId("economics.capex"),
      .notes = {"sum of the prices above"},
  });
  rows.push_back({
      .role = OrderRole::price,
      .item = std::string(result_row("economics.tco").about->title),
      .price = NumberId("economics.tco"),
      .notes = {"over {economics.lifetime}"},
  });
}

}  // namespace

std::string_view title(OrderRole role) {
  switch (role) {
    case OrderRole::nodes: return "Nodes";
    case OrderRole::network: return "Network";
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
  add_network(rows);
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

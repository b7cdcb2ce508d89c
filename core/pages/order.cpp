// SPDX-License-Identifier: Apache-2.0
// Lists what to order.
#include "core/pages/order.hpp"

#include "core/inputs/list.hpp"
#include "core/pages/numbers.hpp"
#include "core/pages/words.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <cmath>

namespace llmsize {
namespace {

/// All interfaces of a kind, by those of a node: nothing where their number is not known.
void add_interfaces(const Around& around, Numbers& numbers, ResultKey all, InputKey each, InputKey rate) {
  std::string note = fmt::format("{} a node", around.shown(each));
  if (!is_absent(around.input(rate))) note += fmt::format(", {} each", around.shown(rate));
  numbers.add(all, std::move(note));
}

void add_nodes(const Around& around, Numbers& numbers) {
  numbers.group("Nodes");
  const std::string system = around.name("cluster.system");
  numbers.add("planning.nodes", system.empty() ? around.name("accelerator.id") : system);
  numbers.add("planning.nodes_used", "at work");
  numbers.add("planning.spares", "for nodes that fail");
  numbers.add("cluster.gpus", around.name("accelerator.id"));
  numbers.group("Network interfaces");
  add_interfaces(around, numbers, "economics.compute_nics", "node.compute_nics", "node.nic_rate");
  add_interfaces(around, numbers, "economics.storage_nics", "node.storage_nics", "node.storage_nic_rate");
}

void add_storage(const Around& around, Numbers& numbers) {
  const std::string system = around.name("storage.id");
  if (system.empty() && is_absent(around.input("storage.write"))) return;
  numbers.group("Shared storage");
  numbers.add("storage.count", system.empty() ? std::string("as counted here") : system);
  if (serves(around)) return numbers.add("offload.appliances", "as many as what is streamed needs");
  const auto by_rate = [&](ResultKey needed, ResultKey rate) {
    numbers.add(needed, fmt::format("by rate: {} needed", around.shown(rate)));
  };
  by_rate("checkpoint.appliances", "checkpoint.required_bandwidth");
  by_rate("ingest.appliances", "ingest.required_bandwidth");
  numbers.add(
      "checkpoint.appliances_by_capacity",
      fmt::format(
          "by capacity: {} needed, {} each", around.shown("checkpoint.purchased_capacity"),
          around.shown("storage.capacity")));
}

void add_room(const Around& around, Numbers& numbers) {
  numbers.group("Room and power");
  numbers.add(
      "economics.racks",
      fmt::format(
          "of {} units, {} each, {}", around.shown("economics.rack_height"),
          counted_text(around.result("economics.nodes_per_rack"), "node"), around.shown("economics.rack_draw")));
  numbers.add("economics.power", "rated, without cooling");
  numbers.group("Price");
  numbers.add("economics.capex", "at the given prices");
  numbers.add("economics.tco", fmt::format("over {}", around.shown("economics.lifetime")));
}

}  // namespace

Chart order_chart(const Subject& subject, const Around& around) {
  Chart chart{"order.numbers", "What to order", "Switches and cables come on top", Grid{}};
  if (const std::string why = misfit(subject, around); !why.empty()) chart.empty = why;
  if (!around.knows("planning.nodes")) chart.empty = missing_sentence(around.needs("planning.nodes"));
  if (!chart.empty.empty()) return chart;
  Numbers numbers(around);
  add_nodes(around, numbers);
  add_storage(around, numbers);
  add_room(around, numbers);
  Page page;
  std::move(numbers).add_to(page, chart.id, chart.title, chart.subtitle);
  return page.charts.empty() ? chart : std::move(page.charts.front());
}

}  // namespace llmsize

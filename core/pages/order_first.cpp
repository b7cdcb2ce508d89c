// SPDX-License-Identifier: Apache-2.0
// The first screen of an order: every part with its count in a line per kind.
#include "core/pages/first_lines.hpp"
#include "core/pages/order.hpp"
#include "core/quantity/print.hpp"
#include "core/view/public_price.hpp"
#include "core/view/title.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

namespace llmsize {
namespace {

/// The same as `if_known`, empty where there is none of it.
std::string if_any(const Around& around, NumberId id, std::string_view pattern) {
  return around.number(id) > 0 ? if_known(around, id, pattern) : std::string{};
}

/// "1 leaf", "32 leaves"; empty where there is none.
std::string count_of(const Around& around, NumberId id, std::string_view one, std::string_view many) {
  const double count = around.number(id);
  return count > 0 ? fmt::format("{} {}", pretty(count, Unit::count), count == 1 ? one : many) : std::string{};
}

/// "3 appliances needed" where fewer are ordered.
std::string needed_text(const Around& around) {
  const double needed = around.number("storage.appliances_needed");
  return needed > around.number("storage.count") ? fmt::format("{} appliances needed", pretty(needed, Unit::count))
                                                 : std::string{};
}

}  // namespace

FirstScreen order_first(const Around& around) {
  FirstScreen first;
  const std::string system = around.name("cluster.system"), name = around.name("switch.id");
  first.headline = fmt::format(
      "{} × {}", around.shown("planning.nodes"), system.empty() ? std::string_view("node") : std::string_view(system));
  for (const std::string& part :
       {count_of(around, "fabric.switches", "compute switch", "compute switches"),
        count_of(around, "bom.racks", "rack", "racks"), if_known(around, "power.it", "{} IT power"),
        if_known(around, "power.facility", "{} facility power")})
    if (!part.empty()) first.headline += ", " + part;
  FirstLines lines;
  lines.add(
      "Nodes", {if_known(around, "planning.nodes_used", "{} in use"), if_any(around, "planning.spares", "{} spare"),
                count_of(around, "cluster.gpus", "GPU", "GPUs"),
                count_of(around, "node.compute_nics", "compute NIC each", "compute NICs each"),
                count_of(around, "node.storage_nics", "storage NIC each", "storage NICs each")});
  lines.add(
      "Switches",
      {name, count_of(around, "fabric.leaves", "leaf", "leaves"), count_of(around, "fabric.spines", "spine", "spines"),
       if_any(around, "fabric.cores", "{} core"), if_any(around, "bom.storage_switches", "{} storage"),
       if_any(around, "bom.inband_switches", "{} in-band"), if_any(around, "bom.oob_switches", "{} out-of-band")});
  lines.add(
      "Cables",
      {if_any(around, "fabric.node_cables", "{} node–leaf"), if_any(around, "fabric.leaf_cables", "{} leaf–spine"),
       if_any(around, "fabric.core_cables", "{} spine–core"),
       if_any(around, "bom.storage_cables", "{} storage network")});
  lines.add(
      "Transceivers", {if_any(around, "fabric.node_transceivers", "{} in nodes"),
                       if_any(around, "fabric.switch_transceivers", "{} in switches")});
  lines.add(
      "Servers", {if_any(around, "bom.management_nodes", "{} management and login"),
                  count_of(around, "bom.fabric_managers", "fabric manager", "fabric managers")});
  if (const std::string storage = around.name("storage.id"); !storage.empty() && around.number("storage.count") > 0)
    lines.add(
        "Storage", {fmt::format("{} × {}", around.shown("storage.count"), storage), needed_text(around),
                    if_any(around, "storage.required_capacity", "{} needed")});
  lines.add(
      "Racks", {if_any(around, "bom.compute_racks", "{} compute"),
                count_of(around, "bom.nodes_per_rack", "node each", "nodes each"),
                if_any(around, "bom.network_racks", "{} network"), if_any(around, "bom.storage_racks", "{} storage"),
                if_known(around, "bom.rack_weight", "{} kg per full compute rack"),
                count_of(around, "bom.pdus", "PDU", "PDUs"), if_any(around, "power.cdus", "{} CDUs")});
  lines.add(
      "Power", {if_known(around, "power.nodes", "{} nodes"), if_known(around, "power.it", "{} IT"),
                if_known(around, "power.facility", "{} facility"), if_known(around, "power.pue", "PUE {}")});
  lines.add(
      "Price", {if_known(around, "economics.capex", "{} CapEx"), public_capex_text(around),
                if_known(around, "economics.tco", "{} TCO")});
  add_rent(around, lines);
  first.lines = std::move(lines).take();
  return first;
}

}  // namespace llmsize

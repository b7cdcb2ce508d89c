// SPDX-License-Identifier: Apache-2.0
// Racks in elevation: the parts of an order where they are mounted, and what a rack is held against.
#include "core/order/racks.hpp"

#include "core/pages/order.hpp"
#include "core/quantity/print.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

/// Up to so many racks are drawn one by one.
constexpr double most_single_racks = 12;

/// How a part of the order is drawn: by the number that counts it.
struct MountedLook {
  NumberId count;
  Hue hue;
  Fill fill;
  bool hangs;
};

MountedLook look_of(const OrderRow& row) {
  static const MountedLook looks[] = {
      {NumberId("planning.nodes"), Hue::gpu, Fill::solid, false},
      {NumberId("fabric.leaves"), Hue::network, Fill::solid, true},
      {NumberId("fabric.spines"), Hue::network, Fill::tint, true},
      {NumberId("fabric.cores"), Hue::network, Fill::hatch, true},
      {NumberId("bom.storage_switches"), Hue::shared, Fill::tint, true},
      {NumberId("bom.inband_switches"), Hue::cpu, Fill::tint, true},
      {NumberId("bom.oob_switches"), Hue::cpu, Fill::hatch, true},
      {NumberId("bom.management_nodes"), Hue::cpu, Fill::solid, false},
      {NumberId("bom.fabric_managers"), Hue::waiting, Fill::solid, false},
      {NumberId("storage.count"), Hue::shared, Fill::solid, false},
  };
  const auto* found = std::find_if(
      std::begin(looks), std::end(looks), [&](const MountedLook& look) { return look.count == row.count; });
  return found == std::end(looks) ? MountedLook{*row.count, Hue::waiting, Fill::tint, true} : *found;
}

/// What one of it is called: "DGX H100", "leaf switch".
std::string mounted_name(const Around& around, const OrderRow& row) {
  const std::string name = row.mounting->rack == RackKind::compute   ? around.name("cluster.system")
                           : row.mounting->rack == RackKind::storage ? around.name("storage.id")
                                                                     : std::string{};
  return name.empty() ? std::string(row.mounting->name) : name;
}

/// "4 × DGX H100", "2 leaf switches"; of racks that differ "7–8 of 256 leaf switches".
std::string mounted_words(const Around& around, const OrderRow& row, const Mounted& item) {
  const std::string name = mounted_name(around, row), most = pretty(item.most, Unit::count);
  const bool alike = item.least == item.most, is_named = name != row.mounting->name;
  if (alike) return is_named ? fmt::format("{} × {}", most, name) : counted_text(item.most, row.mounting->name);
  const std::string each =
      item.least > 0 ? fmt::format("{}–{}", pretty(item.least, Unit::count), most) : fmt::format("up to {}", most);
  const std::string all = is_named ? fmt::format("{} × {}", pretty(item.total, Unit::count), name)
                                   : counted_text(item.total, row.mounting->name);
  return fmt::format("{} of {}", each, all);
}

Source rack_source(const Around& around, const RackRun& run) {
  if (run.kind == RackKind::network) return around.source("bom.network_racks");
  if (run.kind == RackKind::storage) return around.source("bom.storage_racks");
  return run.items.front().most == around.result("bom.nodes_per_rack") ? around.source("power.rack")
                                                                       : around.source("bom.compute_racks");
}

Elevation::Rack drawn_rack(
    const Around& around, const std::vector<OrderRow>& order, const RackRun& run, double first, double racks) {
  Elevation::Rack rack{
      .title = racks > 1 ? fmt::format("R{:.0f}–R{:.0f}", first, first + racks - 1) : fmt::format("R{:.0f}", first),
      .racks = racks,
      .items = {},
      .power = run.power,
      .shown = is_absent(run.power) ? std::string("– kW") : pretty(run.power, Unit::watts),
      .source = rack_source(around, run)};
  for (const Mounted& item : run.items) {
    const OrderRow& row = order[item.row];
    const MountedLook look = look_of(row);
    rack.items.push_back(
        {.title = upper_first(mounted_name(around, row)),
         .count = item.most,
         .units = item.units,
         .shown = mounted_words(around, row, item),
         .hue = look.hue,
         .fill = look.fill,
         .hangs = look.hangs,
         .source = around.source(*row.count)});
  }
  return rack;
}

std::vector<Elevation::Rack> drawn_racks(const Around& around, const std::vector<OrderRow>& order) {
  std::vector<RackRun> runs = racks_of(order, [&](NumberId id) { return around.number(id); });
  const bool each = racks_in(runs) <= most_single_racks;
  if (!each) runs = folded(runs);
  std::vector<Elevation::Rack> racks;
  double next = 1;
  for (const RackRun& run : runs) {
    const double step = each ? 1 : run.racks;
    for (double i = 0; i < run.racks; i += step) racks.push_back(drawn_rack(around, order, run, next + i, step));
    next += run.racks;
  }
  return racks;
}

/// "40.8 of 45.0 kW".
std::string of_limit(double value, double limit, Unit unit) {
  const std::string most = pretty(limit, unit);
  const Pretty own = pretty_parts(value, unit), whole = pretty_parts(limit, unit);
  return fmt::format("{} of {}", own.unit == whole.unit ? own.number : with_unit(own.number, own.unit), most);
}

/// Of a full compute rack; none where no rack is full.
std::vector<Elevation::Limit> rack_limits(const Around& around) {
  std::vector<Elevation::Limit> limits;
  if (around.result("planning.nodes") < around.result("bom.nodes_per_rack")) return limits;
  const auto add = [&](std::string name, ResultKey id, double limit, Unit unit, std::string_view what) {
    const double value = around.result(id);
    if (!(value > 0) || is_absent(limit)) return;
    limits.push_back(
        {.title = std::move(name),
         .shown = of_limit(value, limit, unit) + std::string(what),
         .holds = value <= limit,
         .source = around.source(id)});
  };
  add("Rack power", "power.rack", around.input("room.breaker_share") * around.input("economics.rack_power"),
      Unit::watts, "");
  add("Air cooling", "power.rack_air", around.input("room.air_limit"), Unit::watts, "");
  add("Floor load", "bom.floor_load", around.input("room.floor_limit"), Unit::ratio, " kN/m²");
  return limits;
}

/// "16 racks, 40.8 kW at most in one".
std::string racks_title(const Around& around, const std::vector<Elevation::Rack>& racks) {
  std::string text = counted_text(around.result("bom.racks"), "rack");
  const auto less = [](const Elevation::Rack& a, const Elevation::Rack& b) { return a.power < b.power; };
  const bool known = std::none_of(racks.begin(), racks.end(), [](const auto& rack) { return is_absent(rack.power); });
  if (known && !racks.empty())
    text += fmt::format(", {} at most in one", std::max_element(racks.begin(), racks.end(), less)->shown);
  return text;
}

}  // namespace

Chart racks_chart(const Subject& subject, const Around& around) {
  Chart chart{"order.racks", "Racks", "Racks in elevation", Elevation{}};
  chart.wide = true;
  chart.empty = misfit(subject, around);
  if (chart.empty.empty() && !around.knows("bom.racks")) chart.empty = missing_sentence(around.needs("bom.racks"));
  if (!chart.empty.empty()) return chart;
  Elevation elevation{
      .height = around.input("economics.rack_height"),
      .racks = drawn_racks(around, order_of(around.plan())),
      .limits = rack_limits(around)};
  const bool folds = std::any_of(
      elevation.racks.begin(), elevation.racks.end(), [](const Elevation::Rack& rack) { return rack.racks > 1; });
  chart.title = racks_title(around, elevation.racks);
  chart.subtitle = fmt::format(
      "Elevation, {}racks of {}U{}", around.input("node.trays") > 1 ? "other " : "",
      pretty(elevation.height, Unit::count), folds ? "; racks with the same parts are drawn once" : "");
  chart.body = std::move(elevation);
  return chart;
}

}  // namespace llmsize

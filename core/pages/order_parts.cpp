// SPDX-License-Identifier: Apache-2.0
// What an order is made of: its price and its power by kind of part.
#include "core/order/order.hpp"

#include "core/pages/order.hpp"
#include "core/quantity/print.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

struct RoleLook {
  OrderRole role;
  std::string_view title;
  Hue hue;
  Fill fill;
};

constexpr RoleLook role_looks[] = {
    {OrderRole::nodes, "Nodes", Hue::gpu, Fill::solid},
    {OrderRole::network, "Network", Hue::network, Fill::solid},
    {OrderRole::storage, "Storage", Hue::shared, Fill::solid},
    {OrderRole::management, "Management", Hue::cpu, Fill::solid},
    {OrderRole::room, "Racks", Hue::cpu, Fill::tint},
};

/// A whole with its parts, each with its share; parts without a value are left out.
Chart whole_of(Chart chart, std::vector<Stack::Part> parts, double whole, Unit unit, const std::string& currency) {
  std::erase_if(parts, [](const Stack::Part& part) { return !(part.value > 0); });
  const auto shown = [&](double value) { return with_unit(pretty(value, unit), currency); };
  for (Stack::Part& part : parts) {
    part.shown = shown(part.value);
    part.note = share_text(part.value / whole);
  }
  chart.title = fmt::format("{} {}", chart.title, shown(whole));
  const auto largest = std::max_element(
      parts.begin(), parts.end(), [](const Stack::Part& a, const Stack::Part& b) { return a.value < b.value; });
  if (largest != parts.end() && parts.size() > 1)
    chart.title += fmt::format(", {} {}", lower_first(largest->title), largest->note);
  Stack stack{.scale = {"", unit, false, 0, whole, {}}, .bars = {{"", std::move(parts), shown(whole)}}};
  chart.body = std::move(stack);
  return chart;
}

Chart cost_parts(const Around& around) {
  std::vector<Stack::Part> parts;
  parts.reserve(std::size(role_looks) + 1);
  const std::vector<OrderRow> order = order_of(around.plan());
  for (const RoleLook& look : role_looks) {
    Stack::Part part{std::string(look.title), 0, look.hue, look.fill};
    for (const OrderRow& row : order) {
      const double price =
          row.role == look.role ? price_of(row, [&](NumberId id) { return around.number(id); }) : absent;
      if (!is_absent(price)) part.value += price;
    }
    parts.push_back(std::move(part));
  }
  parts.push_back(
      {"Other purchases",
       around.result("economics.other_price"),
       Hue::waiting,
       Fill::solid,
       {},
       {},
       around.source("economics.other_price")});
  Chart chart{"order.parts", "CapEx", "Price by kind of part, at the prices that you set", Stack{}};
  chart.view = "Price";
  return whole_of(
      std::move(chart), std::move(parts), around.result("economics.capex"), Unit::money, around.plan().currency);
}

Chart power_parts(const Around& around) {
  const auto part = [&](std::string_view name, ResultKey id, Hue hue) {
    return Stack::Part{std::string(name), around.result(id), hue, Fill::solid, {}, {}, around.source(id)};
  };
  Chart chart{"order.parts", "IT power", "Rated power by kind of part", Stack{}};
  chart.view = "Power";
  return whole_of(
      std::move(chart),
      {part("Nodes", "power.nodes", Hue::gpu), part("Network", "power.network", Hue::network),
       part("Storage", "power.storage", Hue::shared), part("Management and PDU losses", "power.management", Hue::cpu)},
      around.result("power.it"), Unit::watts, {});
}

}  // namespace

Chart parts_chart(const Subject& subject, const Around& around) {
  Chart empty{"order.parts", "IT power", "Rated power by kind of part", Stack{}};
  empty.empty = misfit(subject, around);
  if (empty.empty.empty() && !around.knows("power.it")) empty.empty = missing_sentence(around.needs("power.it"));
  if (!empty.empty.empty()) return empty;
  Chart power = power_parts(around);
  if (!around.knows("economics.capex")) {
    power.view.clear();
    return power;
  }
  Chart cost = cost_parts(around);
  cost.views.push_back(std::move(power));
  return cost;
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// The Order page: what to order for a scenario.
#include "core/answer/sentence.hpp"
#include "core/inputs/list.hpp"
#include "core/order/order.hpp"
#include "core/pages/order.hpp"
#include "core/quantity/print.hpp"
#include "core/view/numbers.hpp"
#include "core/view/remedies.hpp"
#include "core/view/settled.hpp"
#include "core/view/title.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

/// What is known once a machine is named.
constexpr ResultKey machine = "memory.gpu_capacity";

NumberOf number_in(const Around& around) {
  return [&around](NumberId id) { return around.number(id); };
}

/// Notes with their numbers, those left out that name one which is not known.
std::string notes_text(const Around& around, const OrderRow& row) {
  std::vector<std::string> notes;
  if (const std::string_view said = against_order(row, number_in(around)); !said.empty()) notes.emplace_back(said);
  for (const std::string_view note : row.notes) {
    std::string text;
    bool known = true;
    read_sentence(
        note,
        [&](std::string_view name) {
          const NumberId id = NumberId::find(name).value();
          known = known && !is_absent(around.number(id));
          text += around.shown(id);
        },
        [&](std::string_view words) { text += words; });
    if (known) notes.push_back(std::move(text));
  }
  return fmt::format("{}", fmt::join(notes, ", "));
}

/// A column of an order: its title, the number of a row that stands in it, and how that is shown.
struct OrderColumn {
  std::string_view title;
  std::optional<NumberId> (*number)(const OrderRow&);
};

constexpr OrderColumn order_columns[] = {
    {"Spare", [](const OrderRow& row) { return row.spare; }},
    {"Power per unit", [](const OrderRow& row) { return row.power; }},
    {"Rack units per unit", [](const OrderRow& row) { return row.rack_units; }},
    {"Price per unit",
     [](const OrderRow& row) { return row.unit_price ? std::optional<NumberId>(*row.unit_price) : std::nullopt; }},
};

Grid::Cell known_cell(const Around& around, const std::optional<NumberId>& id) {
  if (!id || is_absent(around.number(*id))) return {{}, true};
  return number_cell(around, *id);
}

Grid::Cell count_cell(const Around& around, const OrderRow& row) {
  Grid::Cell cell = known_cell(around, row.count);
  if (cell.value && !row.unit.empty()) cell.text = counted_text(*cell.value, row.unit);
  return cell;
}

Grid::Cell price_cell(const Around& around, const OrderRow& row) {
  if (row.price) return known_cell(around, row.price);
  const double price = price_of(row, number_in(around));
  return {is_absent(price) ? std::string{} : with_unit(cell_text(price, Unit::money), around.plan().currency), true};
}

bool is_known(const Around& around, const OrderRow& row) {
  const std::optional<NumberId>& told = row.price ? row.price : row.count;
  if (row.only_priced && is_absent(around.number(NumberId(*row.unit_price)))) return false;
  return told && around.number(*told) > 0;
}

/// The rows of which there is something, each under the heading of its role; columns without any number are left out.
Grid order_grid(const Around& around, std::vector<OrderRow> rows) {
  std::erase_if(rows, [&](const OrderRow& row) { return !is_known(around, row); });
  std::vector<const OrderColumn*> columns;
  for (const OrderColumn& column : order_columns)
    if (std::any_of(rows.begin(), rows.end(), [&](const OrderRow& row) {
          return known_cell(around, column.number(row)).value.has_value();
        }))
      columns.push_back(&column);
  const bool priced =
      std::any_of(rows.begin(), rows.end(), [&](const OrderRow& row) { return !price_cell(around, row).text.empty(); });
  Grid grid{.header = {"", "Count"}, .rows = {}};
  for (const OrderColumn* column : columns) grid.header.emplace_back(column->title);
  if (priced) grid.header.emplace_back("Price");
  grid.header.emplace_back("");
  std::optional<OrderRole> role;
  for (const OrderRow& row : rows) {
    if (role != row.role) {
      Grid::Row heading{.cells = std::vector<Grid::Cell>(grid.header.size()), .strong = true};
      heading.cells.front().text = title(row.role);
      grid.rows.push_back(std::move(heading));
    }
    role = row.role;
    Grid::Row line{.cells = {{row.item, false, {}}, count_cell(around, row)}};
    for (const OrderColumn* column : columns) line.cells.push_back(known_cell(around, column->number(row)));
    if (priced) line.cells.push_back(price_cell(around, row));
    line.cells.push_back({notes_text(around, row), false, {}});
    grid.rows.push_back(std::move(line));
  }
  return grid;
}

/// "48 nodes and 24 compute switches in 15 racks."
std::string order_sentence(const Around& around) {
  std::string text = counted_text(around.result("planning.nodes"), "node");
  if (around.result("fabric.switches") > 0)
    text += fmt::format(" and {}", counted_text(around.result("fabric.switches"), "compute switch"));
  if (around.knows("bom.racks")) text += fmt::format(" in {}", counted_text(around.result("bom.racks"), "rack"));
  text += ".";
  text += around.knows("economics.capex") ? fmt::format(" CapEx {}.", around.shown("economics.capex"))
                                          : fmt::format(" For CapEx, add {}.", around.needs("economics.capex"));
  return text;
}

Figure machine_figure(const Subject& subject, const Around& around) {
  if (const Obstacle why = obstacle(subject, around, machine)) return unknown_figure("Nodes", why.brief);
  return figure_of(
      subject, around, "Nodes", "planning.nodes",
      around.result("planning.spares") > 0 ? fmt::format("{} spare", around.shown("planning.spares"))
                                           : std::string("no spares"));
}

std::string pue_note(const Around& around) {
  return around.knows("power.pue") ? fmt::format("PUE {}", around.shown("power.pue")) : std::string();
}

}  // namespace

Chart order_chart(const Subject& subject, const Around& around) {
  Chart chart{"order.items", "Bill of materials", "Items, counts and the prices that you set", Grid{}};
  chart.wide = true;
  if (const std::string why = misfit(subject, around); !why.empty()) chart.empty = why;
  if (!around.knows(machine)) chart.empty = missing_sentence(around.needs(machine));
  if (chart.empty.empty()) chart.body = order_grid(around, order_of(around.plan()));
  return chart;
}

Page order_page(const Subject& subject, const Catalog& catalog) {
  const Around around = around_of(subject, catalog);
  Page page;
  page.id = "order";
  page.title = title(around.plan());
  page.subtitle = subtitle_of(subject, around);
  page.figures = {
      machine_figure(subject, around), figure_of(subject, around, "Racks", "bom.racks"),
      figure_of(subject, around, "IT power", "power.it", "nodes, network, storage, management"),
      figure_of(subject, around, "Facility power", "power.facility", pue_note(around)),
      figure_of(subject, around, "CapEx", "economics.capex", price_note(around))};
  page.findings = findings_of(
      subject, around,
      {"planning.nodes", "fabric.switches", "fabric.plane_leaves", "fabric.tiers", "fabric.pods", "bom.racks",
       "bom.floor_use", "power.facility", "power.airflow", "storage.appliances_needed", "economics.capex",
       "economics.price_age", "memory.gpu_total"});
  if (!is_misfit(subject, around, page) && !is_open_question(subject, around, machine, page)) {
    page.verdict = Page::Verdict::neutral;
    page.verdict_label = "Counted";
    page.sentence = order_sentence(around);
    page.first = order_first(around);
  }
  for (const Figure& each : page.figures)
    if (each.known)
      page.summary += fmt::format(
          "{}{} {}", page.summary.empty() ? "" : " · ", lower_first(each.label), with_unit(each.value, each.unit));
  page.charts = {
      order_chart(subject, around), racks_chart(subject, around), topology_chart(subject, around),
      parts_chart(subject, around)};
  say_once(page.charts);
  offer_explanation(page, "power.facility", subject.scenario);
  settle_verdict(page);
  return page;
}

const PageKind order_page_kind{
    .id = "order",
    .title = "Order",
    .group = "Buy",
    .summary = "Bill of materials",
    .place = 100,
    .make = of_first<order_page>,
    .inputs = "cluster fabric switch bom room power storage economics",
    .decisions = Decisions::alike(
        {"model", "cluster.system", "cluster.nodes", "cluster.spare_nodes", "fabric.id", "storage.id",
         "economics.prices"}),
    .icon = R"(<path d="M3 3.500h2.500l2 9h8l1.500-6.500H6.500M8.500 16.500h.01M14.500 16.500h.01"/>)"};

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// The tables behind charts.
#include "core/charts/chart.hpp"

#include "core/charts/shown_table.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

/// "nodes (DGX H100)".
std::string with_detail(const Scale& scale) {
  return scale.detail.empty() ? scale.title : fmt::format("{} ({})", scale.title, scale.detail);
}

/// Numbers and headers of a table: plain numbers with the unit in the header, or as people read them.
struct Writing {
  bool plain;

  std::string number(double value, Unit unit) const {
    if (std::isnan(value)) return {};
    return plain ? exact(value) : pretty(value, unit);
  }
  /// "time between saves [s]".
  std::string header(const Scale& scale, std::string_view otherwise) const {
    const std::string title = scale.title.empty() ? std::string(otherwise) : with_detail(scale);
    return !plain || symbol(scale.unit) == "1" ? title : fmt::format("{} [{}]", title, symbol(scale.unit));
  }
};

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::string note_of(const Plot::Point& point) {
  if (!point.label.empty()) return one_line(point.label);
  return point.callout.empty() && point.mark == Plot::Mark::cross ? std::string("impossible") : one_line(point.callout);
}

Table table(const Plot& plot, const Writing& write) {
  bool bands = false, notes = false;
  for (const Plot::Series& series : plot.series)
    for (const Plot::Point& point : series.points) {
      bands = bands || point.high > point.low;
      notes = notes || !note_of(point).empty();
    }
  const std::string y = write.header(plot.y, "y");
  Table out{{"series", write.header(plot.x, "x"), y}, {}};
  if (bands) out.header.insert(out.header.end(), {"P10 of " + y, "P90 of " + y});
  if (notes) out.header.emplace_back("note");
  const auto add = [&](const std::string& series, double x, double value, const Plot::Point* point) {
    std::vector<std::string> cells{series, write.number(x, plot.x.unit), write.number(value, plot.y.unit)};
    const bool band = point && point->high > point->low;
    if (bands)
      cells.insert(
          cells.end(), {band ? write.number(point->low, plot.y.unit) : std::string{},
                        band ? write.number(point->high, plot.y.unit) : std::string{}});
    if (notes) cells.push_back(point ? note_of(*point) : std::string{});
    out.rows.push_back(std::move(cells));
  };
  for (const Plot::Series& series : plot.series)
    for (const Plot::Point& point : series.points) add(series.title, point.x, point.y, &point);
  for (const Plot::Limit& limit : plot.limits)
    add(limit.label, limit.vertical ? limit.at : std::nan(""), limit.vertical ? std::nan("") : limit.at, nullptr);
  return out;
}

Table table(const Stack& stack, const Writing& write) {
  Table out{{"bar", "part", write.header(stack.scale, "value"), "note"}, {}};
  for (const Stack::Bar& bar : stack.bars)
    for (const Stack::Part& part : bar.parts)
      out.rows.push_back({bar.title, part.title, write.number(part.value, stack.scale.unit), part.note});
  for (const Plot::Limit& limit : stack.limits)
    out.rows.push_back({{}, limit.label, write.number(limit.at, stack.scale.unit), {}});
  return out;
}

Table table(const Bars& bars, const Writing& write) {
  const bool ranges =
      std::any_of(bars.rows.begin(), bars.rows.end(), [](const Bars::Row& row) { return row.from != 0; });
  const std::string value = write.header(bars.scale, "value");
  Table out{{"row"}, {}};
  if (ranges) out.header.push_back("from " + value);
  out.header.insert(out.header.end(), {ranges ? "to " + value : value, "note"});
  const auto add = [&](const std::string& title, double from, double to, const std::string& note) {
    std::vector<std::string> cells{title};
    if (ranges) cells.push_back(write.number(from, bars.scale.unit));
    cells.insert(cells.end(), {write.number(to, bars.scale.unit), note});
    out.rows.push_back(std::move(cells));
  };
  for (const Bars::Row& row : bars.rows) add(row.title, row.from, row.to, row.note);
  for (const Plot::Limit& limit : bars.limits) add(limit.label, std::nan(""), limit.at, {});
  return out;
}

Table table(const Dots& dots, const Writing& write) {
  Table out{{"row", "scope", "series", write.header(dots.scale, "value")}, {}};
  for (const Dots::Row& row : dots.rows)
    for (const Dots::Dot& dot : row.dots)
      out.rows.push_back(
          {row.title, row.subtitle, dot.series,
           std::isnan(dot.value) ? row.instead : write.number(dot.value, dots.scale.unit)});
  return out;
}

Table table(const Heat& heat, const Writing& write) {
  Table out{{heat.down, heat.across, write.header(heat.scale, "value"), "note"}, {}};
  for (std::size_t i = 0; i < heat.cells.size(); ++i) {
    const Heat::Cell& cell = heat.cells[i];
    out.rows.push_back(
        {heat.rows[i / heat.columns.size()], heat.columns[i % heat.columns.size()],
         write.number(cell.value, heat.scale.unit), cell.impossible ? "impossible" : ""});
  }
  return out;
}

Table table(const Timeline& line, const Writing& write) {
  const std::string time = write.header(line.scale, "time");
  Table out{{"row", "span", "from " + time, "to " + time}, {}};
  for (const Timeline::Row& row : line.rows)
    for (const Timeline::Span& span : row.spans)
      out.rows.push_back(
          {row.title, span.label, write.number(span.from, line.scale.unit), write.number(span.to, line.scale.unit)});
  return out;
}

Table table(const Elevation& elevation, const Writing& write) {
  Table out{
      {"rack", "racks", "item", "in a rack", "rack units each", write.plain ? "rack power [W]" : "rack power"}, {}};
  for (const Elevation::Rack& rack : elevation.racks)
    for (const Elevation::Item& item : rack.items)
      out.rows.push_back(
          {rack.title, write.number(rack.racks, Unit::count), item.title, item.shown,
           write.number(item.units, Unit::count), write.number(rack.power, Unit::watts)});
  for (const Elevation::Limit& limit : elevation.limits)
    out.rows.push_back({limit.title, {}, limit.shown, {}, {}, limit.holds ? "within the limit" : "above the limit"});
  return out;
}

Table table(const Networks& networks, const Writing& write) {
  Table out{{"network", "part", "count", "note"}, {}};
  for (const Networks::Fabric& fabric : networks.fabrics) {
    const auto add = [&](const auto& part) {
      out.rows.push_back({fabric.title, part.title, write.number(part.count, Unit::count), part.note});
    };
    for (std::size_t i = 0; i < fabric.tiers.size(); ++i) {
      add(fabric.tiers[i]);
      if (i < fabric.links.size()) add(fabric.links[i]);
    }
    for (const Networks::Links& links : fabric.across) add(links);
  }
  return out;
}

Table table(const Grid& grid, const Writing&) {
  Table out{grid.header, {}};
  for (const Grid::Row& row : grid.rows) {
    std::vector<std::string> cells;
    cells.reserve(row.cells.size());
    for (const Grid::Cell& cell : row.cells) cells.push_back(cell.text);
    out.rows.push_back(std::move(cells));
  }
  return out;
}

}  // namespace

std::string Scale::words() const {
  return fmt::format("{}{}{}", with_detail(*this), title.empty() || unit_in.empty() ? "" : ", ", unit_in);
}

const Chart& view_of(const Chart& chart, std::string_view view) {
  const auto found =
      std::find_if(chart.views.begin(), chart.views.end(), [&](const Chart& each) { return each.view == view; });
  return found == chart.views.end() ? chart : *found;
}

Table data_of(const Chart& chart) {
  return std::visit([](const auto& body) { return table(body, {.plain = true}); }, chart.body);
}

Table shown_of(const Chart& chart) {
  return std::visit([](const auto& body) { return table(body, {.plain = false}); }, chart.body);
}

}  // namespace llmsize

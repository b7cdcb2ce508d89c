// SPDX-License-Identifier: Apache-2.0
// Reads charts as lines and tables.
#include "core/view/lines.hpp"

#include "core/inputs/list.hpp"
#include "core/scenario/scenario.hpp"
#include "core/tables/width.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

std::string number_text(double value, Unit unit) {
  const auto [number, symbol] = value_and_unit(value, unit);
  return with_unit(number, symbol);
}

/// "28 nodes" on an axis that counts nodes, "2.5 GB/s".
std::string amount_text(const Scale& scale, double value) {
  return scale.counted.empty() ? number_text(value, scale.unit) : counted_text(value, scale.counted);
}

ChartLine limit_line(const Plot::Limit& limit, Unit unit, double whole) {
  std::string value = limit.shown.empty() ? number_text(limit.at, unit) : limit.shown;
  return {upper_first(limit.label), std::move(value), {}, whole > 0 ? limit.at / whole : -1};
}

double largest_limit(const std::vector<Plot::Limit>& limits) {
  double largest = 0;
  for (const Plot::Limit& limit : limits)
    if (limit.at > largest) largest = limit.at;
  return largest;
}

double sum_of(const Stack::Bar& bar) {
  double sum = 0;
  for (const Stack::Part& part : bar.parts) sum += part.value;
  return sum;
}

std::string shown_of(const Stack::Part& part, Unit unit) {
  return part.shown.empty() ? number_text(part.value, unit) : part.shown;
}

/// One whole: a line per part, their sum below, then what limits it.
std::vector<ChartLine> one_stack(const Stack& stack) {
  const Stack::Bar& bar = stack.bars.front();
  const double sum = sum_of(bar), whole = std::max(sum, largest_limit(stack.limits));
  const auto share = [&](double value) { return whole > 0 ? value / whole : -1; };
  std::vector<ChartLine> lines;
  lines.reserve(bar.parts.size());
  for (const Stack::Part& part : bar.parts)
    lines.push_back({part.title, shown_of(part, stack.scale.unit), part.note, share(part.value)});
  const std::string total = bar.total.empty() ? number_text(sum, stack.scale.unit) : bar.total;
  lines.push_back({"Total", total, bar.over, share(sum), true});
  for (const Plot::Limit& limit : stack.limits) lines.push_back(limit_line(limit, stack.scale.unit, whole));
  return lines;
}

/// Titles of all parts in the order in which they appear.
std::vector<std::string> part_titles(const Stack& stack) {
  std::vector<std::string> titles;
  for (const Stack::Bar& bar : stack.bars)
    for (const Stack::Part& part : bar.parts)
      if (std::find(titles.begin(), titles.end(), part.title) == titles.end()) titles.push_back(part.title);
  return titles;
}

std::string part_text(const Stack::Bar& bar, const std::string& title, Unit unit) {
  const auto found =
      std::find_if(bar.parts.begin(), bar.parts.end(), [&](const Stack::Part& part) { return part.title == title; });
  return found == bar.parts.end() ? std::string("–") : shown_of(*found, unit);
}

/// Several wholes: whichever there is more of, wholes or parts, goes down.
Document::Table stack_table(const Stack& stack) {
  const std::vector<std::string> titles = part_titles(stack);
  const Unit unit = stack.scale.unit;
  const auto total = [&](const Stack::Bar& bar) {
    return bar.total.empty() ? number_text(sum_of(bar), unit) : bar.total_words();
  };
  Document::Table table;
  if (titles.size() <= stack.bars.size()) {
    table.columns.push_back({});
    for (const std::string& title : titles) table.columns.push_back({title, true});
    table.columns.push_back({"Total", true});
    for (const Stack::Bar& bar : stack.bars) {
      Document::Row row{{{bar.title}}, bar.strong};
      for (const std::string& title : titles) row.cells.push_back({part_text(bar, title, unit)});
      row.cells.push_back({total(bar)});
      table.rows.push_back(std::move(row));
    }
    return table;
  }
  table.columns.push_back({});
  for (const Stack::Bar& bar : stack.bars) table.columns.push_back({bar.title, true});
  for (const std::string& title : titles) {
    Document::Row row{{{title}}};
    for (const Stack::Bar& bar : stack.bars) row.cells.push_back({part_text(bar, title, unit)});
    table.rows.push_back(std::move(row));
  }
  Document::Row sums{{{"Total"}}, true};
  for (const Stack::Bar& bar : stack.bars) sums.cells.push_back({total(bar)});
  table.rows.push_back(std::move(sums));
  return table;
}

void read(const Stack& stack, ChartText& text) {
  if (stack.bars.size() == 1) {
    text.lines = one_stack(stack);
  } else if (!stack.bars.empty()) {
    text.table = stack_table(stack);
    for (const Plot::Limit& limit : stack.limits) text.lines.push_back(limit_line(limit, stack.scale.unit, 0));
  }
}

void read(const Bars& bars, ChartText& text) {
  const auto length = [](const Bars::Row& row) { return std::abs(row.to - row.from); };
  double whole = largest_limit(bars.limits);
  for (const Bars::Row& row : bars.rows) whole = std::max(whole, length(row));
  for (const Bars::Row& row : bars.rows) {
    std::string value = row.shown.empty() ? number_text(row.to, bars.scale.unit) : row.shown;
    if (!row.shown_from.empty()) value = fmt::format("{} … {}", row.shown_from, value);
    // Lengths on a logarithmic axis start nowhere.
    const bool drawn = !bars.dots && !bars.scale.logarithmic && whole > 0;
    text.lines.push_back({row.title, std::move(value), row.note, drawn ? length(row) / whole : -1, row.strong});
  }
  for (const Plot::Limit& limit : bars.limits)
    text.lines.push_back(limit_line(limit, bars.scale.unit, bars.scale.logarithmic ? 0 : whole));
}

void read(const Dots& dots, ChartText& text) {
  std::vector<std::string> series;
  bool has_notes = false;
  for (const Dots::Row& row : dots.rows) {
    has_notes = has_notes || !row.subtitle.empty() || !row.instead.empty();
    for (const Dots::Dot& dot : row.dots)
      if (std::find(series.begin(), series.end(), dot.series) == series.end()) series.push_back(dot.series);
  }
  text.table.columns.push_back({});
  for (const std::string& each : series) text.table.columns.push_back({each, true});
  if (has_notes) text.table.columns.push_back({});
  for (const Dots::Row& row : dots.rows) {
    Document::Row cells{{{row.title}}, false, row.dull};
    bool gap = row.dots.empty();
    for (const std::string& each : series) {
      const auto dot = std::find_if(
          row.dots.begin(), row.dots.end(), [&](const Dots::Dot& candidate) { return candidate.series == each; });
      const bool there = dot != row.dots.end() && std::isfinite(dot->value);
      gap = gap || (dot != row.dots.end() && !there);
      cells.cells.push_back(
          {!there               ? std::string("–")
           : dot->shown.empty() ? number_text(dot->value, dots.scale.unit)
                                : dot->shown});
    }
    std::string note = row.subtitle;
    if (gap && !row.instead.empty()) note += fmt::format("{}{}", note.empty() ? "" : "; ", row.instead);
    if (has_notes) cells.cells.push_back({std::move(note)});
    text.table.rows.push_back(std::move(cells));
  }
}

void read(const Timeline& timeline, ChartText& text) {
  const double whole = timeline.scale.high - std::max(0.0, timeline.scale.low);
  for (const Timeline::Row& row : timeline.rows)
    for (const Timeline::Span& span : row.spans) {
      if (span.label.empty()) continue;
      const bool ends = span.to < timeline.scale.high;
      const std::string took = number_text(span.to - span.from, timeline.scale.unit);
      const std::string from = number_text(span.from, timeline.scale.unit);
      std::string note = span.from > 0 ? fmt::format("from {}{}", from, ends ? "" : " on") : std::string{};
      if (span.below) note += fmt::format("{}in the background", note.empty() ? "" : ", ");
      text.lines.push_back(
          {fmt::format("{}: {}", row.title, span.label), ends ? took : std::string{}, std::move(note),
           ends && whole > 0 ? (span.to - span.from) / whole : -1});
    }
}

/// A row per rack, all that it holds in one cell.
void read(const Elevation& elevation, ChartText& text) {
  text.table.columns = {{"Rack"}, {"Racks", true}, {"In each rack"}, {"Power each", true}};
  for (const Elevation::Rack& rack : elevation.racks) {
    std::vector<std::string> items;
    items.reserve(rack.items.size());
    for (const Elevation::Item& item : rack.items) items.push_back(item.shown);
    text.table.rows.push_back(
        {{{rack.title},
          {number_text(rack.racks, Unit::count)},
          {fmt::format("{}", fmt::join(items, ", "))},
          {rack.shown}}});
  }
  for (const Elevation::Limit& limit : elevation.limits)
    text.lines.push_back({limit.title, limit.shown, limit.holds ? "" : "above the limit"});
}

/// From the highest tier down, as networks are drawn.
void read(const Networks& networks, ChartText& text) {
  for (const Networks::Fabric& fabric : networks.fabrics) {
    const std::string before = networks.fabrics.size() > 1 ? fabric.title + ": " : std::string{};
    const auto add = [&](const auto& part) { text.lines.push_back({before + part.title, {}, part.note}); };
    for (const Networks::Links& links : fabric.across) add(links);
    for (std::size_t i = fabric.tiers.size(); i-- > 0;) {
      add(fabric.tiers[i]);
      if (i > 0) add(fabric.links[i - 1]);
    }
  }
}

/// ✗ marks what cannot be.
void read(const Heat& heat, ChartText& text) {
  text.table.columns.push_back({heat.down + " ↓  " + heat.across + " →", false});
  for (const std::string& column : heat.columns) text.table.columns.push_back({column, true});
  for (std::size_t row = 0; row < heat.rows.size(); ++row) {
    Document::Row cells{{{heat.rows[row]}}};
    for (std::size_t column = 0; column < heat.columns.size(); ++column) {
      const Heat::Cell& cell = heat.cells[row * heat.columns.size() + column];
      cells.cells.push_back({(cell.impossible ? "✗ " : "") + cell.shown});
    }
    text.table.rows.push_back(std::move(cells));
  }
}

/// Lists have no header.
void read(const Grid& grid, ChartText& text) {
  std::size_t columns = grid.header.size();
  for (const Grid::Row& row : grid.rows) columns = std::max(columns, row.cells.size());
  for (std::size_t i = 0; i < columns; ++i) {
    const bool number = std::any_of(grid.rows.begin(), grid.rows.end(), [&](const Grid::Row& row) {
      return i < row.cells.size() && row.cells[i].number;
    });
    text.table.columns.push_back({i < grid.header.size() ? grid.header[i] : std::string{}, number});
  }
  for (const Grid::Row& row : grid.rows) {
    Document::Row cells{{}, row.strong, row.dull};
    for (const Grid::Cell& cell : row.cells) cells.cells.push_back({cell.text});
    cells.cells.resize(columns);
    text.table.rows.push_back(std::move(cells));
  }
}

/// The marked points of a series: so many around the chosen one, or from end to end where none is.
std::vector<const Plot::Point*> marked(const Plot::Series& series, std::size_t most) {
  std::vector<const Plot::Point*> points;
  for (const Plot::Point& point : series.points)
    if (point.mark == Plot::Mark::open || point.mark == Plot::Mark::filled || point.mark == Plot::Mark::cross)
      points.push_back(&point);
  std::stable_sort(points.begin(), points.end(), [](const auto* a, const auto* b) { return a->x < b->x; });
  if (points.size() <= most) return points;
  const auto chosen =
      std::find_if(points.begin(), points.end(), [](const auto* point) { return point->mark == Plot::Mark::filled; });
  if (chosen == points.end()) {
    std::vector<const Plot::Point*> spread;
    for (std::size_t i = 0; i < most; ++i) spread.push_back(points[i * (points.size() - 1) / (most - 1)]);
    return spread;
  }
  const auto place = static_cast<std::size_t>(chosen - points.begin());
  const std::size_t first = std::min(place > most / 2 ? place - most / 2 : 0, points.size() - most);
  return {
      points.begin() + static_cast<std::ptrdiff_t>(first), points.begin() + static_cast<std::ptrdiff_t>(first + most)};
}

ChartLine point_line(const Plot& plot, const Plot::Point& point, const std::string& before) {
  ChartLine line{before + amount_text(plot.x, point.x), amount_text(plot.y, point.y)};
  line.strong = point.mark == Plot::Mark::filled;
  if (point.mark == Plot::Mark::cross) {
    line.value = "–";
    line.note = !point.label.empty() ? point.label : !point.callout.empty() ? point.callout : "impossible";
  } else if (point.high > point.low) {
    line.note = range_text(point.low, point.high, plot.y.unit);
  }
  return line;
}

/// Several lines that are marked at the same places, as a table: a row per place, a column per line; below it a point
/// that stands out from them.
bool in_columns(const Plot& plot, ChartText& text) {
  std::vector<std::pair<const Plot::Series*, std::vector<const Plot::Point*>>> lines;
  std::vector<ChartLine> outstanding;
  for (const Plot::Series& series : plot.series) {
    std::vector<const Plot::Point*> points = marked(series, series.points.size());
    if (points.size() == 1 && points.front()->mark == Plot::Mark::filled && series.stroke == Plot::Stroke::none)
      outstanding.push_back(point_line(plot, *points.front(), upper_first(series.title) + ", "));
    else if (!points.empty())
      lines.emplace_back(&series, std::move(points));
  }
  if (lines.size() < 2 || lines.front().second.size() < 2) return false;
  const auto same_place = [](const Plot::Point* a, const Plot::Point* b) {
    return a->x == b->x && a->mark != Plot::Mark::cross && b->mark != Plot::Mark::cross;
  };
  const auto& places = lines.front().second;
  for (const auto& [series, points] : lines)
    if (series->title.empty() || !std::equal(points.begin(), points.end(), places.begin(), places.end(), same_place))
      return false;
  text.table.columns.push_back({plot.x.title, true});
  for (const auto& [series, points] : lines) text.table.columns.push_back({series->title, true});
  for (std::size_t i = 0; i < places.size(); ++i) {
    Document::Row row{{{amount_text(plot.x, places[i]->x)}}, places[i]->mark == Plot::Mark::filled};
    for (const auto& [series, points] : lines) row.cells.push_back({amount_text(plot.y, points[i]->y)});
    text.table.rows.push_back(std::move(row));
  }
  text.lines.insert(text.lines.end(), outstanding.begin(), outstanding.end());
  return true;
}

/// Crosses stand in a series of their own beside those that can be: all that share no name are one list.
void read_points(const Plot& plot, ChartText& text) {
  Plot::Series all;
  std::size_t several = 0;
  for (const Plot::Series& series : plot.series) {
    const auto is_cross = [](const Plot::Point* point) { return point->mark == Plot::Mark::cross; };
    const std::vector<const Plot::Point*> points = marked(series, series.points.size());
    if (!points.empty() && !std::all_of(points.begin(), points.end(), is_cross)) ++several;
  }
  constexpr std::size_t most = 8, most_each = 5;
  if (several > 1) {
    for (const Plot::Series& series : plot.series)
      for (const Plot::Point* point : marked(series, most_each))
        text.lines.push_back(point_line(plot, *point, series.title.empty() ? "" : upper_first(series.title) + ", "));
  } else {
    for (const Plot::Series& series : plot.series)
      all.points.insert(all.points.end(), series.points.begin(), series.points.end());
    for (const Plot::Point* point : marked(all, most)) text.lines.push_back(point_line(plot, *point, {}));
  }
}

void read(const Plot& plot, ChartText& text) {
  if (!in_columns(plot, text)) read_points(plot, text);
  for (const Plot::Limit& limit : plot.limits)
    text.lines.push_back(limit_line(limit, limit.vertical ? plot.x.unit : plot.y.unit, 0));
}

void clean(ChartText& text) {
  for (std::string* each : {&text.title, &text.subtitle, &text.sentence}) *each = on_one_line(*each);
  for (ChartLine& line : text.lines)
    for (std::string* each : {&line.label, &line.value, &line.note}) *each = on_one_line(*each);
  for (Document::Column& column : text.table.columns) column.title = on_one_line(column.title);
  for (Document::Row& row : text.table.rows)
    for (Document::Cell& cell : row.cells) cell.text = on_one_line(cell.text);
}

}  // namespace

ChartText in_lines(const Chart& chart) {
  ChartText text{chart.id, chart.title, chart.subtitle, chart.empty};
  if (chart.empty.empty()) std::visit([&](const auto& body) { read(body, text); }, chart.body);
  clean(text);
  return text;
}

Document::Table in_table(ChartText words) {
  Document::Table table = std::move(words.table);
  if (table.columns.empty()) table.columns = {{}, {{}, true}, {}};
  for (ChartLine& line : words.lines) {
    table.rows.push_back({{{std::move(line.label)}, {std::move(line.value)}, {std::move(line.note)}}, line.strong});
    table.rows.back().cells.resize(table.columns.size());
  }
  return table;
}

std::vector<ChartText> charts_in_lines(const Page& page) {
  std::vector<ChartText> texts;
  std::vector<std::string> said{page.sentence};
  for (const Chart& chart : page.charts) {
    const auto says = [&](const std::string& other) { return other.find(chart.empty) != std::string::npos; };
    if (!chart.empty.empty() && std::any_of(said.begin(), said.end(), says)) continue;
    if (!chart.empty.empty()) said.push_back(chart.empty);
    texts.push_back(in_lines(chart));
  }
  return texts;
}

std::string options_text(const Remedy& remedy) {
  std::string options;
  for (const auto& [key, text] : remedy.apply.changes) {
    const InputAbout* about = find_input(key);
    const bool flag = about && about->unit == Unit::flag;
    const bool off = text == "no" || text == "0" || text == "false" || text == "off";
    if (!options.empty()) options += ' ';
    options += flag ? option_of(key) + (off ? "=no" : "") : fmt::format("{} {}", option_of(key), in_shell(text));
  }
  return on_one_line(options);
}

std::string_view word(Page::Verdict verdict) {
  switch (verdict) {
    case Page::Verdict::good: return "good";
    case Page::Verdict::just: return "just";
    case Page::Verdict::bad: return "bad";
    case Page::Verdict::incomplete: return "incomplete";
    case Page::Verdict::neutral: return "neutral";
  }
  return {};
}

}  // namespace llmsize

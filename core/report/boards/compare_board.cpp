// SPDX-License-Identifier: Apache-2.0
// The Compare page: scenarios side by side, the first is the base.
#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"
#include "core/report/boards/size_charts.hpp"
#include "core/report/boards/words.hpp"
#include "core/report/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace llmsize {
namespace {

constexpr std::string_view alone = "One scenario is open; add another to compare: Duplicate scenario, Ctrl+D.";
constexpr std::size_t most_figures = 5;

/// The way from the first scenario to each.
using Ways = std::vector<std::optional<Around>>;

constexpr std::array<std::string_view, 12> compared{
    "model.parameters", "training.time",    "training.step_time",  "training.mfu",    "training.tokens_per_second", "memory.gpu_total",
    "checkpoint.size",  "checkpoint.stall", "reliability.goodput", "economics.power", "economics.energy",           "economics.capex"};

/// Names of subjects, told apart where two have the same.
std::string name_of(const std::vector<Subject>& subjects, std::size_t i) {
  const auto same = std::count_if(subjects.begin(), subjects.end(), [&](const Subject& other) { return other.name == subjects[i].name; });
  return same > 1 || subjects[i].name.empty() ? fmt::format("{} {}", subjects[i].name.empty() ? "Scenario" : subjects[i].name, i + 1)
                                              : subjects[i].name;
}

std::string label_of(const std::string& name) {
  if (name == "memory.gpu_total") return "Memory of the fullest GPU";
  if (const ResultRow* row = find_result(name)) return std::string(row->about->title);
  if (const InputAbout* about = find_input(name)) return std::string(about->label);
  if (const Choice* choice = find_choice(name)) return std::string(choice->label);
  if (const Reference* reference = find_reference(name)) return std::string(reference->label);
  return upper_first(name);
}

/// What leads from the first scenario to another: what the other leaves to its system, model or software is said with the value that it has
/// there. Nothing where the changes contradict each other.
std::optional<Around> way_to(const Around& first, const Around& other) {
  Changes changes = changes_to(first.scenario(), other.scenario());
  for (const auto& [key, said] : first.scenario().all())
    if (find_slot(key) != input_count && !find_input(key)->initial && !other.scenario().find(key) && !is_absent(other.input(key)))
      changes.emplace_back(key, text_of(key, other.input(key)));
  try {
    const Around reached = first.with(changes);
    for (const InputAbout* about : numeric_inputs())
      if (const double wanted = other.input(about->key); !is_absent(wanted) && reached.input(about->key) != wanted)
        changes.emplace_back(about->key, text_of(about->key, wanted));
    return first.with(changes);
  } catch (const BadInput&) {
    return std::nullopt;
  }
}

/// A number of another scenario, seen from the first; no source where the way there tells another number.
Source source_from(const std::optional<Around>& way, const Around& other, const Source& own) {
  const std::string& name = own.name;
  const auto value = [&](const Around& around) { return find_result(name) ? around.result(name) : around.input(name); };
  if (!way || (!find_result(name) && !find_input(name))) return {};
  const double wanted = value(other), there = value(*way);
  if (is_absent(wanted) ? !is_absent(there) : !(std::abs(there - wanted) <= 1e-9 * std::abs(wanted))) return {};
  Source source{name, way->changes()};
  source.changes.insert(source.changes.end(), own.changes.begin(), own.changes.end());
  return source;
}

const Catalog& catalog_of(const Subject& subject, const Catalog& catalog) { return subject.catalog ? *subject.catalog : catalog; }

AnsweredRows answered(const std::vector<Subject>& subjects, const Catalog& catalog) {
  AnsweredRows table;
  for (const std::string_view id : compared) table.results.push_back(find_result(id));
  for (std::size_t i = 0; i < subjects.size(); ++i)
    table.rows.push_back(
        answer_row(name_of(subjects, i), subjects[i].scenario, catalog_of(subjects[i], catalog), {table.results, {}, false}));
  table.keys = said_keys(table.rows);
  std::erase_if(table.results, [&](const ResultRow* row) {
    return std::all_of(table.rows.begin(), table.rows.end(), [&](const AnsweredRow& each) {
      const Result* found = each.answer.find(row->about->id);
      return !found || is_absent(found->value);
    });
  });
  return table;
}

Chart differences_chart(
    const std::vector<Subject>& subjects, const std::vector<Around>& all, const Ways& ways, const AnsweredRows& answers) {
  Chart chart{"compare.differences", "What differs", "Inputs that differ, and results beside their difference to the first", Grid{}};
  chart.wide = true;
  if (subjects.size() < 2) {
    chart.empty = alone;
    return chart;
  }
  const Table table = side_by_side(answers);
  Grid grid;
  grid.header = {""};
  grid.header.insert(grid.header.end(), table.header.begin() + 2, table.header.end());
  std::size_t different = 0;
  for (const std::vector<std::string>& line : table.rows) {
    const std::string& name = line[1];
    if (name == "status" && line[0].empty()) continue;
    Grid::Row row;
    row.dull = line[0].empty();
    const bool number = find_result(name) || find_input(name);
    different += line[0].empty() || find_result(name) ? 0 : 1;
    row.cells.push_back({label_of(name), false, {}});
    for (std::size_t i = 0; i + 2 < line.size(); ++i) {
      Source source;
      if (number) source = source_from(ways[i], all[i], {name});
      std::string text = find_reference(name) ? all[i].name(name) : line[i + 2];
      if (text.empty()) text = line[i + 2].empty() ? std::string("–") : line[i + 2];
      row.cells.push_back({std::move(text), number, std::move(source)});
    }
    grid.rows.push_back(std::move(row));
  }
  std::stable_sort(grid.rows.begin(), grid.rows.end(), [](const Grid::Row& a, const Grid::Row& b) { return a.dull < b.dull; });
  chart.title = different == 0 ? std::string("All scenarios say the same")
                               : fmt::format("{} differ{}", counted_text(double(different), "input"), different == 1 ? "s" : "");
  chart.body = std::move(grid);
  return chart;
}

/// " on 14 nodes instead of 28", or nothing where they are as many.
std::string nodes_beside(const Around& base, const Around& other) {
  const double before = base.input("cluster.nodes"), nodes = other.input("cluster.nodes");
  if (is_absent(before) || is_absent(nodes) || before == nodes) return {};
  return fmt::format(" on {} instead of {}", counted_text(nodes, "node"), pretty(before, Unit::count));
}

std::string time_title(const std::vector<Subject>& subjects, const std::vector<Around>& all, const std::vector<double>& times) {
  std::size_t fastest = subjects.size();
  for (std::size_t i = 0; i < times.size(); ++i)
    if (!is_absent(times[i]) && (fastest == subjects.size() || times[i] < times[fastest])) fastest = i;
  if (fastest == subjects.size()) return "Training time against nodes";
  const double base = times.front();
  if (is_absent(base) || times[fastest] == base) {
    if (fastest == 0 && std::any_of(times.begin() + 1, times.end(), [&](double time) { return time > base; }))
      return fmt::format("{} is the fastest with {}", name_of(subjects, 0), pretty(base, Unit::seconds));
    return fmt::format("All take {}", pretty(times[fastest], Unit::seconds));
  }
  constexpr double most = 10;
  if (times[fastest] < base / most)
    return fmt::format(
        "{} takes {} instead of {}{}", name_of(subjects, fastest), pretty(times[fastest], Unit::seconds), pretty(base, Unit::seconds),
        nodes_beside(all.front(), all[fastest]));
  return fmt::format(
      "{} saves {} of {}{}", name_of(subjects, fastest), time_beside(base - times[fastest], base), pretty(base, Unit::seconds),
      nodes_beside(all.front(), all[fastest]));
}

Chart times_chart(const std::vector<Subject>& subjects, const std::vector<Around>& all, const Ways& ways) {
  Chart chart{
      "compare.time", "Training time against nodes", "Training time against nodes, one line per scenario; the bands are P10 to P90",
      Plot{}};
  chart.wide = true;
  if (subjects.size() < 2) {
    chart.empty = alone;
    return chart;
  }
  constexpr std::array hues{Hue::gpu, Hue::cpu, Hue::nvme, Hue::shared};
  constexpr std::array strokes{Plot::Stroke::solid, Plot::Stroke::dashed, Plot::Stroke::dash_dot, Plot::Stroke::solid};
  Plot plot;
  plot.x = {"nodes", Unit::count, true, 0, 1, {}};
  plot.y = {"training time", Unit::seconds, true, 0, 1, {}};
  std::vector<double> times;
  for (std::size_t i = 0; i < all.size(); ++i) {
    times.push_back(all[i].result("training.time"));
    if (!obstacle(subjects[i], all[i], "training.time").empty() || is_absent(all[i].input("node.gpus"))) continue;
    Plot::Series line = time_series(subjects[i], all[i], hues[i % hues.size()]);
    line.title = name_of(subjects, i);
    line.stroke = strokes[i % strokes.size()];
    // A source is found from the first scenario.
    for (Plot::Point& point : line.points) {
      point.source = source_from(ways[i], all[i], point.source);
      const Tick tick{point.x, pretty(point.x, Unit::count)};
      if (std::none_of(plot.x.ticks.begin(), plot.x.ticks.end(), [&](const Tick& other) { return other.at == tick.at; }))
        plot.x.ticks.push_back(tick);
    }
    plot.series.push_back(std::move(line));
    if (const double deadline = all[i].input("goal.deadline"); !is_absent(deadline)) {
      const std::string label = fmt::format("deadline {}", pretty(deadline, Unit::seconds));
      if (std::none_of(plot.limits.begin(), plot.limits.end(), [&](const auto& limit) { return limit.label == label; }))
        plot.limits.push_back({label, deadline});
    }
  }
  if (plot.series.empty()) {
    chart.empty = obstacle(subjects.front(), all.front(), "training.time");
    return chart;
  }
  fit_axes(plot);
  chart.title = time_title(subjects, all, times);
  chart.body = std::move(plot);
  return chart;
}

Figure time_figure(const std::vector<Subject>& subjects, const std::vector<Around>& all, const Ways& ways, std::size_t i) {
  if (!serves(all[i]) && !misfit(subjects[i], all[i]).empty()) return worded(name_of(subjects, i), "–", "does not fit");
  Figure time = figure_of(
      subjects[i], all[i], name_of(subjects, i), "training.time",
      fmt::format("{}, the base", counted_text(all[i].input("cluster.nodes"), "node")));
  if (i == 0 || time.value == "–") return time;
  time.source = source_from(ways[i], all[i], time.source);
  const double base = all.front().result("training.time"), own = all[i].result("training.time");
  time.qualifier = counted_text(all[i].input("cluster.nodes"), "node");
  if (!is_absent(base)) time.qualifier += own == base ? ", as long" : fmt::format(", {}", signed_time(own - base, base));
  return time;
}

}  // namespace

Board compare_board(const std::vector<Subject>& subjects, const Catalog& catalog) {
  Board board;
  board.id = "compare";
  std::vector<Around> all;
  all.reserve(subjects.size());
  for (const Subject& subject : subjects) all.emplace_back(subject.scenario, catalog_of(subject, catalog));
  Ways ways;
  ways.reserve(all.size());
  for (const Around& each : all) ways.push_back(way_to(all.front(), each));
  for (std::size_t i = 0; i < subjects.size(); ++i) board.title += fmt::format("{}{}", i == 0 ? "" : " · ", name_of(subjects, i));
  for (std::size_t i = 0; i < subjects.size() && i < most_figures; ++i) board.figures.push_back(time_figure(subjects, all, ways, i));
  const AnsweredRows answers = subjects.size() < 2 ? AnsweredRows{} : answered(subjects, catalog);
  board.charts = {differences_chart(subjects, all, ways, answers), times_chart(subjects, all, ways)};
  if (subjects.size() < 2) {
    board.verdict = Board::Verdict::incomplete;
    board.verdict_label = "Nothing to compare with";
    board.sentence = alone;
  } else {
    board.verdict_label = board.charts.front().title;
    if (!board.charts.back().empty.empty()) board.verdict = Board::Verdict::incomplete;
    board.sentence = board.charts.back().empty.empty() ? board.charts.back().title + "." : board.charts.back().empty;
  }
  for (const Figure& each : board.figures)
    if (each.value != "–")
      board.summary += fmt::format("{}{}: {} {}", board.summary.empty() ? "" : " · ", each.label, each.value, each.unit);
  return board;
}

}  // namespace llmsize

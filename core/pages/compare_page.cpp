// SPDX-License-Identifier: Apache-2.0
// The Compare page: scenarios side by side, the first is the base.
#include "core/inputs/list.hpp"
#include "core/pages/compare_goals.hpp"
#include "core/pages/pages.hpp"
#include "core/pages/size_charts.hpp"
#include "core/quantity/print.hpp"
#include "core/tables/rows.hpp"
#include "core/view/numbers.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>

namespace llmsize {
namespace {

constexpr std::string_view alone = "Add a second scenario to compare (Duplicate scenario, Ctrl+D).";
constexpr std::size_t most_figures = 5;

/// The way from the first scenario to each.
using Ways = std::vector<std::optional<Around>>;

/// Names of subjects, told apart where two have the same.
std::string name_of(const std::vector<Subject>& subjects, std::size_t i) {
  const auto same = std::count_if(
      subjects.begin(), subjects.end(), [&](const Subject& other) { return other.name == subjects[i].name; });
  return same > 1 || subjects[i].name.empty()
             ? fmt::format("{} {}", subjects[i].name.empty() ? "Scenario" : subjects[i].name, i + 1)
             : subjects[i].name;
}

std::string label_of(const std::string& name) {
  if (const ResultRow* row = find_result(name)) return std::string(row->about->title);
  if (const InputAbout* about = find_input(name)) return std::string(about->label);
  if (const Choice* choice = find_choice(name)) return std::string(choice->label);
  if (const Reference* reference = find_reference(name)) return std::string(reference->label);
  return upper_first(name);
}

/// What leads from the first scenario to another: what the other leaves to its system, model or software is said with
/// the value that it has there. Nothing where the changes contradict each other.
std::optional<Around> way_to(const Around& first, const Around& other) {
  Changes changes = changes_to(first.scenario(), other.scenario());
  for (const auto& [key, said] : first.scenario().all())
    if (const auto input = InputKey::find(key);
        input && !about_of(*input).initial && !other.scenario().find(key) && !is_absent(other.input(*input)))
      changes.emplace_back(key, text_of(*input, other.input(*input)));
  try {
    const Around reached = first.with(changes);
    for (const InputRow& input : inputs())
      if (const double wanted = other.input(input.key); !is_absent(wanted) && reached.input(input.key) != wanted)
        changes.emplace_back(input.key.text(), text_of(input.key, wanted));
    return first.with(changes);
  } catch (const BadInput&) {
    return std::nullopt;
  }
}

/// A number of another scenario, seen from the first; no source where the way there tells another number.
Source source_from(const std::optional<Around>& way, const Around& other, const Source& own) {
  const std::string& name = own.name;
  const auto id = NumberId::find(name);
  if (!way || !id) return {};
  const double wanted = other.number(*id), there = way->number(*id);
  if (is_absent(wanted) ? !is_absent(there) : !(std::abs(there - wanted) <= 1e-9 * std::abs(wanted))) return {};
  Source source{name, way->changes()};
  source.changes.insert(source.changes.end(), own.changes.begin(), own.changes.end());
  return source;
}

const Catalog& catalog_of(const Subject& subject, const Catalog& catalog) {
  return subject.catalog ? *subject.catalog : catalog;
}

bool all_serve(const std::vector<Subject>& subjects) {
  return std::all_of(subjects.begin(), subjects.end(), [](const Subject& each) { return each.service() != nullptr; });
}

AnsweredRows answered(const std::vector<Subject>& subjects, const Catalog& catalog) {
  AnsweredRows table{{}, view(all_serve(subjects) ? Asked::service : Asked::training, {Use::compared}), {}};
  for (std::size_t i = 0; i < subjects.size(); ++i)
    table.rows.push_back(answer_row(
        name_of(subjects, i), subjects[i].scenario, catalog_of(subjects[i], catalog),
        {table.results, false, {}, false}));
  table.keys = said_keys(table.rows);
  std::erase_if(table.results, [&](const ResultRow* row) {
    return std::all_of(table.rows.begin(), table.rows.end(), [&](const AnsweredRow& each) {
      const Result* found = each.answer.find(row->about->id);
      return !found || is_absent(found->value);
    });
  });
  return table;
}

constexpr std::string_view cannot = "does not fit";

/// Results that only a training which runs has: speed, time, and what follows from them.
bool takes_running(ResultKey id) {
  constexpr std::string_view starts[] = {"training.",        "goal.chance",      "reliability.",
                                         "checkpoint.stall", "economics.energy", "economics.run_cost"};
  return std::any_of(
      std::begin(starts), std::end(starts), [&](std::string_view start) { return id.starts_with(start); });
}

/// Results that scenarios are chosen by: they come first.
constexpr ResultKey deciding[] = {"training.calendar_time", "goal.chance",       "planning.nodes", "power.it",
                                  "economics.capex",        "economics.run_cost"};
bool decides(ResultKey id) { return std::find(std::begin(deciding), std::end(deciding), id) != std::end(deciding); }

/// What is judged: scenarios under the names that they are told apart by.
std::vector<ComparedScenario> compared(const std::vector<Subject>& subjects, const std::vector<Around>& all) {
  std::vector<ComparedScenario> made;
  for (std::size_t i = 0; i < all.size(); ++i) made.push_back({name_of(subjects, i), subjects[i], all[i]});
  return made;
}

/// " (+45%)", of shares " (+2.8 points)"; nothing where there is nothing to compare.
std::string difference(double value, double base, Unit unit) {
  if (is_absent(value) || is_absent(base) || value == base || !(base > 0) || !(value >= 0)) return {};
  const double ratio = value / base, change = unit == Unit::ratio ? 100 * (value - base) : 100 * (ratio - 1);
  if (std::abs(change) < 0.05) return {};
  const std::string_view sign = change < 0 ? "\u2212" : "+";
  constexpr double many = 10;
  if (unit == Unit::ratio) return fmt::format(" ({}{:.1f} points)", sign, std::abs(change));
  if (ratio >= many) return fmt::format(" ({}×)", factor_text(ratio));
  return fmt::format(" ({}{:.{}f}%)", sign, std::abs(change), std::abs(change) < 9.95 || ratio < 1 - 0.995 ? 1 : 0);
}

/// The rows of the table of differences: what is said, what follows, and what is the same.
struct Lines {
  std::vector<Grid::Row> inputs, planned, results, same;
};

bool states(const Subject& subject, const std::string& key) {
  return subject.said.find(key) || subject.said.all().empty();
}

/// Whether somebody stated a key, or a planner chose it.
bool is_stated(const std::vector<Subject>& subjects, const std::string& key) {
  return std::any_of(subjects.begin(), subjects.end(), [&](const Subject& each) { return states(each, key); });
}

constexpr InputKey nodes_key = "cluster.nodes", gpus_key = "cluster.gpus";
constexpr ResultKey nodes_id = "planning.nodes";

/// Nodes and GPUs are listed once: as an input where every scenario states them and needs no others, else as a result.
bool is_size_an_input(const std::vector<Subject>& subjects, const std::vector<Around>& all, InputKey size) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!states(subjects[i], std::string(size.text()))) return false;
    if (size == nodes_key && all[i].input(nodes_key) != all[i].result(nodes_id)) return false;
  }
  return true;
}

Grid::Row heading(std::string words, std::size_t columns) {
  Grid::Row row;
  row.cells.resize(columns);
  row.cells.front().text = std::move(words);
  row.strong = true;
  return row;
}

/// What a catalog was calibrated with, in words.
std::string calibration_words(const Catalog& catalog) {
  const std::vector<Fact>& facts = catalog.calibration();
  return facts.empty() ? std::string("none")
                       : fmt::format("{}, {}", counted_text(double(facts.size()), "input"), facts.front().source);
}

/// A row where some scenario rests on other measurements than the first.
void add_calibration(const std::vector<Around>& all, Lines& lines) {
  const auto is_same = [](const Fact& a, const Fact& b) {
    return a.key == b.key && a.number == b.number && a.word == b.word;
  };
  const std::vector<Fact>& first = all.front().catalog().calibration();
  const bool differs = std::any_of(all.begin(), all.end(), [&](const Around& each) {
    const std::vector<Fact>& facts = each.catalog().calibration();
    return !std::equal(facts.begin(), facts.end(), first.begin(), first.end(), is_same);
  });
  if (!differs) return;
  Grid::Row row;
  row.cells.push_back({"Calibration"});
  for (const Around& each : all) row.cells.push_back({calibration_words(each.catalog())});
  lines.inputs.push_back(std::move(row));
}

void add_inputs(
    const std::vector<Subject>& subjects, const std::vector<Around>& all, const Ways& ways, const AnsweredRows& answers,
    Lines& lines) {
  for (const std::vector<std::string>& line : side_by_side({answers.keys, {}, answers.rows}).rows) {
    const std::string& name = line[1];
    if (!find_input(name) && !find_choice(name) && !find_reference(name)) continue;
    const auto input = InputKey::find(name);
    if (input && (*input == nodes_key || *input == gpus_key) && !is_size_an_input(subjects, all, *input)) continue;
    Grid::Row row;
    row.cells.push_back({label_of(name)});
    for (std::size_t i = 0; i < all.size(); ++i) {
      std::string text = find_reference(name) ? all[i].name(WordKey::find(name).value()) : line[i + 2];
      if (text.empty()) text = line[i + 2].empty() ? std::string("–") : line[i + 2];
      if (input)
        row.cells.push_back(sourced_cell(std::move(text), source_from(ways[i], all[i], {name}), all[i].input(*input)));
      else
        row.cells.push_back({std::move(text)});
    }
    (is_stated(subjects, name) ? lines.inputs : lines.planned).push_back(std::move(row));
  }
  add_calibration(all, lines);
}

/// GPUs are an input that a plan sets, and what machines of all sizes are compared by.
void add_gpus(
    const std::vector<ComparedScenario>& judged, const std::vector<Around>& all, const Ways& ways, Lines& lines) {
  Grid::Row row;
  row.cells.push_back({std::string(about_of(gpus_key).label)});
  const double base = all.front().input(gpus_key);
  bool same = true;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double own = all[i].input(gpus_key);
    same = same && own == base;
    const bool apart = !other_question(judged.front(), judged[i]).empty();
    row.cells.push_back(sourced_cell(
        pretty(own, Unit::count) + (apart ? std::string{} : difference(own, base, Unit::count)),
        source_from(ways[i], all[i], {std::string(gpus_key.text())}), own));
  }
  if (!same) lines.results.push_back(std::move(row));
}

void add_results(
    const std::vector<Subject>& subjects, const std::vector<Around>& all, const Ways& ways, const AnsweredRows& answers,
    Lines& lines) {
  const std::vector<ComparedScenario> judged = compared(subjects, all);
  if (!is_size_an_input(subjects, all, gpus_key)) add_gpus(judged, all, ways, lines);
  std::vector<const ResultRow*> results = answers.results;
  for (const ResultKey id : deciding)
    if (const ResultRow* row = &result_row(id);
        std::find(results.begin(), results.end(), row) == results.end() &&
        std::any_of(all.begin(), all.end(), [&](const Around& each) { return each.knows(id); }))
      results.push_back(row);
  std::stable_partition(results.begin(), results.end(), [](const ResultRow* each) { return decides(each->key); });
  for (const ResultRow* result : results) {
    const ResultKey id = result->key;
    const Unit unit = result->about->unit;
    Grid::Row row;
    row.cells.push_back({label_of(std::string(id.text()))});
    double base = absent;
    bool same = true;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (takes_running(id) && cannot_run(subjects[i], all[i])) {
        row.cells.push_back({std::string(cannot), true});
      } else {
        const double value = all[i].result(id);
        if (i == 0) base = value;
        const bool sets_apart = !other_question(judged.front(), judged[i]).empty();
        const auto [number, name] = value_and_unit(value, unit);
        const std::string shown = unit == Unit::ratio ? with_unit(number, name) : pretty(value, unit);
        row.cells.push_back(sourced_cell(
            shown + (sets_apart ? std::string{} : difference(value, base, unit)),
            source_from(ways[i], all[i], {std::string(id.text())}), value));
      }
      same = same && row.cells.back().text == row.cells[1].text;
    }
    row.dull = same;
    if (id == nodes_id && !same && is_size_an_input(subjects, all, nodes_key)) continue;
    (same ? lines.same : lines.results).push_back(std::move(row));
  }
}

Chart differences_chart(
    const std::vector<Subject>& subjects, const std::vector<Around>& all, const Ways& ways,
    const AnsweredRows& answers) {
  Chart chart{
      "compare.differences", "Differences", "Inputs that differ, and results with the change from the first scenario",
      Grid{}};
  chart.wide = true;
  if (subjects.size() < 2) {
    chart.empty = alone;
    return chart;
  }
  Lines lines;
  add_inputs(subjects, all, ways, answers, lines);
  add_results(subjects, all, ways, answers, lines);
  Grid grid;
  grid.sideways = true;
  grid.header = {""};
  for (std::size_t i = 0; i < subjects.size(); ++i) grid.header.push_back(name_of(subjects, i));
  const auto add = [&](std::string words, std::vector<Grid::Row>& rows) {
    if (rows.empty()) return;
    grid.rows.push_back(heading(std::move(words), grid.header.size()));
    std::move(rows.begin(), rows.end(), std::back_inserter(grid.rows));
  };
  const std::size_t different = lines.inputs.size();
  add("Inputs", lines.inputs);
  add("Results", lines.results);
  add("Chosen by the planner", lines.planned);
  add(subjects.size() == 2 ? "Same in both" : "Same in every scenario", lines.same);
  chart.title = different == 0 && lines.results.empty()
                    ? std::string("All scenarios are identical")
                    : fmt::format("{} differ{}", counted_text(double(different), "input"), different == 1 ? "s" : "");
  chart.body = std::move(grid);
  return chart;
}

/// Whether any other scenario asks the same as the first.
bool is_any_compared(const std::vector<ComparedScenario>& all) {
  return std::any_of(all.begin() + 1, all.end(), [&](const ComparedScenario& each) {
    return other_question(all.front(), each).empty();
  });
}

/// How the lines of scenarios look, in their order.
constexpr std::array hues{Hue::gpu, Hue::cpu, Hue::nvme, Hue::shared};
constexpr std::array strokes{Plot::Stroke::solid, Plot::Stroke::dashed, Plot::Stroke::dash_dot, Plot::Stroke::solid};

Chart times_chart(const std::vector<Subject>& subjects, const std::vector<Around>& all, const Ways& ways) {
  Chart chart{
      "compare.time", "Time to train vs. nodes", "Time to train vs. nodes, one line per scenario, P10–P90 bands",
      Plot{}};
  chart.wide = true;
  if (subjects.size() < 2) {
    chart.empty = alone;
    return chart;
  }
  Plot plot;
  plot.x = {"nodes", Unit::count, true, 0, 1, {}, {}, {}, "node"};
  plot.y = {"time to train", Unit::seconds, true, 0, 1, {}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (obstacle(subjects[i], all[i], "training.calendar_time") || is_absent(all[i].input("node.gpus"))) continue;
    Plot::Series line = time_series(subjects[i], all[i], hues[i % hues.size()]);
    line.title = name_of(subjects, i);
    line.stroke = strokes[i % strokes.size()];
    // A source is found from the first scenario.
    for (Plot::Point& point : line.points) {
      point.apply = {};
      point.label.clear();
      point.source = source_from(ways[i], all[i], point.source);
      const Tick tick{point.x, pretty(point.x, Unit::count)};
      if (std::none_of(
              plot.x.ticks.begin(), plot.x.ticks.end(), [&](const Tick& other) { return other.at == tick.at; }))
        plot.x.ticks.push_back(tick);
    }
    plot.series.push_back(std::move(line));
    if (const double deadline = all[i].input("goal.deadline"); !is_absent(deadline)) {
      const Plot::Limit limit{"deadline", deadline, false, Hue::limit, time_text(deadline)};
      if (std::find(plot.limits.begin(), plot.limits.end(), limit) == plot.limits.end()) plot.limits.push_back(limit);
    }
  }
  if (plot.series.empty()) {
    chart.empty = obstacle(subjects.front(), all.front(), "training.calendar_time").sentence;
    return chart;
  }
  fit_axes(plot);
  if (std::string best = judgement(compared(subjects, all)); !best.empty()) chart.title = std::move(best);
  chart.body = std::move(plot);
  return chart;
}

/// Latency against the rate, one line per service, each to nine tenths of what it can answer.
Chart services_chart(const std::vector<Subject>& subjects, const std::vector<Around>& all, const Ways& ways) {
  Chart chart{
      "compare.rate", "TPOT vs. request rate", "Time per output token (TPOT) vs. request rate, one line per scenario",
      Plot{}};
  chart.wide = true;
  if (subjects.size() < 2) {
    chart.empty = alone;
    return chart;
  }
  Plot plot;
  plot.x = {"request rate (req/s)", Unit::count, true, 0, 1, {}};
  plot.y = {"TPOT", Unit::seconds, true, 1e-3, 1, {}};
  std::size_t best = 0;
  const std::vector<ComparedScenario> judged = compared(subjects, all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Around server = all[i].with({{"serving.concurrency", ""}, {"serving.batch", ""}, {"serving.requests", ""}});
    const double capacity = server.result("serving.capacity");
    if (!(capacity > 0)) continue;
    if (other_question(judged.front(), judged[i]).empty() &&
        !(all[best].result("serving.rate_at_limit") >= all[i].result("serving.rate_at_limit")))
      best = i;
    Plot::Series line{name_of(subjects, i), hues[i % hues.size()], strokes[i % strokes.size()], false, false, {}};
    for (const double share : {0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9}) {
      const Moves moves{{InputKey("serving.rate"), share * capacity}};
      Plot::Point point{share * capacity, server.result("serving.tpot", moves)};
      if (is_absent(point.y)) continue;
      point.source = source_from(ways[i], all[i], server.source("serving.tpot", moves));
      line.points.push_back(std::move(point));
    }
    if (!line.points.empty()) plot.series.push_back(std::move(line));
  }
  if (plot.series.empty()) {
    chart.empty = "No scenario fits.";
    return chart;
  }
  fit_axes(plot);
  chart.title = fmt::format(
      "{} has the highest goodput: {} req/s", name_of(subjects, best),
      pretty(all[best].result("serving.rate_at_limit"), Unit::count));
  if (const std::string apart = not_compared(judged); !apart.empty())
    chart.title = is_any_compared(judged) ? fmt::format("{}; {}", chart.title, apart) : upper_first(apart);
  chart.body = std::move(plot);
  return chart;
}

Figure rate_figure(
    const std::vector<Subject>& subjects, const std::vector<Around>& all, const Ways& ways, std::size_t i) {
  const std::string nodes = counted_text(all[i].input("cluster.nodes"), "node");
  Figure rate = figure_of(
      subjects[i], all[i], name_of(subjects, i), "serving.rate_at_limit", nodes + (i == 0 ? ", baseline" : ""));
  if (rate.known) rate.unit = "req/s";
  if (i > 0 && rate.known) rate.source = source_from(ways[i], all[i], rate.source);
  return rate;
}

Figure time_figure(
    const std::vector<Subject>& subjects, const std::vector<Around>& all, const Ways& ways, std::size_t i) {
  if (cannot_run(subjects[i], all[i])) return unknown_figure(name_of(subjects, i), std::string(cannot));
  Figure time = figure_of(
      subjects[i], all[i], name_of(subjects, i), "training.calendar_time",
      fmt::format("{}, baseline", counted_text(all[i].input("cluster.nodes"), "node")));
  if (i == 0 || !time.known) return time;
  time.source = source_from(ways[i], all[i], time.source);
  const std::vector<ComparedScenario> judged = compared(subjects, all);
  if (const std::string why = other_question(judged.front(), judged[i]); !why.empty()) {
    time.qualifier = fmt::format("{}, {}", counted_text(all[i].input("cluster.nodes"), "node"), why);
    return time;
  }
  const double base = all.front().result("training.calendar_time"), own = all[i].result("training.calendar_time");
  time.qualifier = counted_text(all[i].input("cluster.nodes"), "node");
  if (!is_absent(base) && !cannot_run(subjects.front(), all.front()))
    time.qualifier += own == base ? ", same" : fmt::format(", {}", signed_time(own - base, base));
  return time;
}

/// GPUs that a goal takes, with nodes, time and power: "200 GPUs", "25 nodes, 28.7 days, 382 kW, −49%".
Figure need_figure(
    const std::vector<Subject>& subjects, const std::vector<Around>& all, const Ways& ways, std::size_t i) {
  const std::vector<ComparedScenario> judged = compared(subjects, all);
  if (!other_question(judged.front(), judged[i]).empty() || cannot_run(subjects[i], all[i]))
    return time_figure(subjects, all, ways, i);
  Figure gpus = figure(all[i], name_of(subjects, i), "cluster.gpus");
  gpus.unit = "GPUs";
  gpus.qualifier = fmt::format(
      "{}, {}", counted_text(all[i].result("planning.nodes"), "node"), all[i].shown("training.calendar_time"));
  if (all[i].knows("power.it")) gpus.qualifier += ", " + all[i].shown("power.it");
  if (i == 0) return gpus;
  gpus.source = source_from(ways[i], all[i], gpus.source);
  const double base = all.front().input("cluster.gpus"), own = all[i].input("cluster.gpus");
  if (own != base)
    gpus.qualifier += fmt::format(", {}{:.0f}%", own < base ? "\u2212" : "+", 100 * std::abs(own / base - 1));
  return gpus;
}

}  // namespace

Page compare_page(const std::vector<Subject>& subjects, const Catalog& catalog) {
  Page page;
  page.id = "compare";
  const bool serve = !subjects.empty() && all_serve(subjects);
  std::vector<Around> all;
  all.reserve(subjects.size());
  for (const Subject& subject : subjects) all.emplace_back(subject.scenario, catalog_of(subject, catalog));
  Ways ways;
  ways.reserve(all.size());
  for (const Around& each : all) ways.push_back(way_to(all.front(), each));
  const bool by_need = !serve && subjects.size() > 1 && judged_by_gpus(compared(subjects, all));
  for (std::size_t i = 0; i < subjects.size(); ++i)
    page.title += fmt::format("{}{}", i == 0 ? "" : " · ", name_of(subjects, i));
  for (std::size_t i = 0; i < subjects.size() && i < most_figures; ++i)
    page.figures.push_back((serve ? rate_figure : by_need ? need_figure : time_figure)(subjects, all, ways, i));
  const AnsweredRows answers = subjects.size() < 2 ? AnsweredRows{} : answered(subjects, catalog);
  page.charts = {
      differences_chart(subjects, all, ways, answers), (serve ? services_chart : times_chart)(subjects, all, ways)};
  say_once(page.charts);
  if (subjects.size() < 2) {
    page.verdict = Page::Verdict::incomplete;
    page.verdict_label = "Nothing to compare";
    page.sentence = alone;
  } else {
    page.verdict = page.charts.back().empty.empty() ? Page::Verdict::neutral : Page::Verdict::incomplete;
    page.verdict_label =
        is_any_compared(compared(subjects, all)) ? page.charts.front().title : std::string("Not comparable");
    page.sentence = page.charts.back().empty.empty() ? page.charts.back().title + "." : page.charts.back().empty;
  }
  for (const Figure& each : page.figures)
    if (each.known)
      page.summary +=
          fmt::format("{}{}: {}", page.summary.empty() ? "" : " · ", each.label, with_unit(each.value, each.unit));
  return page;
}

const PageKind compare_page_kind{
    .id = "compare",
    .title = "Compare",
    .group = "Evidence",
    .summary = "Differences between scenarios",
    .place = 70,
    .make = compare_page,
    .icon =
        R"(<rect x="3" y="3" width="5.500" height="14" rx="1"/><rect x="11.500" y="3" width="5.500" height="14" rx="1"/>)"};

}  // namespace llmsize

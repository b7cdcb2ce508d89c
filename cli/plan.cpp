// SPDX-License-Identifier: Apache-2.0
// llmsize plan: the best layouts of a machine, or the smallest machine for a deadline.
#include "cli/command.hpp"
#include "cli/picture.hpp"

#include "core/planning/nodes.hpp"
#include "core/questions/planned_layouts.hpp"
#include "core/view/state.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize::cli {
namespace {

AnsweredRows for_people(AnsweredRows table) {
  const auto dull = [&](const std::string& key) {
    return std::all_of(table.rows.begin(), table.rows.end(), [&](const AnsweredRow& row) {
      const Scenario::Said* said = row.scenario.find(key);
      return !said || (said->value.number && *said->value.number == 1 && key != "cluster.nodes");
    });
  };
  table.keys.erase(std::remove_if(table.keys.begin(), table.keys.end(), dull), table.keys.end());
  return table;
}

struct Options : Common {
  bool pareto = false;
};

/// The front of nodes, time, energy and cost: a row per number of nodes.
int answer_front(const Common& common, const Scenario& scenario, const Catalog& catalog) {
  AnsweredRows table{{}, chosen_rows(common, view(Asked::training, {Use::candidates, Use::front})), {}};
  for (const LayoutPlan& plan : pareto_front(scenario, catalog, told(common))) {
    AnsweredRows rows = plan_rows(plan, catalog, table.results);
    table.keys = rows.keys;
    table.rows.push_back(std::move(rows.rows.front()));
  }
  if (table.rows.empty())
    throw BadInput(
        BadInput::Kind::usage, "--pareto: no layout fits on any number of nodes within the limits",
        "'llmsize plan' without it shows why");
  Common front = common;
  if (front.drawing.as.empty()) front.drawing.as = "front";
  return finish(front, "plan", table, catalog, [&] { return rows_text(for_people(table)); });
}

/// What people compare systems by, as far as it is known of any.
std::vector<const ResultRow*> compared(const std::vector<PlannedLayouts>& all, const Catalog& catalog) {
  std::vector<const ResultRow*> results = view(Asked::training, {Use::systems});
  std::erase_if(results, [&](const ResultRow* row) {
    return std::all_of(all.begin(), all.end(), [&](const PlannedLayouts& each) {
      return is_absent(row->value(Once(case_of(each.subject, catalog).values, dependents())));
    });
  });
  return results;
}

/// Several systems: a row each in text, all their layouts for programs.
int answer_several(const Common& common, const std::vector<PlannedLayouts>& all, const Catalog& catalog) {
  AnsweredRows every{all.front().rows.keys, all.front().rows.results, {}};
  AnsweredRows best{{"cluster.system", "cluster.nodes"}, compared(all, catalog), {}};
  if (!common.results.empty()) best.results = every.results;
  std::vector<std::string> without;
  bool error = false;
  for (const PlannedLayouts& each : all) {
    if (!each.rows.rows.empty())
      best.rows.push_back(answer_row({}, each.rows.rows.front().scenario, catalog, {best.results}));
    every.rows.insert(every.rows.end(), each.rows.rows.begin(), each.rows.rows.end());
    const Page page = layout_page(each.subject, catalog);
    const bool fails = !page.findings.empty() && page.findings.front().first.severity == Severity::error;
    error = error || fails;
    if (is_unplanned(each.subject) && fails) without.push_back(page.title + ": " + page.findings.front().first.message);
  }
  draw_study(common, best);
  std::vector<TitledTable> people = rows_text(for_people(best));
  for (std::string& sentence : without) people.push_back({std::move(sentence), {}});
  write(
      common, {[&](bool colour) { return drawn(people, [&](const Table& table) { return as_text(table, colour); }); },
               [&] { return drawn(people, static_cast<std::string (*)(const Table&)>(as_markdown)); },
               [&] { return document("plan", nullptr, {}, rows_json(every)); }, [&] { return rows_table(every); }});
  return common.check && error ? 1 : 0;
}

int run(const Options& common) {
  const Study study = read_study(common);
  for (const Axis& axis : study.axes)
    if (axis.key != "cluster.system")
      throw BadInput(
          BadInput::Kind::usage, fmt::format(
                                     "{}: {} values, expected one; only --system takes several",
                                     axis.values.front().giver, axis.values.size()));
  const Catalog catalog = load_catalog(common);
  if (common.pareto) return answer_front(common, study.scenarios().front(), catalog);
  const Asking asking = asking_of(common);
  std::vector<PlannedLayouts> all;
  for (const Scenario& scenario : study.scenarios()) all.push_back(planned_layouts(scenario, catalog, asking));
  return all.size() == 1 ? finish(common, answer_planned(std::move(all.front()), catalog, asking))
                         : answer_several(common, all, catalog);
}

}  // namespace

Command plan_command() {
  return {
      .name = "plan",
      .summary = "Find the best parallelism or the smallest cluster for a deadline",
      .usage = "--model MODEL --system SYSTEM [OPTIONS]",
      .examples =
          {"llmsize plan --model gpt3-175b --system dgx-a100-640 --nodes 128 --global-batch 1536",
           "llmsize plan --model gpt3-175b --system dgx-h100,dgx-b200 --tokens 300B --deadline 30d",
           "llmsize plan --model gpt3-175b --system dgx-h100 --tokens 300B --pareto --picture front.svg"},
      .topics =
          {{"Goal", {"--deadline", "--certainty", "--goal", "--max-power", "--max-racks", "--budget", "--pareto"}},
           {"Training", {"--model", "--tokens", "--sequence", "--global-batch", "--batch-flex", "--precision"}},
           {"Cluster", {"--system", "--nodes", "--gpus", "--software"}},
           {"Layout held", {"--tp", "--pp", "--dp", "--cp", "--ep", "--zero", "--recompute"}}},
      .prepare = [](Parser& app) {
        auto options = std::make_shared<Options>();
        add_flag(app, "--pareto", options->pareto, "Show the Pareto front of nodes, time, energy and cost", "Output");
        add_scenario_options(app, *options);
        add_page_options(app, *options);
        add_picture_options(app, *options);
        return [options] { return run(*options); };
      }};
}

}  // namespace llmsize::cli

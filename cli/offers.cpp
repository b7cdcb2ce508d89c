// SPDX-License-Identifier: Apache-2.0
// llmsize options: systems that could do a job, an offer each; or what nodes that are there can do.
#include "cli/command.hpp"

#include "core/study/jobs.hpp"
#include "core/study/offers.hpp"

#include <algorithm>

namespace llmsize::cli {
namespace {

/// What nodes that are there can do, where no model is named.
int run_jobs(const Common& common, const Scenario& nodes, const Catalog& catalog) {
  const auto jobs = usual_jobs(nodes);
  AnsweredRows table{{}, chosen_rows(common, job_results()), {}};
  table.rows = planned_rows(jobs, catalog, {table.results, true}, progress(common, jobs.size()));
  keep_own_results(table);
  return finish(common, "options", table, catalog, [&] { return std::vector<TitledTable>{jobs_table(table)}; });
}

/// Whether it says how many nodes there are, and nothing of a model.
bool says_nodes_alone(const Scenario& scenario) {
  const auto& said = scenario.all();
  const auto is_of_model = [](const auto& each) { return each.first == "model" || each.first.starts_with("model."); };
  return std::none_of(said.begin(), said.end(), is_of_model) && scenario.find("cluster.system") &&
         (scenario.find("cluster.nodes") || scenario.find("cluster.gpus"));
}

int run(const Common& common) {
  const Catalog catalog = load_catalog(common);
  const Study study = read_study(common);
  if (study.points() == 1)
    if (const Scenario only = study.scenarios().front(); says_nodes_alone(only)) return run_jobs(common, only, catalog);
  if (study.points() < 2)
    throw BadInput(
        BadInput::Kind::usage, "expected two offers or more",
        "name several systems: --system dgx-h100,dgx-b200; or nodes without a model, to see what they can do");
  std::vector<std::pair<std::string, Scenario>> offers;
  for (const Scenario& scenario : study.scenarios()) offers.emplace_back(difference_of(study, scenario), scenario);
  const Asked asked = asked_of(offers.front().second);
  AnsweredRows table{{}, chosen_rows(common, offered_results(asked)), {}};
  table.rows = planned_rows(offers, catalog, {table.results, true}, progress(common, offers.size()));
  table.keys = said_keys(table.rows);
  return finish(
      common, "options", table, catalog,
      [&] {
        return std::vector<TitledTable>{offers_table(asked, table), yields_table(asked, table)};
      },
      drawn_results(asked, table));
}

}  // namespace

Command offers_command() {
  return {
      .name = "options",
      .summary = "Compare offers for one job: nodes, days, racks, power, cost",
      .usage = "--model MODEL --system A,B,C [OPTIONS]",
      .examples =
          {"llmsize options --model llama-3-70b --tokens 15T --deadline 60d --system dgx-h100,dgx-b200",
           "llmsize options --model llama-3-70b --mode infer --rate 20 --system dgx-h100,dgx-b200",
           "llmsize options --system dgx-h100 --nodes 40"},
      .topics =
          {{"Offers", {"--model", "--system", "--nodes", "--tokens", "--deadline", "--certainty"}},
           {"Cost and power",
            {"--prices", "--price-list", "--node-price", "--kwh", "--pue", "--climate", "--max-power", "--power-at",
             "--budget"}}},
      .prepare = [](Parser& app) {
        auto common = std::make_shared<Common>();
        add_scenario_options(app, *common);
        add_picture_options(app, *common);
        return [common] { return run(*common); };
      }};
}

}  // namespace llmsize::cli

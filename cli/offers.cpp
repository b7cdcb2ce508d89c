// SPDX-License-Identifier: Apache-2.0
// llmsize options: systems that could do a job, an offer each.
#include "cli/command.hpp"

#include "core/study/offers.hpp"

namespace llmsize::cli {
namespace {

int run(const Common& common) {
  const Catalog catalog = load_catalog(common);
  const Study study = read_study(common);
  if (study.points() < 2)
    throw BadInput(
        BadInput::Kind::usage, "expected two offers or more", "name several systems: --system dgx-h100,dgx-b200");
  std::vector<std::pair<std::string, Scenario>> offers;
  for (const Scenario& scenario : study.scenarios()) offers.emplace_back(difference_of(study, scenario), scenario);
  const Asked asked = asked_of(offers.front().second);
  AnsweredRows table{{}, chosen_rows(common, offered_results(asked)), {}};
  table.rows = planned_rows(offers, catalog, {table.results, true}, progress(common, offers.size()));
  table.keys = said_keys(table.rows);
  return finish(
      common, "options", table, catalog, [&] { return std::vector<TitledTable>{offers_table(asked, table)}; });
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
           "llmsize options --model gpt3-175b --tokens 300B --deadline 30d --system dgx-h100 --nodes 32,48,64"},
      .topics =
          {{"Offers", {"--model", "--system", "--nodes", "--tokens", "--deadline", "--certainty"}},
           {"Cost and power",
            {"--prices", "--node-price", "--kwh", "--pue", "--climate", "--max-power", "--power-at", "--budget"}}},
      .prepare = [](Parser& app) {
        auto common = std::make_shared<Common>();
        add_scenario_options(app, *common);
        add_picture_options(app, *common);
        return [common] { return run(*common); };
      }};
}

}  // namespace llmsize::cli

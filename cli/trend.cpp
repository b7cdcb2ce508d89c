// SPDX-License-Identifier: Apache-2.0
// llmsize trend: scaling laws, compute-optimal sizes, the memory wall.
#include "cli/command.hpp"

#include "core/quantity/print.hpp"

#include <algorithm>

namespace llmsize::cli {
namespace {

/// The scenario once per year between the base year and the other.
AnsweredRows year_by_year(const Scenario& scenario, const Catalog& catalog) {
  AnsweredRows table{{"trend.year"}, rows_of_rooms({"trend"}), {}};
  const Case plan = complete(scenario, catalog);
  const double base = plan["trend.base_year"], other = plan["trend.year"];
  for (double year = std::min(base, other); year <= std::max(base, other); ++year) {
    Scenario then = scenario;
    then.set("trend.year", {year, {}}, exact(year), "trend");
    table.rows.push_back(answer_row({}, then, catalog, {table.results, false, {}, false}));
  }
  return table;
}

int run(const Common& common) {
  const Catalog catalog = load_catalog(common);
  const Scenario scenario = read_scenario(common);
  return finish(
      common, "trend", as_said({}, scenario), catalog, trends_page,
      {.rooms = {"model", "scaling", "trend"},
       .rows = [&](const Case&, const Answer&) { return rows_json(year_by_year(scenario, catalog)); }});
}

}  // namespace

Command trend_command() {
  return {
      "trend", "Which model and how many tokens are best for a budget; where do models and memory go?",
      "  llmsize trend --compute 5.76e23FLOP\n"
      "  llmsize trend --system dgx-h100 --nodes 16 --deadline 30d\n"
      "  llmsize trend --model gpt3-175b --accelerator a100-sxm4-80gb --year 2026\n"
      "  llmsize trend --compute 3640PF-days --fit hoffmann-2022 --json\n",
      [](Parser& app) {
        auto common = std::make_shared<Common>();
        add_scenario_options(app, *common);
        add_picture_options(app, *common);
        return [common] { return run(*common); };
      }};
}

}  // namespace llmsize::cli

// SPDX-License-Identifier: Apache-2.0
// llmsize portfolio: trainings, fine-tunings and services that share a cluster over a year.
#include "cli/shared_sheet.hpp"

#include "core/portfolio/page.hpp"
#include "core/questions/row_options.hpp"

namespace llmsize::cli {
namespace {

int run(const SharedSheetOptions& options) {
  require_sheet(options.file, "job", options.file.empty() ? "llmsize portfolio jobs.csv" : "");
  const Catalog catalog = load_catalog(options);
  SharedSheet shared = read_shared_sheet(options);
  const PortfolioSheet sheet = read_portfolio(std::move(shared.sheet), shared.over);
  const std::vector<const ResultRow*> more = chosen_rows(options);
  const Portfolio portfolio = scheduled_portfolio(
      planned_jobs(sheet.jobs, catalog, more, options.ranges, progress(options, sheet.jobs.size())), sheet.year,
      shared.limits, catalog);
  const AnsweredRows rows = portfolio_rows(portfolio, more);
  write_shared(
      options,
      {"portfolio", "portfolio", portfolio_tables(portfolio), portfolio_rows_json(portfolio, rows),
       portfolio_json(portfolio), portfolio_table(portfolio, rows)},
      unused_of_all(rows, catalog));
  return options.check && (portfolio.missing() > 0 || rows.has_error()) ? 1 : 0;
}

}  // namespace

Command portfolio_command() {
  return {
      .name = "portfolio",
      .summary = "Plan training jobs and services that share a cluster over a year",
      .usage = "FILE [OPTIONS]",
      .examples =
          {"llmsize portfolio portfolio.csv", "llmsize portfolio portfolio.csv --nodes 40",
           "llmsize portfolio portfolio.csv --budget 20M --node-price 400k -o plan.xlsx"},
      .note =
          "FILE has a row per job: the columns of llmsize run, and name, start (month 1 to 12 or YYYY-MM),\n"
          "end and duration of services. --nodes and --budget limit all jobs together: services come first,\n"
          "training jobs start later if their nodes are not free.",
      .topics =
          {{"Portfolio", {"FILE", "--worksheet", "--nodes", "--budget"}},
           {"Inputs of every row", {"--system", "--model", "--certainty", "--storage", "--calibration", "--set"}},
           {"Prices", {"--prices", "--price-list", "--node-price"}}},
      .prepare = [](Parser& app) {
        auto options = std::make_shared<SharedSheetOptions>();
        add_text(
            app, "FILE", options->file,
            "Sheet with a row per job (*.csv, *.tsv, *.xlsx), or - for CSV on standard input");
        add_worksheet_option(app, options->worksheet);
        add_scenario_options(app, *options);
        return [options] { return run(*options); };
      }};
}

}  // namespace llmsize::cli

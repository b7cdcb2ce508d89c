// SPDX-License-Identifier: Apache-2.0
// llmsize portfolio: trainings, fine-tunings and services that share a cluster over a year.
#include "cli/command.hpp"

#include "core/portfolio/page.hpp"
#include "core/questions/row_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace llmsize::cli {
namespace {

struct Options : Common {
  std::string file;
};

constexpr std::string_view standard_input = "-";
constexpr std::string_view expected_sheet = "expected a sheet with a row per job: *.csv, *.tsv, *.xlsx or -";

void require_sheet(const std::string& file) {
  if (file.empty()) throw BadInput(BadInput::Kind::usage, std::string(expected_sheet), "llmsize portfolio jobs.csv");
  std::string ending = std::filesystem::path(file).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
  for (const std::string_view known : {".csv", ".tsv", ".xlsx", ".xlsm"})
    if (ending == known) return;
  if (file != standard_input) throw BadInput(BadInput::Kind::usage, fmt::format("{}: {}", file, expected_sheet));
}

/// What options say of every row.
Scenario said_of_rows(const Options& options) {
  const Study study = override_study({}, options);
  if (!study.axes.empty())
    throw BadInput(
        BadInput::Kind::usage,
        fmt::format(
            "{}: {} values, expected one", study.axes.front().values.front().giver, study.axes.front().values.size()));
  if (const Scenario::Said* gpus = study.base.find("cluster.gpus"))
    throw BadInput(BadInput::Kind::usage, fmt::format("{}: a portfolio has nodes", gpus->giver), "set --nodes");
  return study.base;
}

/// Takes the limits of the whole portfolio out of what is said of every row.
PortfolioLimits limits_in(Scenario& over) {
  PortfolioLimits limits;
  if (const Scenario::Said* nodes = over.find("cluster.nodes")) limits.nodes = nodes->value.number;
  if (const Scenario::Said* budget = over.find("goal.budget")) limits.budget = *budget;
  over.unset("cluster.nodes");
  over.unset("goal.budget");
  return limits;
}

int run(const Options& options) {
  require_sheet(options.file);
  refuse_second_scenario(options);
  const Catalog catalog = load_catalog(options);
  Scenario over = said_of_rows(options);
  const PortfolioLimits limits = limits_in(over);
  const bool is_input = options.file == standard_input;
  const PortfolioSheet sheet = read_portfolio(
      read_table(is_input ? "/dev/stdin" : options.file), is_input ? "standard input" : options.file, over);
  const std::vector<const ResultRow*> more = chosen_rows(options);
  const Portfolio portfolio = scheduled_portfolio(
      planned_jobs(sheet.jobs, catalog, more, options.ranges, progress(options, sheet.jobs.size())), sheet.year, limits,
      catalog);
  const AnsweredRows rows = portfolio_rows(portfolio, more);
  const Answer said{{}, unused_of_all(rows, catalog)};
  const auto shown = [&](const std::function<std::string(const Table&)>& draw) {
    return drawn(portfolio_tables(portfolio), draw) + lines_of(said.findings);
  };
  write(
      options, {[&](bool colour) { return shown([&](const Table& each) { return as_text(each, colour); }); },
                [&] { return shown(as_markdown); },
                [&] {
                  Json json = document("portfolio", nullptr, said, portfolio_rows_json(portfolio, rows));
                  json["portfolio"] = portfolio_json(portfolio);
                  return json;
                },
                [&] { return portfolio_table(portfolio, rows); }});
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
          {{"Portfolio", {"FILE", "--nodes", "--budget"}},
           {"Inputs of every row", {"--system", "--model", "--certainty", "--storage", "--calibration", "--set"}},
           {"Prices", {"--prices", "--price-list", "--node-price"}}},
      .prepare = [](Parser& app) {
        auto options = std::make_shared<Options>();
        add_text(
            app, "FILE", options->file,
            "Sheet with a row per job (*.csv, *.tsv, *.xlsx), or - for CSV on standard input");
        add_scenario_options(app, *options);
        return [options] { return run(*options); };
      }};
}

}  // namespace llmsize::cli

// SPDX-License-Identifier: Apache-2.0
// llmsize report: an answer as a file to hand on.
#include "cli/command.hpp"

#include "core/pages/reported.hpp"
#include "core/pages/unused.hpp"
#include "core/workbook/live_workbook.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace llmsize::cli {
namespace {

struct Options : Common {
  std::string sheet;
};

/// Throws BadInput where the ending of the file names no report.
void require_report(const Common& common) {
  const std::string ending = std::filesystem::path(common.output_file).extension().string();
  if (common.json || common.csv)
    throw BadInput(
        BadInput::Kind::usage,
        fmt::format("--{}: a report takes its format from the ending of -o", common.json ? "json" : "csv"));
  if (ending == ".xlsx") return;
  throw BadInput(
      BadInput::Kind::usage,
      common.output_file.empty()
          ? std::string("-o: FILE.xlsx is expected, the file that takes the report")
          : fmt::format("-o: {} is no report, FILE.xlsx is expected", in_quotes(common.output_file)));
}

/// The study of --sheet or --scenario with what the options say.
Study asked(const Options& options, const Catalog& catalog) {
  if (options.sheet.empty()) return read_study(options);
  if (!options.scenario_file.empty())
    throw BadInput(BadInput::Kind::usage, "--sheet: a sheet has a scenario of its own, --scenario names another");
  return override_study(llmsize::read_study(catalog.text("sheets", options.sheet), options.sheet), options);
}

/// The results that --results or a sheet names; none where nobody does.
std::vector<const ResultRow*> named(const Options& options, const Study& study) {
  if (!options.results.empty() || options.sheet.empty()) return chosen_rows(options, std::vector<const ResultRow*>{});
  std::vector<const ResultRow*> rows;
  for (const std::string& id : study.results) rows.push_back(&result_row(ResultKey::find(id).value()));
  return rows;
}

/// Says which options move nothing of a workbook.
void tell_unused(const Subject& subject, const Catalog& catalog, const std::vector<const ResultRow*>& rows) {
  const Case plan = case_of(subject, catalog);
  const Shown moved{numbers_of(rows), {}, planning_results(subject, plan), rests_on_layout(rows)};
  for (const FoundFinding& unused : unused_findings(subject, catalog, said_options(subject, catalog, moved).unused))
    tell(unused.message);
}

/// Columns beyond these are a table, which `llmsize run` writes.
constexpr std::size_t most_variants = 16;

int run(const Options& options) {
  require_report(options);
  const Catalog catalog = load_catalog(options);
  const Study study = asked(options, catalog);
  const std::vector<Scenario> scenarios = study.scenarios();
  if (scenarios.size() > most_variants)
    throw BadInput(
        BadInput::Kind::usage, fmt::format(
                                   "{} scenarios, {} at most stand beside each other; `llmsize run` answers more",
                                   scenarios.size(), most_variants));
  WorkbookOptions book;
  book.results = named(options, study);
  const std::vector<const ResultRow*> rows =
      book.results.empty() ? workbook_results(scenarios.front(), catalog) : book.results;
  std::vector<Subject> subjects;
  for (const Scenario& said : scenarios) subjects.push_back(reported({}, said, catalog, rows, told(options)));
  if (scenarios.size() > 1) {
    book.title = study.name;
    book.label = difference_of(study, scenarios.front());
    for (std::size_t i = 1; i < scenarios.size(); ++i)
      book.variants.push_back({difference_of(study, scenarios[i]), subjects[i]});
  }
  write_text(options, options.output_file, live_workbook(subjects.front(), catalog, book));
  if (!options.quiet) tell_unused(subjects.front(), catalog, rows);
  const Case plan = case_of(subjects.front(), catalog);
  return options.check && !broken_errors(Once(plan.values, dependents())).empty() ? 1 : 0;
}

}  // namespace

Command report_command() {
  return {
      "report", "How do I hand the answer on: a live workbook with inputs, formulas, sources and what to order?",
      "  llmsize report --model gpt3-175b --system dgx-h100 --tokens 300B --deadline 30d -o proposal.xlsx\n"
      "  llmsize report --scenario serve-chat -o chat.xlsx\n"
      "  llmsize report --sheet checkpoint-sizer --model llama-3.1-405b -o checkpoints.xlsx\n"
      "  llmsize report --model llama-3-70b --system dgx-h100,dgx-b200 --tokens 2T --deadline 60d -o systems.xlsx\n"
      "  llmsize catalog sheets\n",
      [](CLI::App& app) {
        auto options = std::make_shared<Options>();
        add_text(
            app, "--sheet", options->sheet, "A template of the catalog, such as what-to-order; options override it.",
            {"ID", "Output"});
        add_scenario_options(app, *options);
        return [options] { return run(*options); };
      }};
}

}  // namespace llmsize::cli

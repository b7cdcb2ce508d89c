// SPDX-License-Identifier: Apache-2.0
// llmsize report: an answer as a file to hand on.
#include "cli/command.hpp"

#include "core/pages/reported.hpp"
#include "core/workbook/live_workbook.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace llmsize::cli {
namespace {

/// Throws BadInput where the ending of the file names no report.
void require_report(const Common& common) {
  const std::string ending = std::filesystem::path(common.output_file).extension().string();
  if (ending == ".xlsx") return;
  throw BadInput(
      BadInput::Kind::usage,
      common.output_file.empty()
          ? std::string("report: -o FILE.xlsx is expected, the file that takes the report")
          : fmt::format("-o: {} is no report, FILE.xlsx is expected", in_quotes(common.output_file)));
}

int run(const Common& common) {
  require_report(common);
  const Catalog catalog = load_catalog(common);
  const Scenario said = read_scenario(common);
  const std::vector<const ResultRow*> rows = chosen_rows(common, workbook_results(said, catalog));
  const Subject subject = reported({}, said, catalog, rows, told(common));
  write_text(common, common.output_file, live_workbook(subject, catalog, {.results = rows}));
  return 0;
}

}  // namespace

Command report_command() {
  return {
      "report", "How do I hand the answer on: a live workbook with inputs, formulas, sources and what to order?",
      "  llmsize report --model gpt3-175b --system dgx-h100 --tokens 300B --deadline 30d -o proposal.xlsx\n"
      "  llmsize report --scenario serve-chat -o chat.xlsx\n",
      [](CLI::App& app) {
        auto common = std::make_shared<Common>();
        add_scenario_options(app, *common);
        return [common] { return run(*common); };
      }};
}

}  // namespace llmsize::cli

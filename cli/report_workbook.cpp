// SPDX-License-Identifier: Apache-2.0
// The report that goes on calculating.
#include "cli/report.hpp"

#include "core/questions/row_options.hpp"
#include "core/verdict/concern.hpp"
#include "core/view/reported.hpp"
#include "core/workbook/live_workbook.hpp"

#include <fmt/format.h>

namespace llmsize::cli {
namespace {

/// The results that --results or a template names; none where nobody does.
std::vector<const ResultRow*> named(const ReportCommand& options, const Study& study) {
  if (!options.results.empty() || options.sheet.empty()) return chosen_rows(options);
  return results_of(options.sheet, study);
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

}  // namespace

std::pair<std::string, int> report_workbook(const ReportCommand& options, const Catalog& catalog) {
  const Study study = reported_study(options, catalog);
  const std::vector<Scenario> scenarios = study.scenarios();
  if (scenarios.size() > most_variants)
    throw BadInput(
        BadInput::Kind::usage, fmt::format("{} scenarios, expected at most {}", scenarios.size(), most_variants),
        "'llmsize run' answers more");
  WorkbookOptions book;
  book.results = named(options, study);
  const std::vector<const ResultRow*> rows =
      book.results.empty() ? workbook_results(scenarios.front(), catalog) : book.results;
  std::vector<Subject> subjects;
  subjects.reserve(scenarios.size());
  for (const Scenario& said : scenarios) subjects.push_back(reported({}, said, catalog, rows, told(options)));
  if (scenarios.size() > 1) {
    book.title = study.name;
    book.label = difference_of(study, scenarios.front());
    for (std::size_t i = 1; i < scenarios.size(); ++i)
      book.variants.push_back({difference_of(study, scenarios[i]), subjects[i]});
  }
  std::string bytes = live_workbook(subjects.front(), catalog, book);
  if (!options.quiet) tell_unused(subjects.front(), catalog, rows);
  const Case plan = case_of(subjects.front(), catalog);
  const bool fails = options.check && !broken_errors(Once(plan.values, dependents())).empty();
  return {std::move(bytes), fails ? 1 : 0};
}

}  // namespace llmsize::cli

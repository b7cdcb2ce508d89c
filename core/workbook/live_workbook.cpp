// SPDX-License-Identifier: Apache-2.0
// Puts the sheets together.
#include "core/workbook/live_workbook.hpp"

#include "core/workbook/contents.hpp"

namespace llmsize {

std::string written(const Contents& contents) {
  Book book(contents.title, "Every result is a formula over named cells. Inputs are editable.");
  add_answer_sheet(book, contents);
  add_checks_sheet(book, contents);
  add_inputs_sheet(book, contents);
  add_assumptions_sheet(book, contents);
  add_results_sheet(book, contents);
  add_compare_sheet(book, contents);
  add_breakdown_sheet(book, contents);
  add_sizes_sheet(book, contents);
  add_order_sheet(book, contents);
  add_sources_sheet(book, contents);
  add_steps_sheet(book, contents);
  return book.bytes();
}

std::vector<const ResultRow*> workbook_results(const Scenario& said, const Catalog& catalog) {
  const Case plan = complete(said, catalog);
  const Asked asked = asked_of(plan);
  const bool offloaded = asked == Asked::training && plan["memory.target_tier"] > 0;
  return offloaded ? view(asked, {Use::workbook, Use::offloaded}) : view(asked, {Use::workbook});
}

std::string live_workbook(const Subject& subject, const Catalog& catalog, const WorkbookOptions& options) {
  return written(Contents(subject, catalog, options));
}

}  // namespace llmsize

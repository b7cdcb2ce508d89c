// SPDX-License-Identifier: Apache-2.0
// The page of results that somebody named: a figure each.
#include "core/pages/pages.hpp"
#include "core/quantity/print.hpp"
#include "core/tables/rows.hpp"
#include "core/view/remedies.hpp"
#include "core/view/settled.hpp"
#include "core/view/state.hpp"
#include "core/view/title.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

/// A result as it is, known or not: who asks by id wants the number, not why a page would leave it out.
Figure result_figure(const Around& around, ResultKey id) {
  const About& about = *result_row(id).about;
  // A ratio may be a share or a multiple: as the number that it is, neither is said wrongly.
  const std::string text = pretty(around.result(id), about);
  const std::size_t blank = std::min(text.find(' '), text.size());
  Figure shown{
      std::string(about.title), text.substr(0, blank), text.substr(std::min(blank + 1, text.size())),
      std::string(id.text()), around.source(id)};
  if (around.knows(id)) shown.number = around.result(id);
  const std::string needs = around.needs(id);
  if (const auto range = around.range(id))
    shown.qualifier +=
        fmt::format(", P10–P90 {}–{}", pretty(range->first, about.unit), pretty(range->second, about.unit));
  if (!needs.empty()) shown.qualifier += fmt::format(", needs {}", needs);
  return shown;
}

}  // namespace

Page results_page(const Subject& subject, const Catalog& catalog, const std::vector<const ResultRow*>& results) {
  const Around around = around_of(subject, catalog);
  Page page;
  page.id = "results";
  page.title = title(around.plan());
  page.subtitle = subtitle_of(subject, around);
  page.verdict = Page::Verdict::neutral;
  std::vector<ResultKey> ids;
  for (const ResultRow* row : results) {
    ids.push_back(row->key);
    page.figures.push_back(result_figure(around, row->key));
  }
  page.findings = findings_of(subject, around, ids);
  if (!ids.empty()) offer_explanation(page, ids.front(), subject.scenario);
  settle_verdict(page);
  return page;
}

}  // namespace llmsize

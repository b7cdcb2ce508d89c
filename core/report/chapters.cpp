// SPDX-License-Identifier: Apache-2.0
#include "core/report/chapters.hpp"

#include "core/pages/pages.hpp"
#include "core/pages/serving.hpp"
#include "core/planning/serving_plan.hpp"
#include "core/view/lines.hpp"
#include "core/view/routine.hpp"
#include "core/view/words.hpp"

#include <algorithm>

namespace llmsize {
namespace {

/// Power and prices, where the page has none of them.
void add_order_figures(const Around& around, Page& page) {
  const auto has = [&](std::string_view id) {
    return std::any_of(
        page.figures.begin(), page.figures.end(), [&](const Figure& each) { return each.source.name == id; });
  };
  if (!has("power.it") && around.knows("power.it")) page.figures.push_back(it_power_figure(around));
  for (const ResultKey id : std::initializer_list<ResultKey>{"economics.capex", "economics.run_cost"})
    if (around.knows(id)) {
      const std::string range = range_of(around, id);
      page.figures.push_back(figure(
          around, std::string(result_row(id).about->title), id,
          range.empty() ? price_note(around) : fmt::format("{}, {}", range, price_note(around))));
    }
}

Page answer_of(
    const Subject& subject, const Catalog& catalog, const Around& around, const Case& plan, bool is_service,
    const ReportOptions& options) {
  Page answer = is_service ? serve_page(subject, catalog) : size_page(subject, catalog);
  for (const auto& each : options.findings) answer.findings.push_back(each);
  answer.findings = in_order(std::move(answer.findings), plan);
  add_order_figures(around, answer);
  return answer;
}

}  // namespace

Reported::Reported(const Subject& given, const Catalog& catalog, const ReportOptions& options)
    : asked(asked_of(complete(given.said, catalog))),
      is_service(asked == Asked::service),
      subject(is_service && !given.service() ? served(given.name, given.said, catalog) : given),
      around(around_of(subject, catalog)),
      plan(case_of(subject, catalog)),
      answer(answer_of(subject, catalog, around, plan, is_service, options)),
      command((is_service ? "serve " : "size ") + as_options(given.said) + options.files) {}

std::vector<ResultKey> Reported::judged() const {
  std::vector<ResultKey> known;
  for (const ResultRow* row : view(asked, {Use::judged}))
    if (around.knows(row->key)) known.push_back(row->key);
  return known;
}

std::vector<Chart> taken(Page& page, std::initializer_list<std::string_view> ids) {
  std::vector<Chart> charts;
  for (const std::string_view id : ids) {
    const auto found =
        std::find_if(page.charts.begin(), page.charts.end(), [&](const Chart& chart) { return chart.id == id; });
    if (found == page.charts.end()) continue;
    if (found->empty.empty()) charts.push_back(std::move(*found));
    page.charts.erase(found);
  }
  return charts;
}

Chapter chapter(std::string_view anchor, std::string_view title, std::vector<Chart> charts) {
  Chapter made{anchor, title, {}};
  made.page.charts = std::move(charts);
  return made;
}

Document::Table table_of(const Chart& chart, const Links* links) {
  const Grid& grid = std::get<Grid>(chart.body);
  ChartText words = in_lines(chart);
  Document::Table table = std::move(words.table);
  table.title = std::move(words.title);
  table.subtitle = std::move(words.subtitle);
  for (std::size_t i = 0; links && i < grid.rows.size(); ++i)
    for (std::size_t j = 0; j < grid.rows[i].cells.size(); ++j)
      table.rows[i].cells[j].to = links->to(grid.rows[i].cells[j].source);
  return table;
}

Findings new_findings(const Page& page, std::vector<std::string>& told) {
  Findings fresh;
  for (const auto& each : page.findings) {
    if (each.first.about == &assumed_input || each.first.about == &serves_now ||
        std::find(told.begin(), told.end(), each.first.message) != told.end())
      continue;
    told.push_back(each.first.message);
    fresh.push_back(each);
  }
  return fresh;
}

Document::Section section_of(const Chapter& chapter, const Links* links, std::vector<std::string>& told) {
  Document::Section section{std::string(chapter.anchor), std::string(chapter.title)};
  const Page& page = chapter.page;
  if (!page.verdict_label.empty() || !page.sentence.empty())
    section.blocks.emplace_back(Document::Judgement{page.verdict, page.verdict_label, page.sentence, page.settled});
  if (!page.figures.empty()) {
    Document::Figures figures;
    for (const Figure& each : page.figures) figures.push_back({each, links ? links->to(each.source) : std::string{}});
    section.blocks.emplace_back(std::move(figures));
  }
  for (const Chart& chart : page.charts) {
    if (!chart.empty.empty()) continue;
    if (std::holds_alternative<Grid>(chart.body))
      section.blocks.emplace_back(table_of(chart, links));
    else
      section.blocks.emplace_back(chart);
  }
  if (Findings fresh = new_findings(page, told); !fresh.empty()) section.blocks.emplace_back(std::move(fresh));
  return section;
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// Makes a report of pages: the answer, what stands behind it, what it rests on.
#include "core/report/report.hpp"

#include "core/pages/order.hpp"
#include "core/pages/pages.hpp"
#include "core/pages/serving.hpp"
#include "core/pages/size_charts.hpp"
#include "core/planning/serving_plan.hpp"
#include "core/report/sections.hpp"
#include "core/view/lines.hpp"
#include "core/view/routine.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

/// A page that becomes a section.
struct Chapter {
  std::string_view anchor, title;
  Page page;
};

/// Charts that a page has under these ids, taken out of it; nothing is left of those that are empty.
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

/// What the answer of a training or a service leaves to sections of their own.
std::vector<Chapter> chapters_of_training(const Subject& subject, const Catalog& catalog, Page& answer, bool serving) {
  std::vector<Chapter> all;
  all.push_back(chapter("time", "Step time", taken(answer, {"size.step", "size.doubling", "size.numbers"})));
  all.push_back({"layout", "Layout", layout_page(subject, catalog)});
  taken(answer, {"size.memory"});
  // The answer has one chart; what is left of a model that only runs is about the memory that it needs.
  Page memory = memory_page(subject, catalog);
  while (answer.charts.size() > 1) {
    memory.charts.insert(memory.charts.begin(), std::move(answer.charts.back()));
    answer.charts.pop_back();
  }
  all.push_back({"memory", "Memory", std::move(memory)});
  taken(all[1].page, {"layout.memory"});
  Page storage = checkpoint_page(subject, catalog);
  // What only runs saves nothing; it is loaded.
  all.push_back(
      serving ? chapter("storage", "Storage", std::move(storage.charts))
              : Chapter{"storage", "Storage", std::move(storage)});
  return all;
}

std::vector<Chapter> chapters_of_service(Page& answer) {
  std::vector<Chapter> all;
  all.push_back(
      chapter("latency", "Latency", taken(answer, {"serve.rate", "serve.step", "serve.reuse", "serve.numbers"})));
  all.push_back(chapter("layout", "Layout", taken(answer, {"serve.front", "serve.splits"})));
  all.push_back(chapter("memory", "Memory", taken(answer, {"serve.memory"})));
  all.push_back(chapter("storage", "Storage", taken(answer, {"serve.load", "data.load"})));
  all.push_back(chapter("cost", "Cost and energy", taken(answer, {"serve.cost"})));
  return all;
}

/// Results by which the answer is judged, as far as they are known: what it rests on is told.
std::vector<ResultKey> judged(const Around& around, Asked asked) {
  std::vector<ResultKey> known;
  for (const ResultRow* row : view(asked, {Use::judged}))
    if (around.knows(row->key)) known.push_back(row->key);
  return known;
}

/// Power and prices, where the page has none of them.
void add_order_figures(const Around& around, Page& page) {
  const auto has = [&](std::string_view id) {
    return std::any_of(
        page.figures.begin(), page.figures.end(), [&](const Figure& each) { return each.source.name == id; });
  };
  if (!has("power.it") && around.knows("power.it")) page.figures.push_back(it_power_figure(around));
  for (const ResultKey id : std::initializer_list<ResultKey>{"economics.capex", "economics.run_cost"})
    if (around.knows(id))
      page.figures.push_back(figure(around, std::string(result_row(id).about->title), id, price_note(around)));
}

/// Numbers of a page's figures that are those of the scenario itself.
std::vector<std::string> numbers_of(const Page& page) {
  std::vector<std::string> names;
  for (const Figure& figure : page.figures)
    if (figure.known && !figure.source.name.empty() && figure.source.changes.empty())
      names.push_back(figure.source.name);
  return names;
}

Links links_of(const Case& plan, const std::vector<Chapter>& chapters) {
  std::vector<std::string> others;
  for (const Chapter& each : chapters)
    for (std::string& name : numbers_of(each.page)) others.push_back(std::move(name));
  return {plan, numbers_of(chapters.front().page), others};
}

Document::Table table_of(const Chart& chart, const Links& links) {
  const Grid& grid = std::get<Grid>(chart.body);
  ChartText words = in_lines(chart);
  Document::Table table = std::move(words.table);
  table.title = std::move(words.title);
  table.subtitle = std::move(words.subtitle);
  for (std::size_t i = 0; i < grid.rows.size(); ++i)
    for (std::size_t j = 0; j < grid.rows[i].cells.size(); ++j)
      table.rows[i].cells[j].to = links.to(grid.rows[i].cells[j].source);
  return table;
}

/// Findings that no section before has told. What was assumed stands among the inputs, with its reason; that a service
/// does not train is no news to who asked for one.
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

Document::Section section_of(const Chapter& chapter, const Links& links, std::vector<std::string>& told) {
  Document::Section section{std::string(chapter.anchor), std::string(chapter.title)};
  const Page& page = chapter.page;
  if (!page.verdict_label.empty() || !page.sentence.empty())
    section.blocks.emplace_back(Document::Judgement{page.verdict, page.verdict_label, page.sentence, page.settled});
  if (!page.figures.empty()) {
    Document::Figures figures;
    for (const Figure& each : page.figures) figures.push_back({each, links.to(each.source)});
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

}  // namespace

Document report_of(const Subject& given, const Catalog& catalog, const ReportOptions& options) {
  const Asked asked = asked_of(complete(given.said, catalog));
  const bool is_service = asked == Asked::service;
  const Subject subject = is_service && !given.service() ? served(given.name, given.said, catalog) : given;
  const Around around = around_of(subject, catalog);
  const Case plan = case_of(subject, catalog);
  Page answer = is_service ? serve_page(subject, catalog) : size_page(subject, catalog);
  for (const auto& each : options.findings) answer.findings.push_back(each);
  answer.findings = in_order(std::move(answer.findings), plan);
  add_order_figures(around, answer);
  Page movers;
  movers.charts = taken(answer, {"size.movers"});
  std::vector<Chapter> behind =
      is_service ? chapters_of_service(answer) : chapters_of_training(subject, catalog, answer, serves(around));
  if (around.input("memory.target_tier") > 0)
    behind.insert(behind.begin(), {"offload", "Offload", offload_page(offload_subject(subject, catalog), catalog)});
  behind.push_back(chapter("order", "Bill of materials", {order_chart(subject, around)}));
  Document report{answer.title, answer.subtitle, answer.summary, {}, made_by(catalog)};
  const std::string hint = answer.hint.empty() ? std::string{} : answer.hint + options.files;
  std::vector<Chapter> chapters{{"answer", "Answer", std::move(answer)}};
  std::move(behind.begin(), behind.end(), std::back_inserter(chapters));

  Links links = links_of(plan, chapters);
  std::vector<std::string> told;
  for (const Chapter& each : chapters)
    if (Document::Section section = section_of(each, links, told); !section.blocks.empty())
      report.sections.push_back(std::move(section));
  if (const std::vector<ResultKey> results = judged(around, asked); !results.empty()) {
    Document::Section assumptions = assumptions_section(plan, results.front(), movers, links);
    if (!assumptions.blocks.empty()) report.sections.push_back(std::move(assumptions));
    report.sections.push_back(inputs_section(plan, results, links));
  }
  if (!links.derivations().empty()) report.sections.push_back(derivations_section(links));
  if (!links.sources().empty()) report.sections.push_back(sources_section(links));
  const std::string command = is_service ? "serve " : "size ";
  report.sections.push_back(origin_section(catalog, command + as_options(given.said) + options.files, hint));
  return report;
}

}  // namespace llmsize

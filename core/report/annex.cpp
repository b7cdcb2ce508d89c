// SPDX-License-Identifier: Apache-2.0
// The annex of a report: every page behind the answer, then inputs, derivations and sources.
#include "core/pages/order.hpp"
#include "core/pages/pages.hpp"
#include "core/planning/serving_plan.hpp"
#include "core/report/chapters.hpp"
#include "core/report/sections.hpp"
#include "core/view/words.hpp"

#include <algorithm>

namespace llmsize {
namespace {

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
  all.push_back(chapter(
      "latency", "Latency",
      taken(
          answer, {"serve.classes", "serve.tail", "serve.tail_tpot", "serve.tail_e2el", "serve.step", "serve.reuse",
                   "serve.numbers"})));
  all.push_back(chapter("layout", "Layout", taken(answer, {"serve.front", "serve.splits"})));
  all.push_back(chapter("memory", "Memory", taken(answer, {"serve.memory"})));
  all.push_back(chapter("storage", "Storage", taken(answer, {"serve.load", "data.load"})));
  all.push_back(chapter("cost", "Cost and energy", taken(answer, {"serve.cost"})));
  return all;
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

}  // namespace

std::filesystem::path annex_path(const std::filesystem::path& proposal) {
  std::filesystem::path name = proposal.stem();
  name += "-annex";
  name += proposal.extension();
  return proposal.parent_path() / name;
}

Document annex_of(const Subject& given, const Catalog& catalog, const ReportOptions& options) {
  Reported reported(given, catalog, options);
  const Subject& subject = reported.subject;
  const Around& around = reported.around;
  Page& answer = reported.answer;
  Page movers;
  movers.charts = taken(answer, {"size.movers"});
  std::vector<Chapter> behind = reported.is_service ? chapters_of_service(answer)
                                                    : chapters_of_training(subject, catalog, answer, serves(around));
  if (around.input("memory.target_tier") > 0)
    behind.insert(behind.begin(), {"offload", "Offload", offload_page(offload_subject(subject, catalog), catalog)});
  std::vector<Chart> ordered{
      order_chart(subject, around), racks_chart(subject, around), topology_chart(subject, around),
      parts_chart(subject, around)};
  say_once(ordered);
  behind.push_back(chapter("order", "Bill of materials", std::move(ordered)));
  Document report{"Annex: " + answer.title, answer.subtitle, answer.summary, {}, made_by(catalog)};
  const std::string hint = answer.hint.empty() ? std::string{} : answer.hint + options.files;
  std::vector<Chapter> chapters{{"answer", "Answer", std::move(answer)}};
  std::move(behind.begin(), behind.end(), std::back_inserter(chapters));

  Links links = links_of(reported.plan, chapters);
  std::vector<std::string> told;
  for (const Chapter& each : chapters)
    if (Document::Section section = section_of(each, &links, told); !section.blocks.empty())
      report.sections.push_back(std::move(section));
  if (const std::vector<ResultKey> results = reported.judged(); !results.empty()) {
    Document::Section assumptions = assumptions_section(reported.plan, results.front(), movers, links);
    if (!assumptions.blocks.empty()) report.sections.push_back(std::move(assumptions));
    report.sections.push_back(inputs_section(reported.plan, results, links));
  }
  if (!links.derivations().empty()) report.sections.push_back(derivations_section(links));
  if (!links.sources().empty()) report.sections.push_back(sources_section(links));
  report.sections.push_back(origin_section(catalog, reported.command, hint));
  // What answers has a sheet of its own, and so has what is ordered.
  for (std::size_t i = 0; i < report.sections.size(); ++i)
    report.sections[i].on_new_page =
        i == 1 || report.sections[i].anchor == "order" || report.sections[i].anchor == "derivations";
  return report;
}

}  // namespace llmsize

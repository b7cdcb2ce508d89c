// SPDX-License-Identifier: Apache-2.0
// Writes every text that the library shows, a line of JSON each: its surface ("label", "title", "finding", …), its
// place (an id, a page) and the text. words_test.py holds them against the words of the project.
#include "core/charts/chart.hpp"
#include "core/inputs/list.hpp"
#include "core/pages/pages.hpp"
#include "core/questions/question.hpp"
#include "core/registry/registry.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace llmsize {
namespace {

void tell(std::string_view surface, std::string_view place, std::string_view text) {
  if (text.empty()) return;
  std::puts(dumped(Json{{"surface", surface}, {"place", place}, {"text", text}}).c_str());
}

void tell_inputs() {
  for (const InputAbout* each : numeric_inputs()) {
    tell("label", each->key, each->label);
    tell("help", each->key, each->help);
    tell("source", each->key, each->source);
    tell("unit", each->key, symbol(each->unit));
  }
  for (const Reference* each : references()) {
    tell("label", each->key, each->label);
    tell("help", each->key, each->help);
  }
  for (const Choice* each : choices()) {
    tell("label", each->key, each->label);
    tell("help", each->key, each->help);
    tell("source", each->key, each->source);
    for (const Option& option : each->options)
      tell("choice", std::string(each->key) + "=" + std::string(option.word), option.meaning);
  }
}

void tell_about(const About& about) {
  tell("title", about.id, about.title);
  tell("why", about.id, about.why);
  tell("why", about.id, about.assumes);
  tell("source", about.id, about.source);
  tell("unit", about.id, symbol(about.unit));
}

void tell_findings() {
  for (const FindingRow& row : findings()) {
    const FindingAbout& about = *row.about;
    tell("finding", about.id, about.sentence);
    tell("finding", about.id, about.remedy);
    tell("finding", about.id, about.brief);
    for (const Try& change : about.tries) tell("finding", about.id, change.label);
  }
}

/// Words of a chart: what its table holds beside numbers.
void tell_chart(const std::string& page, const Chart& chart) {
  const std::string place = page + ": " + chart.id;
  tell("page", place, chart.title);
  tell("page", place, chart.subtitle);
  tell("page", place, chart.empty);
  const Table cells = data_of(chart);
  for (const std::string& header : cells.header) tell("page", place, header);
  for (const auto& row : cells.rows)
    for (const std::string& cell : row) tell("page", place, cell);
}

void tell_page(const std::string& place, const Page& page) {
  for (const std::string& text : {page.title, page.subtitle, page.verdict_label, page.sentence, page.summary})
    tell("page", place, text);
  for (const Figure& figure : page.figures) tell("page", place, figure.label), tell("page", place, figure.qualifier);
  for (const auto& [finding, remedies] : page.findings) {
    tell("page", place, finding.message);
    for (const Remedy& remedy : remedies) tell("page", place, remedy.label);
  }
  for (const Chart& chart : page.charts) tell_chart(place, chart);
}

/// Every page of what somebody asks, and the answer to every question.
void tell_pages(const std::string& name, const std::string& options, const Catalog& catalog) {
  const Scenario scenario = from_options(options);
  const Subject subject{name, scenario, scenario};
  for (const PageKind& kind : page_kinds()) try {
      tell_page(fmt::format("{} of {}", kind.id, name), kind.make({subject}, catalog));
    } catch (const BadInput&) {
      // It is about something else.
    }
  for (const std::string_view question : question_names()) try {
      tell_page(
          fmt::format("{} of {}", question, name), question_of_name(question).ask(scenario, catalog, Asking()).page);
    } catch (const BadInput&) {
    }
}

}  // namespace
}  // namespace llmsize

int main() {
  using namespace llmsize;
  tell_inputs();
  for (const ResultRow& row : results()) tell_about(*row.about);
  for (const FunctionRow& row : functions()) tell_about(*row.about);
  tell_findings();
  for (const PageKind& kind : page_kinds()) {
    tell("page", kind.id, kind.title);
    tell("page", kind.id, kind.group);
    tell("page", kind.id, kind.summary);
  }
  const Catalog catalog;
  tell_pages(
      "a training",
      "--model gpt3-175b --system dgx-h100 --nodes 48 --tp 4 --pp 8 --tokens 300B --deadline 30d --storage ddn-ai400x2 "
      "--node-price 350000",
      catalog);
  tell_pages(
      "an MoE model",
      "--model deepseek-v3 --system dgx-h100 --nodes 256 --tp 1 --pp 16 --ep 64 --layout plain --tokens 15T --deadline "
      "60d",
      catalog);
  tell_pages(
      "a service", "--model llama-3.1-70b --system dgx-h200 --mode infer --target-rate 40 --ttft-limit 1s", catalog);
  tell_pages(
      "offload", "--model bloom-176b --system dgx-a100-320 --storage ddn-ai400x2 --mode infer --offload cpu --batch 16",
      catalog);
}

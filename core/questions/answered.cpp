// SPDX-License-Identifier: Apache-2.0
// Puts answers of questions together.
#include "core/files/utf8.hpp"
#include "core/questions/parts.hpp"
#include "core/questions/row_options.hpp"
#include "core/registry/served_classes.hpp"
#include "core/verdict/concern.hpp"
#include "core/view/assumed.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace llmsize {
namespace {

// What a search took is no answer: two answers to one question are the same.
constexpr ResultKey effort = "planning.seconds";

bool asks_for_effort(const AnsweredQuestion& answered) {
  return std::any_of(
      answered.results.begin(), answered.results.end(), [](const ResultRow* row) { return row->key == effort; });
}

Json told_json(ResultKey id, double value) {
  const About& about = *result_row(id).about;
  return {{"value", about.whole ? Json(static_cast<std::uint64_t>(value)) : Json(value)}, {"unit", symbol(about.unit)}};
}

/// The remedies of each finding beside it, as a program would set them.
void add_remedies(Json& findings, const Page& page) {
  for (std::size_t i = 0; i < page.findings.size(); ++i)
    for (const Remedy& remedy : page.findings[i].second) {
      Json set = Json::object();
      for (const auto& [key, text] : remedy.apply.changes) set[key] = text;
      findings[i]["remedies"].push_back({{"label", remedy.label}, {"set", std::move(set)}});
    }
}

/// Each of several traffic classes on the same replicas, in base units.
Json classes_json(const Case& plan) {
  Json all = Json::array();
  for (const ServedClass& each : served_classes(Once(plan.values, dependents())))
    all.push_back(
        {{"id", each.traffic.id},
         {"share", each.traffic.share},
         {"rate", number_json(each.rate)},
         {"input_tokens", number_json(each.input_tokens)},
         {"output_tokens", number_json(each.output_tokens)},
         {"ttft", number_json(each.ttft)},
         {"ttft_limit", number_json(each.ttft_limit)},
         {"tpot", number_json(each.tpot)},
         {"tpot_limit", number_json(each.tpot_limit)},
         {"latency", number_json(each.latency)},
         {"latency_limit", number_json(each.latency_limit)},
         {"within_slo", number_json(each.within)},
         {"missed", each.missed}});
  return all;
}

/// What options can move in an answer.
Shown shown_of(const AnsweredQuestion& answered) {
  Shown shown{
      numbers_of(answered.results),
      {},
      answered.told,
      answered.planned && rests_on_layout(answered.results),
      answered.alternatives};
  for (const ResultRow& row : results())
    if (!row.about->teller.empty()) shown.numbers.emplace_back(row.key);
  for (const Figure& figure : answered.page.figures)
    if (const auto id = NumberId::find(figure.source.name)) shown.numbers.push_back(*id);
  for (const auto& [finding, remedies] : answered.page.findings) shown.findings.push_back(finding.about);
  return shown;
}

}  // namespace

std::vector<const ResultRow*> results_of(const Asking& asking, const QuestionKind& kind) {
  if (!asking.results.empty()) return asking.results;
  std::vector<const ResultRow*> rows = rows_of_rooms(kind.rooms);
  // What no formula tells is there where a planner tells it.
  std::erase_if(rows, [](const ResultRow* row) { return !row->about->teller.empty(); });
  for (const ResultKey key : kind.more) rows.push_back(&result_row(key));
  return rows;
}

Subject subject_for(
    std::string name, const Scenario& said, const Catalog& catalog, const std::vector<const ResultRow*>& results,
    const SearchOptions& options) {
  if (!rests_on_layout(results)) return as_said(std::move(name), said);
  Subject subject = planned(std::move(name), said, catalog, options);
  take_certain_nodes(subject, results, catalog);
  return subject;
}

AnsweredQuestion answered(
    std::string question, Subject subject, const Catalog& catalog, Page page, std::vector<const ResultRow*> results,
    bool ranges) {
  Case completed = case_of(subject, catalog);
  page.first.assumed = assumed_text(page, completed);
  AnsweredQuestion made{
      std::move(question), std::move(subject), std::move(completed), std::move(page), std::move(results)};
  made.told = planning_results(made.subject, made.completed);
  made.ranges = ranges;
  return made;
}

AnsweredQuestion answered(const Asking& asking, const QuestionKind& kind, Subject subject, const Catalog& catalog) {
  std::vector<const ResultRow*> results = results_of(asking, kind);
  Page page = asking.results.empty() ? kind.page(subject, catalog) : results_page(subject, catalog, results);
  return answered(
      std::string(kind.name), std::move(subject), catalog, std::move(page), std::move(results),
      asking.ranges || kind.ranges);
}

AnsweredQuestion ask_planned(
    const QuestionKind& kind, const Scenario& said, const Catalog& catalog, const Asking& asking) {
  Subject subject = subject_for({}, said, catalog, results_of(asking, kind), asking.search);
  return tell_unused(answered(asking, kind, std::move(subject), catalog), catalog);
}

AnsweredQuestion tell_unused(AnsweredQuestion answered, const Catalog& catalog) {
  std::vector<std::string> unused = said_options(answered.subject, catalog, shown_of(answered)).unused;
  drop_heard(answered.rows, catalog, unused);
  for (const auto& [finding, remedies] : answered.page.findings) drop_unjudged({finding}, unused);
  // Pages show few notes: those of what was typed come first.
  auto& findings = answered.page.findings;
  auto first_note = std::find_if(
      findings.begin(), findings.end(), [](const auto& each) { return each.first.severity == Severity::info; });
  for (FoundFinding& each : unused_findings(answered.subject, catalog, unused))
    first_note = std::next(findings.emplace(first_note, std::move(each), std::vector<Remedy>{}));
  return answered;
}

Answer AnsweredQuestion::answer() const {
  Answer all = llmsize::answer(completed, {results, ranges, {}, false});
  for (const auto& [finding, remedies] : page.findings) all.findings.push_back(finding);
  const bool with_effort = asks_for_effort(*this);
  for (const auto& [id, value] : told)
    if (id != effort || with_effort) all.tell(id, value);
  return all;
}

Json document(const AnsweredQuestion& answered) {
  Json rows = answered.more_rows ? answered.more_rows() : rows_json(answered.rows);
  Json made = document(answered.question, &answered.completed, answered.answer(), std::move(rows));
  const bool with_effort = asks_for_effort(answered);
  for (const auto& [id, value] : answered.told)
    if (id == effort && !with_effort)
      made["tool"]["seconds"] = value;
    else
      made["results"][std::string(id)] = told_json(id, value);
  made["verdict"] = {{"state", word(answered.page.settled.state)}, {"because", answered.page.settled.because}};
  add_remedies(made["findings"], answered.page);
  if (Json classes = classes_json(answered.completed); !classes.empty()) made["traffic_classes"] = std::move(classes);
  return made;
}

std::string dumped(const Json& json, int indent) {
  return cleaned_json(json.dump(indent, ' ', false, Json::error_handler_t::replace));
}

Table as_table(const AnsweredQuestion& answered) {
  return answered.rows_are_table ? rows_table(answered.rows)
                                 : as_table(answered.subject.scenario, answered.completed, answered.answer());
}

}  // namespace llmsize

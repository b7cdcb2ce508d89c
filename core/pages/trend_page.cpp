// SPDX-License-Identifier: Apache-2.0
// The page of scaling laws and trends.
#include "core/pages/pages.hpp"
#include "core/pages/reader.hpp"

#include <algorithm>
#include <initializer_list>

namespace llmsize {
namespace {

Section section(const Reader& read, std::string title, std::initializer_list<ResultKey> ids) {
  Section section{std::move(title), {}};
  for (const ResultKey id : ids) section.lines.push_back(read.line(id));
  return section;
}

bool has_numbers(const Section& section) {
  return std::any_of(section.lines.begin(), section.lines.end(), [](const Line& line) {
    return line.value != pretty(absent, Unit::count);
  });
}

/// "of 5.76e23 FLOP" where the budget is known.
std::string budget_title(const Reader& read) {
  const std::string fit = fmt::format("fit {}", read.word("scaling.fit"));
  if (is_absent(read.input("scaling.budget"))) return fmt::format("Best use of a budget, {}", fit);
  return fmt::format("Best use of {}, {}", read.shown("scaling.budget"), fit);
}

Section years_section(const Reader& read, const AnsweredRows& years) {
  Section section{
      fmt::format("Trend from {} to {}, extrapolated", read.shown("trend.base_year"), read.shown("trend.year")), {}};
  for (const AnsweredRow& row : years.rows) {
    const Reader then(*row.plan, row.answer);
    std::string note;
    if (!is_absent(then.result("trend.gpus")))
      note = fmt::format("{} GPUs of {} hold its states, ", then.shown("trend.gpus"), then.shown("trend.gpu_memory"));
    note += fmt::format(
        "×{} the GPUs of {}, storage ×{} bandwidth ×{} capacity", then.shown("trend.memory_wall"),
        read.shown("trend.base_year"), then.shown("trend.bandwidth_factor"), then.shown("trend.capacity_factor"));
    section.lines.push_back({then.shown("trend.year"), then.shown("trend.parameters"), note});
  }
  return section;
}

}  // namespace

Page trend_page(const Scenario& scenario, const Case& plan, const Answer& answer, const AnsweredRows& years) {
  const Reader read(plan, answer);
  Page page{"Scaling laws and trends", title(plan), {}, {}, answer.findings, {}};
  const Section best = section(
      read, budget_title(read),
      {"scaling.optimal_parameters", "scaling.optimal_tokens", "scaling.tokens_per_parameter", "scaling.optimal_loss"});
  for (const Section& each :
       {best, section(read, "This model", {"model.parameters", "scaling.model_work", "scaling.model_loss"}),
        section(
            read, "Laws of 2020, embeddings left out",
            {"scaling.kaplan_optimal_parameters", "scaling.kaplan_optimal_tokens", "scaling.kaplan_compute_loss",
             "scaling.kaplan_model_loss", "scaling.kaplan_data_loss"})})
    if (has_numbers(each)) page.sections.push_back(each);
  if (!years.rows.empty()) page.sections.push_back(years_section(read, years));
  if (page.sections.empty()) {
    page.verdict = "A budget (--compute, or GPUs and a deadline) or a model is needed.";
    page.sections.push_back(best);
  }
  page.footer = explain_line(
      is_absent(read.input("scaling.budget")) ? ResultKey("trend.parameters") : ResultKey("scaling.optimal_parameters"),
      scenario);
  return page;
}

}  // namespace llmsize

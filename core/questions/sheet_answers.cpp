// SPDX-License-Identifier: Apache-2.0
#include "core/questions/sheet_answers.hpp"

#include "core/answer/ranges.hpp"
#include "core/scenario/completer.hpp"
#include "core/verdict/concern.hpp"
#include "core/view/plan_rows.hpp"

#include <fmt/format.h>
#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace llmsize {
namespace {

bool says(const Scenario& scenario, ScenarioKey key, std::string_view word) {
  const Scenario::Said* said = scenario.find(key);
  return said && said->value.word == word;
}

/// Whether a planner has nothing to do: it leaves such scenarios as they stand.
bool is_stated(const Scenario& scenario, bool rests_on_layout) {
  if (says(scenario, "workload.mode", "infer")) return false;
  return !rests_on_layout || says(scenario, "layout.search", "plain");
}

}  // namespace

ToldInSheet told_to_buyers(Asked asked) {
  ToldInSheet told{view(asked, {Use::headline, Use::bought, Use::ordered}), view(asked, {Use::ranged}), {}};
  if (asked == Asked::service)
    told.chosen = {"cluster.nodes",         "layout.tensor",        "layout.pipeline",      "layout.expert",
                   "layout.attention_data", "serving.input_tokens", "serving.output_tokens"};
  else
    told.chosen = {"cluster.nodes",         "layout.tensor",     "layout.pipeline",   "layout.context",
                   "layout.expert",         "layout.data",       "layout.interleave", "layout.micro_batch",
                   "workload.global_batch", "layout.zero",       "layout.recompute",  "layout.recompute_modules",
                   "workload.tokens",       "workload.sequence", "workload.precision"};
  return told;
}

struct SheetAnswers::PerThread {
  explicit PerThread(const Catalog& catalog)
      : completers([&catalog] { return std::make_unique<Completer>(catalog); }) {}

  tbb::enumerable_thread_specific<std::unique_ptr<Completer>> completers;
};

SheetAnswers::SheetAnswers(const Catalog& catalog, const AnswerColumns& columns, Scenario over)
    : catalog_(catalog),
      columns_(columns),
      over_(std::move(over)),
      rests_on_layout_(rests_on_layout(columns.told().results)),
      searches_(std::make_shared<SearchCache>()),
      completers_(std::make_unique<PerThread>(catalog)) {}
SheetAnswers::~SheetAnswers() = default;

SheetAnswers::Row SheetAnswers::of(const BatchRow& row) const {
  try {
    if (!row.error.empty()) throw BadInput(BadInput::Kind::data, row.error);
    if (over_.all().empty()) return answered(row.scenario);
    Scenario scenario = row.scenario;
    for (const auto& [key, said] : over_.all()) scenario.set(key, said.value, said.text, said.giver);
    return answered(scenario);
  } catch (const BadInput& error) {
    AnsweredRow invalid;
    invalid.status = AnsweredRow::Status::invalid;
    invalid.message = error.what();
    if (!invalid.message.starts_with(row.place)) invalid.message = fmt::format("{}: {}", row.place, invalid.message);
    return told(invalid, nullptr);
  }
}

SheetAnswers::Row SheetAnswers::answered(const Scenario& scenario) const {
  if (is_stated(scenario, rests_on_layout_)) return computed(scenario);
  auto [row, plan] = planned_case({}, scenario, catalog_, {.rows = columns_.told().results, .brief = true}, searches_);
  if (row.status == AnsweredRow::Status::invalid) throw BadInput(BadInput::Kind::usage, row.message);
  return told(row, plan ? &*plan : nullptr);
}

SheetAnswers::Row SheetAnswers::computed(const Scenario& scenario) const {
  const Case& plan = completers_->completers.local()->complete(scenario);
  AnsweredRow row;
  row.answer = judged_answer(plan, columns_.told().results);
  judge(row, std::exchange(row.answer.findings, {}));
  tell_missing(row, plan);
  return told(row, &plan);
}

SheetAnswers::Row SheetAnswers::told(AnsweredRow& row, const Case* plan) const {
  if (const auto& ranged = columns_.told().ranged; plan && !ranged.empty()) {
    const Ranges ranges(*plan);
    for (Result& result : row.answer.results)
      if (!is_absent(result.value) && std::find(ranged.begin(), ranged.end(), result.row) != ranged.end())
        if (const auto ends = ranges.of(*result.row)) std::tie(result.p10, result.p90) = *ends;
  }
  const bool passes = row.status != AnsweredRow::Status::invalid && passes_check(row.verdict);
  return {columns_.cells(row, plan), row.status, passes};
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// Rows of a plan's layouts, and what its search counted.
#include "core/view/plan_rows.hpp"

#include "core/planning/cache.hpp"
#include "core/planning/plan_findings.hpp"
#include "core/planning/requirements.hpp"
#include "core/verdict/concern.hpp"
#include "core/view/around.hpp"
#include "core/view/service_day.hpp"
#include "core/view/state.hpp"
#include "core/view/stated.hpp"
#include "core/view/words.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <exception>
#include <mutex>

namespace llmsize {

std::vector<std::string> layout_keys() {
  std::vector<std::string> keys{"cluster.system"};
  for (const ScenarioKey& key : planned_keys(Asked::training)) {
    if (key.text() == "workload.global_batch") continue;  // all layouts of a plan share it
    keys.emplace_back(key.text());
    if (key.text() == "layout.zero") keys.emplace_back("layout.searched");
  }
  return keys;
}

AnsweredRows plan_rows(const LayoutPlan& plan, const Catalog& catalog, const std::vector<const ResultRow*>& results) {
  AnsweredRows table{layout_keys(), results, {}};
  for (const Candidate& candidate : plan.search.best)
    table.rows.push_back(answer_row({}, plan.with(candidate), catalog, {results}));
  return table;
}

AnsweredRows said_row(const Scenario& scenario, const Catalog& catalog, const std::vector<const ResultRow*>& results) {
  AnsweredRows table{layout_keys(), results, {}};
  table.rows.push_back(answer_row({}, scenario, catalog, {results}));
  return table;
}

namespace {

/// A row that contradicts itself.
AnsweredRow invalid_row(std::string name, const Scenario& scenario, std::string message) {
  AnsweredRow row{std::move(name), scenario};
  row.status = AnsweredRow::Status::invalid;
  row.message = row.sentence = std::move(message);
  return row;
}

/// A row of a plan that found no layout.
AnsweredRow unplanned_row(std::string name, const Scenario& scenario, const std::vector<FoundFinding>& found) {
  AnsweredRow row{std::move(name), scenario};
  row.verdict = verdict_of(found, false);
  row.status = status_of(row.verdict);
  if (!found.empty()) row.message = row.sentence = found.front().message;
  return row;
}

}  // namespace

namespace {

/// Whether a number is that of a plan, which has a number without a model and a system, too: the one that was set.
bool is_of_plan(const ResultRow& row) { return !row.about->teller.empty() || row.key.starts_with("planning."); }

/// Model and system, where results of a row need them and the case has none.
std::vector<std::string_view> missing_subject(const AnsweredRow& row, const Case& plan) {
  constexpr InputKey layers = "model.layers", memory = "accelerator.memory";
  const bool model = !is_absent(plan[layers]) || !is_absent(plan["model.parameters_given"]);
  const bool system = !is_absent(plan[memory]) || !is_absent(plan["accelerator.peak_bf16"]);
  if (model && system) return {};
  bool needs_model = false, needs_system = false;
  const Tracing tracing(plan.values);
  for (const Result& each : row.answer.results) {
    const bool planned = is_of_plan(*each.row);
    needs_model = needs_model || planned;
    needs_system = needs_system || planned;
    if (planned || !is_absent(each.value)) continue;
    for (const std::string_view key : missing_inputs(each.row->derivation(tracing))) {
      needs_model = needs_model || key.starts_with("model.");
      needs_system = needs_system || key.starts_with("accelerator.") || key.starts_with("node.");
    }
  }
  std::vector<std::string_view> keys;
  if (!model && needs_model) keys.push_back(layers.text());
  if (!system && needs_system) keys.push_back(memory.text());
  return keys;
}

void tell_incomplete(AnsweredRow& row, const std::vector<std::string_view>& keys, const Case& plan) {
  row.message = row.sentence = missing_sentence(named(keys, !is_absent(plan["accelerator.memory"])));
  row.verdict.state = State::incomplete;
  row.status = AnsweredRow::Status::incomplete;
}

}  // namespace

void tell_missing(AnsweredRow& row, const Case& plan) {
  const bool open = row.status == AnsweredRow::Status::incomplete && row.message.empty();
  if (!open && row.status != AnsweredRow::Status::ok) return;
  if (const auto keys = missing_subject(row, plan); !keys.empty()) return tell_incomplete(row, keys, plan);
  if (!open) return;
  const Tracing tracing(plan.values);
  std::vector<std::string_view> keys;
  const Result* time = unknown_time(row.answer);
  for (const Result& each : row.answer.results)
    for (const std::string_view key : missing_inputs(each.row->derivation(tracing)))
      if ((!time || &each == time) && std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
  if (!keys.empty()) tell_incomplete(row, keys, plan);
}

RowOfCase planned_case(
    std::string name, const Scenario& scenario, const Catalog& catalog, const Query& query,
    const std::shared_ptr<SearchCache>& cache) {
  const Scenario::Said* mode = scenario.find("workload.mode");
  const bool serves = mode && mode->value.word == "infer" && is_open(scenario);
  if (!serves && !rests_on_layout(query.rows)) {
    RowOfCase made = answer_case(std::move(name), scenario, catalog, query);
    if (made.plan) tell_missing(made.row, *made.plan);
    return made;
  }
  try {
    const SearchOptions options{.keep = 1, .sample = 0, .cache = cache};
    Subject subject = planned(name, scenario, catalog, options);
    take_certain_nodes(subject, query.rows, catalog, options);
    if (is_unplanned(subject)) {
      const auto found = plan_findings(*subject.plan(), answer(case_of(subject, catalog), {}));
      return {unplanned_row(std::move(name), scenario, found)};
    }
    RowOfCase made = answer_case(std::move(name), subject.scenario, catalog, query);
    if (made.plan) {
      for (const auto& [id, value] : planning_results(subject, *made.plan)) made.row.answer.tell(id, value);
      tell_missing(made.row, *made.plan);
    }
    made.row.scenario = scenario;
    if (subject.plan() || subject.service() || is_open(scenario) || !changes_to(scenario, subject.scenario).empty())
      made.row.chosen = std::move(subject.scenario);
    return made;
  } catch (const BadInput& error) {
    if (error.kind() != BadInput::Kind::usage) throw;
    return {invalid_row(std::move(name), scenario, error.what())};
  }
}

AnsweredRow planned_row(
    std::string name, const Scenario& scenario, const Catalog& catalog, const Query& query,
    const std::shared_ptr<SearchCache>& cache) {
  return planned_case(std::move(name), scenario, catalog, query, cache).row;
}

std::vector<AnsweredRow> made_rows(
    std::size_t count, const std::function<AnsweredRow(std::size_t)>& row,
    const std::function<void(std::size_t)>& progress, const Stopped& stopped) {
  std::vector<std::optional<AnsweredRow>> made(count);
  std::vector<std::exception_ptr> thrown(count);
  std::mutex telling;
  std::size_t done = 0;
  tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) {
    if (stopped && stopped()) return;
    try {
      made[i] = row(i);
    } catch (const BadInput&) {
      thrown[i] = std::current_exception();
    }
    const std::lock_guard lock(telling);
    if (progress) progress(++done);
  });
  std::vector<AnsweredRow> rows;
  rows.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (thrown[i]) std::rethrow_exception(thrown[i]);
    if (made[i]) rows.push_back(std::move(*made[i]));
  }
  return rows;
}

std::vector<AnsweredRow> planned_rows(
    const std::vector<std::pair<std::string, Scenario>>& named, const Catalog& catalog, const Query& query,
    const std::function<void(std::size_t)>& progress, const Stopped& stopped) {
  const auto cache = std::make_shared<SearchCache>();
  return made_rows(
      named.size(), [&](std::size_t i) { return planned_row(named[i].first, named[i].second, catalog, query, cache); },
      progress, stopped);
}

AnsweredRows sheet_rows(
    const Batch& batch, const Scenario& over, const Query& query, const Catalog& catalog,
    const std::function<void(std::size_t)>& progress, const Stopped& stopped) {
  const auto cache = std::make_shared<SearchCache>();
  const auto answered = [&](std::size_t i) {
    const BatchRow& said = batch.rows[i];
    AnsweredRow row;
    try {
      if (!said.error.empty()) throw BadInput(BadInput::Kind::data, said.error);
      Scenario scenario = said.scenario;
      for (const auto& [key, each] : over.all()) scenario.set(key, each.value, each.text, each.giver);
      row = planned_row({}, scenario, catalog, query, cache);
    } catch (const BadInput& error) {
      row = invalid_row({}, said.scenario, error.what());
    }
    row.carried = said.carried;
    return row;
  };
  return {batch.keys, query.rows, made_rows(batch.rows.size(), answered, progress, stopped)};
}

bool tells_certain_nodes(const std::vector<const ResultRow*>& rows) {
  return std::any_of(
      rows.begin(), rows.end(), [](const ResultRow* row) { return row->about->id.starts_with("planning.nodes_p"); });
}

void take_certain_nodes(
    Subject& subject, const std::vector<const ResultRow*>& rows, const Catalog& catalog, const SearchOptions& options) {
  if (tells_certain_nodes(rows)) find_certain_nodes(subject, catalog, options);
}

std::vector<ToldResult> planning_results(const Subject& subject, const Case& best) {
  std::vector<ToldResult> told;
  if (const double sure = chance(best); !is_absent(sure)) told.push_back({"goal.chance", sure});
  const std::string curve = best.word("traffic.day_curve");
  if (subject.service() && traffic::find_day_curve(curve)) {
    const Once values(best.values, dependents());
    const auto number = [&](NumberId id) {
      return finite_or_absent(id.result() ? result_row(*id.result()).value(values) : best[*id.input()]);
    };
    for (const auto& [id, value] : day_results(curve, number)) told.push_back({id, value});
  }
  if (!subject.plan()) return told;
  const LayoutPlan& plan = *subject.plan();
  told.insert(
      told.end(), {{"planning.considered", static_cast<double>(plan.search.considered)},
                   {"planning.evaluated", static_cast<double>(plan.search.evaluated)},
                   {"planning.feasible", static_cast<double>(plan.search.feasible)},
                   {"planning.seconds", plan.search.seconds}});
  const CertainNodes& certain = subject.certain();
  for (const auto& [id, nodes] :
       {std::pair{ResultKey("planning.nodes_p50"), certain.p50},
        std::pair{ResultKey("planning.nodes_p80"), certain.p80},
        std::pair{ResultKey("planning.nodes_p90"), certain.p90}})
    if (!is_absent(nodes)) told.push_back({id, nodes});
  const Scenario::Said* goal = plan.scenario.find("goal.kind");
  if (plan.found() && goal && goal->value.word == "required-bandwidth")
    for (const Requirement& each : requirements(best)) told.push_back({each.id, each.needed});
  return told;
}

}  // namespace llmsize

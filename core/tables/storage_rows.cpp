// SPDX-License-Identifier: Apache-2.0
// Varies a scenario along targets, modes and guidelines.
#include "core/tables/storage_rows.hpp"

#include "core/answer/views.hpp"
#include "core/inputs/list.hpp"

#include <fmt/format.h>

#include <cmath>

namespace llmsize {
namespace {

Scenario with(Scenario scenario, std::string_view key, std::string_view word) {
  scenario.set(key, word, Giver{std::string(key)});
  return scenario;
}

/// Nothing said about what the shared storage delivers.
Scenario without_storage(const Scenario& scenario) {
  Scenario bare = scenario;
  for (const auto& [key, said] : scenario.all())
    if (key.rfind("storage.", 0) == 0 && key.find("_share") == std::string::npos) bare.unset(key);
  return bare;
}

}  // namespace

AnsweredRows offload_rows(
    const std::vector<Scenario>& on_targets, const Catalog& catalog, const std::vector<const ResultRow*>& results,
    bool ranges, const std::function<void(std::size_t)>& progress) {
  AnsweredRows table{{}, results, {}};
  const auto targets = find_choice("memory.offload")->options;
  for (std::size_t i = 0; i < on_targets.size(); ++i) {
    AnsweredRow row = answer_row({}, on_targets[i], catalog, {table.results, ranges});
    const Result* link = row.answer.find("offload.limiting_link");
    row.carried = {
        {"offload.target", std::string(targets[i % targets.size()].word)},
        {"offload.limit", std::string(link && link->value > 0 ? word(link->row->key, link->value) : "")}};
    table.rows.push_back(std::move(row));
    if (progress) progress(table.rows.size());
  }
  return table;
}

AnsweredRows guideline_rows(
    const Scenario& scenario, const Catalog& catalog, const std::vector<const ResultRow*>& results) {
  AnsweredRows table{{"storage.id"}, results, {}};
  for (const std::string_view id : catalog.ids("guidelines"))
    table.rows.push_back(
        answer_row({}, with(without_storage(scenario), "storage.id", id), catalog, {results, false, {}, false}));
  return table;
}

bool is_settable_interval(double interval) {
  return std::isfinite(interval) && interval >= about_of("checkpoint.interval_given").least;
}

AnsweredRows checkpoint_rows(const Scenario& scenario, const Catalog& catalog, bool ranges) {
  AnsweredRows table{{"storage.id", "checkpoint.mode"}, view(Asked::training, {Use::saves}), {}};
  const Query query{table.results, ranges};
  for (const Option& mode : find_choice("checkpoint.mode")->options)
    table.rows.push_back(answer_row({}, with(scenario, "checkpoint.mode", mode.word), catalog, query));
  // Guidelines are compared at one interval, the scenario's own where it has one that can be set: a save in no time has
  // none.
  const Case plan = complete(scenario, catalog);
  const ResultRow& interval = result_row("checkpoint.interval");
  const double own = interval.value(Once(plan.values, dependents()));
  Scenario held = without_storage(scenario);
  if (is_settable_interval(own)) held = with(std::move(held), "checkpoint.interval_given", fmt::format("{}s", own));
  for (const std::string_view id : catalog.ids("guidelines"))
    table.rows.push_back(answer_row({}, with(held, "storage.id", id), catalog, query));
  return table;
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
#include "core/answer/limits.hpp"

#include "core/answer/answer.hpp"
#include "core/answer/certain_time.hpp"
#include "core/formula/render.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"
#include "core/quantity/ranges.hpp"
#include "core/scenario/load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

/// What a limit is of.
enum class Of { either, training, service };

/// A limit, and the result that it is compared with.
struct Limit {
  InputKey key;
  ResultKey judged;
  Of of;
};
const Limit limits[] = {
    {"goal.deadline", "training.calendar_time", Of::training},
    {"goal.tokens_per_second", "training.tokens_per_second", Of::training},
    {"goal.power", "economics.limited_power", Of::either},
    {"goal.racks", "bom.racks", Of::either},
    {"goal.budget", "economics.capex", Of::either},
    {"serving.ttft_limit", "serving.rate_at_limit", Of::service},
    {"serving.tpot_limit", "serving.rate_at_limit", Of::service},
    {"serving.latency_limit", "serving.rate_at_limit", Of::service}};

bool is_said(const Case& plan, InputKey key) { return plan.origin(key).kind == Origin::Kind::user; }

std::string shown(double value, ResultKey id) { return pretty(value, *result_row(id).about); }

FoundFinding told(const FindingAbout& about, const std::vector<std::string>& words, std::vector<std::string> fields) {
  FoundFinding finding = found(about, words);
  finding.fields = std::move(fields);
  return finding;
}

std::vector<std::string> labels_of(const std::vector<std::string_view>& keys) {
  std::vector<std::string> labels(keys.size());
  std::transform(keys.begin(), keys.end(), labels.begin(), [](std::string_view key) {
    return std::string(find_input(key)->label);
  });
  return labels;
}

void add_unjudged(const Case& plan, const Once& values, std::vector<FoundFinding>& all) {
  const bool trains = plan["workload.trains"] == 1;
  for (const Limit& limit : limits) {
    if (!is_said(plan, limit.key) || limit.of == (trains ? Of::service : Of::training)) continue;
    const ResultRow& row = result_row(limit.judged);
    if (!std::isnan(row.value(values))) continue;
    const std::vector<std::string_view> missing = missing_inputs(row.derivation(Tracing(plan.values)));
    if (missing.empty()) continue;
    const std::vector<std::string> labels = labels_of(missing);
    std::vector<std::string> fields{std::string(limit.key.text())};
    fields.insert(fields.end(), missing.begin(), missing.end());
    all.push_back(told(
        unjudged_limit, {std::string(find_input(limit.key)->label), fmt::format("{}", fmt::join(labels, ", "))},
        std::move(fields)));
  }
}

/// A goal of lowest cost or energy that no input gives.
void add_unweighed(const Case& plan, const Once& values, std::vector<FoundFinding>& all) {
  const std::string goal = plan.word("goal.kind");
  const bool cheapest = goal == "cheapest";
  if (!cheapest && goal != "least-energy") return;
  const ResultRow& row = result_row(cheapest ? ResultKey("economics.run_cost") : ResultKey("economics.energy"));
  if (!std::isnan(row.value(values))) return;
  const std::vector<std::string_view> missing = missing_inputs(row.derivation(Tracing(plan.values)));
  const std::vector<std::string> labels = labels_of(missing);
  all.push_back(told(
      unjudged_limit, {cheapest ? "Lowest cost" : "Lowest energy", fmt::format("{}", fmt::join(labels, ", "))},
      {"goal.kind"}));
}

/// A training whose layout is left open because no time is known of any.
void add_unplanned(const Case& plan, std::vector<FoundFinding>& all) {
  constexpr InputKey utilised = "software.at_utilisation";
  if (!(plan["workload.trains"] * plan["layout.open"] * plan[utilised] == 1) || is_said(plan, "software.utilisation") ||
      is_absent(plan["model.layers"]))
    return;
  Values timed = plan.values;
  timed.give(utilised, 0);
  const std::vector<std::string_view> missing =
      missing_inputs(result_row("training.step_time").derivation(Tracing(timed)));
  if (missing.empty()) return;
  all.push_back(told(
      layout_not_planned, {fmt::format("{}", fmt::join(labels_of(missing), ", "))}, {missing.begin(), missing.end()}));
}

void add_deadline(const Case& plan, const Once& values, std::vector<FoundFinding>& all) {
  constexpr ResultKey calendar = "training.calendar_time";
  const double deadline = plan["goal.deadline"], median = result_row(calendar).value(values);
  if (!(plan["workload.trains"] == 1) || !(median <= deadline)) return;
  const std::vector<std::string> fields{"goal.deadline", std::string(calendar.text())};
  if (const double certain = certain_time(plan); certain > deadline)
    all.push_back(told(
        late_at_certainty,
        {shown(certain, calendar), "P" + plan.word("goal.certainty").substr(1), shown(deadline, calendar)}, fields));
  else if (const double late = time_at(plan, "p80"); late > deadline)
    all.push_back(told(
        late_at_p80,
        {fmt::format("{:.0f}%", 100 * chance(plan)), shown(late, calendar), shown(late - deadline, calendar)}, fields));
}

constexpr ResultKey kept = "serving.rate_at_limit", wanted = "serving.wanted_rate";

/// A rate that is asked for beside another load, beyond what the prefix cache sustains, or without an SLO: where it is
/// the load, its own latencies are judged.
void add_missed_rate(const Case& plan, const Once& values, std::vector<FoundFinding>& all) {
  const bool asked = is_said(plan, "goal.request_rate") || is_said(plan, "goal.tokens_per_second");
  const double served = result_row(kept).value(values), rate = result_row(wanted).value(values);
  const bool beside = asked && plan["serving.rate"] != rate, forgets = plan["traffic.reuse_rate"] < rate;
  const bool unjudged = !has_latency_slo(plan) && rate <= result_row("serving.capacity").value(values);
  if (!(plan["workload.trains"] == 0) || !(beside || forgets || unjudged) || !(served < rate)) return;
  all.push_back(told(
      rate_missed, {promised(served), pretty(rate, Unit::count)}, {"goal.request_rate", std::string(kept.text())}));
}

void add_rate(const Case& plan, const Once& values, std::vector<FoundFinding>& all) {
  // A traffic class has limits, too.
  if (!has_latency_slo(plan) || plan["workload.trains"] == 1) return;
  const double median = result_row(kept).value(values), rate = result_row(wanted).value(values);
  if (median == 0) {
    // The least latency there is. Above the capacity, the TPOT of the load itself is not known.
    Once alone(plan.values, dependents());
    const Change batch_of_one[] = {
        {"serving.concurrency", result_row("serving.decode_replicas").value(values)},
        {"serving.requests", absent},
        {"serving.at_batch", 0}};
    alone.change(batch_of_one);
    const auto at = [&](ResultKey id) { return shown(result_row(id).value(alone), id); };
    all.push_back(told(
        no_rate_kept, {at("serving.prefill_time"), at("serving.tpot")}, {"serving.ttft_limit", "serving.tpot_limit"}));
    return;
  }
  if (!(median >= rate)) return;
  const auto ends = range(plan, result_row(kept));
  if (!ends || !(ends->first < rate)) return;
  // As in its range, unless that would read as enough.
  const std::string target = pretty(rate, Unit::count), low = pretty(ends->first, Unit::ratio);
  all.push_back(told(
      rate_at_risk, {promised(median), low == target ? promised(ends->first) : low, target},
      {"goal.request_rate", std::string(kept.text())}));
}

}  // namespace

std::vector<FoundFinding> limit_findings(const Case& plan, const Once& values) {
  std::vector<FoundFinding> all;
  add_unjudged(plan, values, all);
  add_unweighed(plan, values, all);
  add_unplanned(plan, all);
  add_deadline(plan, values, all);
  add_missed_rate(plan, values, all);
  add_rate(plan, values, all);
  return all;
}

}  // namespace llmsize

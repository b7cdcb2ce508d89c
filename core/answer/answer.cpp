// SPDX-License-Identifier: Apache-2.0
// Computes answers: values, missing inputs, ranges, findings.
#include "core/answer/answer.hpp"

#include "core/answer/ranges.hpp"
#include "core/formula/render.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

namespace llmsize {
namespace {

std::string_view room_of(std::string_view id) { return id.substr(0, id.find('.')); }

bool contains(const std::vector<std::string_view>& rooms, std::string_view room) {
  return std::find(rooms.begin(), rooms.end(), room) != rooms.end();
}

/// How a result changes with one uncertain input, per standard deviation of that input, base units.
struct Slope {
  InputKey key;
  double change;
};

/// The values where one input has moved by so many of its standard deviations.
Values with_moved(const Case& plan, InputKey key, double deviations) {
  Values values = plan.values;
  values.value[key.slot()] *= std::exp(deviations * plan.spread(key));
  values.settle();
  return values;
}

/// The result there.
double with_moved(const Case& plan, const ResultRow& row, InputKey key, double deviations) {
  return row.value(Once(with_moved(plan, key, deviations), dependents()));
}

/// Fills in slopes that are nothing by trying the ends of the range: what stands behind the larger of two numbers may
/// overtake it there. `changes` has one per result.
void try_ends(const Case& plan, const std::vector<const ResultRow*>& rows, InputKey key, std::vector<double>& changes) {
  const auto is_tried = [&](std::size_t i) { return changes[i] == 0 && dependents()[key.slot()][rows[i]->key.slot()]; };
  std::vector<std::size_t> tried;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (is_tried(i)) tried.push_back(i);
  if (tried.empty()) return;
  const Once high(with_moved(plan, key, z90), dependents()), low(with_moved(plan, key, -z90), dependents());
  for (const std::size_t i : tried) changes[i] = (rows[i]->value(high) - rows[i]->value(low)) / (2 * z90);
}

/// Slopes of each of several results over all uncertain inputs: pass after pass of `lanes` of them.
std::vector<std::vector<Slope>> slopes(const Case& plan, const std::vector<const ResultRow*>& rows) {
  std::vector<Sloping::Lane> uncertain;
  for (std::size_t slot = 0; slot < input_count; ++slot)
    if (const InputKey key = InputKey::at(slot); plan.spread(key) > 0 && plan.has(key))
      uncertain.push_back({key, plan.spread(key) * plan[key]});
  std::vector<std::vector<Slope>> all(rows.size());
  for (std::size_t first = 0; first < uncertain.size(); first += lanes) {
    const std::vector<Sloping::Lane> pass(
        uncertain.begin() + static_cast<std::ptrdiff_t>(first),
        uncertain.begin() + static_cast<std::ptrdiff_t>(std::min(first + lanes, uncertain.size())));
    const Sloping sloping(plan.values, pass);
    for (std::size_t lane = 0; lane < pass.size(); ++lane) {
      std::vector<double> changes;
      for (const ResultRow* row : rows) changes.push_back(row->slope(sloping).slope[lane]);
      try_ends(plan, rows, pass[lane].key, changes);
      for (std::size_t i = 0; i < rows.size(); ++i)
        if (changes[i] != 0) all[i].push_back({pass[lane].key, changes[i]});
    }
  }
  return all;
}

std::vector<Slope> slopes(const Case& plan, const ResultRow& row) { return slopes(plan, std::vector{&row}).front(); }

/// The result where every uncertain input has moved together by `deviations`, each by its share: exact where a result
/// is a product of its uncertain inputs, and whole where it is a count.
double moved(
    const Case& plan, const ResultRow& row, const std::vector<Slope>& along, double length, double deviations) {
  Values values = plan.values;
  for (const Slope& slope : along)
    values.value[slope.key.slot()] *= std::exp(deviations * plan.spread(slope.key) * slope.change / length);
  values.settle();
  return row.value(Once(values, dependents()));
}

/// Dividing by what is nothing gives no number.
double finite(double value) { return std::isfinite(value) ? value : absent; }

}  // namespace

const Result* Answer::find(std::string_view id) const {
  const auto found =
      std::find_if(results.begin(), results.end(), [&](const Result& result) { return result.row->about->id == id; });
  return found == results.end() ? nullptr : &*found;
}

void Answer::tell(ResultKey key, double value) {
  for (Result& result : results)
    if (result.row->about->id == key.text()) result.value = value;
}

bool Answer::has_error() const {
  return std::any_of(findings.begin(), findings.end(), [](const FoundFinding& finding) {
    return finding.severity == Severity::error;
  });
}

std::vector<const ResultRow*> rows_of_rooms(const std::vector<std::string_view>& rooms) {
  std::vector<const ResultRow*> rows;
  for (const ResultRow& row : results())
    if (contains(rooms, room_of(row.about->id))) rows.push_back(&row);
  return rows;
}

void Answer::add(std::vector<FoundFinding> more) {
  findings.insert(findings.begin(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  std::stable_sort(
      findings.begin(), findings.end(), [](const auto& a, const auto& b) { return a.severity > b.severity; });
}

std::vector<Sensitivity> sensitivities(const Case& plan, const ResultRow& row) {
  std::vector<Slope> all = slopes(plan, row);
  std::sort(
      all.begin(), all.end(), [](const Slope& a, const Slope& b) { return std::abs(a.change) > std::abs(b.change); });
  double variance = 0;
  for (const Slope& slope : all) variance += slope.change * slope.change;
  std::vector<Sensitivity> found;
  found.reserve(all.size());
  for (const Slope& slope : all)
    found.push_back(
        {slope.key, with_moved(plan, row, slope.key, -z90), with_moved(plan, row, slope.key, z90),
         slope.change * slope.change / variance});
  return found;
}

Ranges ranges(const Case& plan, const std::vector<const ResultRow*>& rows) {
  Ranges all;
  const auto along = slopes(plan, rows);
  const Once values(plan.values, dependents());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    all.emplace_back();
    double variance = 0;
    for (const Slope& slope : along[i]) variance += slope.change * slope.change;
    if (!std::isfinite(rows[i]->value(values)) || !(variance > 0)) continue;
    const double length = std::sqrt(variance);
    const double low = moved(plan, *rows[i], along[i], length, -z90),
                 high = moved(plan, *rows[i], along[i], length, z90);
    if (low != high) all.back() = std::pair{low, high};
  }
  return all;
}

std::optional<std::pair<double, double>> range(const Case& plan, const ResultRow& row) {
  return ranges(plan, {&row}).front();
}

double spread_by(const Case& plan, const ResultRow& row, const std::vector<InputKey>& inputs) {
  double variance = 0;
  for (const Slope& slope : slopes(plan, row))
    if (std::find(inputs.begin(), inputs.end(), slope.key) != inputs.end()) variance += slope.change * slope.change;
  return std::sqrt(variance) / row.value(Once(plan.values, dependents()));
}

double elasticity(const Case& plan, const ResultRow& row, const std::vector<InputKey>& inputs) {
  double largest = 0;
  for (std::size_t from = 0; from < inputs.size(); from += lanes) {
    std::vector<Sloping::Lane> some;
    for (std::size_t i = from; i < std::min(inputs.size(), from + lanes); ++i)
      if (const double value = plan[inputs[i]]; std::isfinite(value)) some.push_back({inputs[i], value});
    const Sloping sloping(plan.values, some);
    const Sloped<double>& moved = row.slope(sloping);
    for (std::size_t i = 0; i < some.size(); ++i)
      if (const double share = std::abs(moved.slope[i] / moved.value); share > largest) largest = share;
  }
  return largest;
}

double chance(const Case& plan) {
  const ResultRow& row = result_row("training.calendar_time");
  const double median = row.value(Once(plan.values, dependents())), deadline = plan["goal.deadline"];
  if (is_absent(median) || is_absent(deadline)) return absent;
  const auto ends = range(plan, row);
  if (!ends) return median <= deadline ? 1 : 0;
  const double end = deadline < median ? median / ends->first : ends->second / median;
  const double deviations = z90 * std::log(deadline / median) / std::log(end);
  return 0.5 * std::erfc(-deviations / std::numbers::sqrt2);
}

namespace {

void add_ranges(const Case& plan, std::vector<Result>& results) {
  std::vector<const ResultRow*> rows;
  for (const Result& result : results)
    if (!is_absent(result.value)) rows.push_back(result.row);
  const Ranges all = ranges(plan, rows);
  auto found = all.begin();
  for (Result& result : results)
    if (!is_absent(result.value))
      if (const auto& ends = *found++) std::tie(result.p10, result.p90) = *ends;
}

}  // namespace

Answer answer(const Case& plan, const Question& question) {
  const Once values(plan.values, dependents());
  const Tracing tracing(plan.values);
  Behind shown;
  Answer answer;
  for (const ResultRow* row : question.rows) {
    Result result{row, finite(row->value(values)), {}, {}, {}};
    if (row->about->id == "goal.chance") result.value = chance(plan);
    if (is_absent(result.value)) result.missing = missing_inputs(row->derivation(tracing));
    if (question.headlines.empty() && !is_absent(result.value)) shown.add(row->derivation(tracing));
    answer.results.push_back(std::move(result));
  }
  if (question.ranges) add_ranges(plan, answer.results);
  if (!question.findings) return answer;
  for (const ResultKey key : question.headlines)
    if (const ResultRow& row = result_row(key); std::isfinite(row.value(values))) shown.add(row.derivation(tracing));
  answer.findings = assumptions(plan, shown);
  answer.add(measured_elsewhere(plan));
  answer.add(broken_rules(plan, tracing, shown));
  return answer;
}

}  // namespace llmsize

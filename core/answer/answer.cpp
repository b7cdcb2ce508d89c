// SPDX-License-Identifier: Apache-2.0
// Computes answers: values, missing inputs, ranges, findings.
#include "core/answer/answer.hpp"

#include "core/formula/render.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

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

/// The result where one input has moved by so many of its standard deviations.
double with_moved(const Case& plan, const ResultRow& row, InputKey key, double deviations) {
  Values values = plan.values;
  values.value[key.slot()] *= std::exp(deviations * plan.spread(key));
  values.settle();
  return row.value(Once(values, dependents()));
}

/// Slopes of a result over all uncertain inputs: pass after pass of `lanes` of them. Where a slope is nothing, the ends
/// of the range are tried: what stands behind the larger of two numbers may overtake it there.
std::vector<Slope> slopes(const Case& plan, const ResultRow& row) {
  std::vector<Sloping::Lane> uncertain;
  for (std::size_t slot = 0; slot < input_count; ++slot)
    if (const InputKey key = InputKey::at(slot); plan.spread(key) > 0 && plan.has(key))
      uncertain.push_back({key, plan.spread(key) * plan[key]});
  std::vector<Slope> all;
  for (std::size_t first = 0; first < uncertain.size(); first += lanes) {
    const std::vector<Sloping::Lane> pass(
        uncertain.begin() + static_cast<std::ptrdiff_t>(first),
        uncertain.begin() + static_cast<std::ptrdiff_t>(std::min(first + lanes, uncertain.size())));
    const Sloping sloping(plan.values, pass);
    const Sloped<double>& number = row.slope(sloping);
    for (std::size_t lane = 0; lane < pass.size(); ++lane) {
      const InputKey key = pass[lane].key;
      double change = number.slope[lane];
      if (change == 0 && dependents()[key.slot()][row.key.slot()])
        change = (with_moved(plan, row, key, z90) - with_moved(plan, row, key, -z90)) / (2 * z90);
      if (change != 0) all.push_back({key, change});
    }
  }
  return all;
}

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

std::optional<std::pair<double, double>> range(const Case& plan, const ResultRow& row) {
  const double value = row.value(Once(plan.values, dependents()));
  const auto along = slopes(plan, row);
  double variance = 0;
  for (const Slope& slope : along) variance += slope.change * slope.change;
  if (!std::isfinite(value) || !(variance > 0)) return {};
  const double length = std::sqrt(variance);
  const double low = moved(plan, row, along, length, -z90), high = moved(plan, row, along, length, z90);
  if (low == high) return {};
  return std::pair{low, high};
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

Answer answer(const Case& plan, const Question& question) {
  const Once values(plan.values, dependents());
  const Tracing tracing(plan.values);
  Behind shown;
  Answer answer;
  for (const ResultRow* row : question.rows) {
    Result result{row, finite(row->value(values)), {}, {}, {}};
    if (row->about->id == "goal.chance") result.value = chance(plan);
    if (is_absent(result.value))
      result.missing = missing_inputs(row->derivation(tracing));
    else if (const auto found = question.ranges ? range(plan, *row) : std::nullopt)
      std::tie(result.p10, result.p90) = *found;
    if (question.headlines.empty() && !is_absent(result.value)) shown.add(row->derivation(tracing));
    answer.results.push_back(std::move(result));
  }
  if (!question.findings) return answer;
  for (const ResultKey key : question.headlines)
    if (const ResultRow& row = result_row(key); std::isfinite(row.value(values))) shown.add(row.derivation(tracing));
  answer.findings = assumptions(plan, shown);
  answer.add(measured_elsewhere(plan));
  answer.add(broken_rules(plan, tracing, shown));
  return answer;
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
#include "core/calibration/distance_fit.hpp"

#include "core/calibration/folds.hpp"
#include "core/quantity/absent.hpp"
#include "core/quantity/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace llmsize {
namespace {

using Spreads = std::map<std::string, double>;

double square(double x) { return x * x; }

double times_of(const DistantRow& row, const std::string& input) {
  for (const auto& [name, times] : row.parts)
    if (name == input) return times;
  return 0;
}

/// Square of the standard deviation of a row, without what one input adds.
double variance_without(const DistantRow& row, const Spreads& spreads, const std::string& input = {}) {
  double sum = square(row.near);
  for (const auto& [name, times] : row.parts)
    if (const auto found = spreads.find(name); name != input && found != spreads.end())
      sum += square(times * found->second);
  return sum;
}

/// A source with many rows is not as much evidence as as many sources.
std::map<std::string, double> weights_of(const std::vector<DistantRow>& rows) {
  std::map<std::string, double> weights;
  for (const DistantRow& row : rows) weights[row.source] += 1;
  for (auto& [source, weight] : weights) weight = 1 / std::sqrt(weight);
  return weights;
}

std::set<std::string> inputs_of(const std::vector<DistantRow>& rows) {
  std::set<std::string> inputs;
  for (const DistantRow& row : rows)
    for (const auto& [input, times] : row.parts) inputs.insert(input);
  return inputs;
}

std::vector<DistantRow> rows_with(const std::vector<DistantRow>& rows, const std::string& input) {
  std::vector<DistantRow> kept;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(kept), [&](const DistantRow& row) {
    return times_of(row, input) > 0;
  });
  return kept;
}

}  // namespace

std::vector<DistantRow> distant_rows(const std::vector<Prediction>& near) {
  std::vector<DistantRow> rows;
  for (const Prediction& each : near) {
    if (!each.p10 || !each.p90) continue;
    const double error = std::log(each.predicted / each.measured);
    const double end = error < 0 ? std::log(*each.p90 / each.predicted) : std::log(each.predicted / *each.p10);
    DistantRow row{each.row->source, error, end / z90, {}};
    for (const FarPart& part : each.far.parts) row.parts.emplace_back(std::string(part.by.text()), part.times);
    rows.push_back(std::move(row));
  }
  return rows;
}

double share_inside(const std::vector<DistantRow>& rows, const Spreads& spreads) {
  const auto weights = weights_of(rows);
  double all = 0, inside = 0;
  for (const DistantRow& row : rows) {
    const double weight = weights.at(row.source);
    all += weight;
    if (std::abs(row.error) <= z90 * std::sqrt(variance_without(row, spreads)) * (1 + 1e-9)) inside += weight;
  }
  return all > 0 ? inside / all : absent;
}

Spreads fit_spreads(const std::vector<DistantRow>& rows) {
  constexpr double wanted = 0.8;
  constexpr int turns = 60;
  const auto weights = weights_of(rows);
  const std::set<std::string> inputs = inputs_of(rows);
  // Rows that are hardly off tell nothing of those that are far: the farther half of the way counts.
  Spreads spreads, enough;
  for (const std::string& input : inputs) {
    spreads[input] = 0;
    for (const DistantRow& row : rows) enough[input] = std::max(enough[input], times_of(row, input) / 2);
  }
  for (int turn = 0; turn < turns; ++turn)
    for (const std::string& input : inputs) {
      Weighted needed;
      for (const DistantRow& row : rows)
        if (const double times = times_of(row, input); times > 0 && times >= enough.at(input)) {
          const double missing = square(row.error / z90) - variance_without(row, spreads, input);
          needed.emplace_back(std::sqrt(std::max(0.0, missing)) / times, weights.at(row.source));
        }
      // Half the way: spreads that rows have in common would take turns else.
      spreads[input] = 0.5 * (spreads[input] + quantile(std::move(needed), wanted));
    }
  return spreads;
}

std::vector<FittedSpread> fitted_spreads(const std::vector<DistantRow>& rows, std::uint32_t seed) {
  std::set<std::string> sources;
  for (const DistantRow& row : rows) sources.insert(row.source);
  const auto half = dealt(sources, 2, seed);
  std::vector<DistantRow> halves[2];
  for (const DistantRow& row : rows) halves[half.at(row.source)].push_back(row);
  const Spreads all = fit_spreads(rows), of_half[] = {fit_spreads(halves[0]), fit_spreads(halves[1])};
  std::vector<FittedSpread> fitted;
  for (const auto& [input, spread] : all) {
    const auto own = rows_with(rows, input);
    std::set<std::string> own_sources;
    for (const DistantRow& row : own) own_sources.insert(row.source);
    Spreads without = all;
    without[input] = 0;
    double inside = 0, count = 0;
    for (const std::size_t each : {std::size_t{0}, std::size_t{1}}) {
      const auto tested = rows_with(halves[each], input);
      if (tested.empty() || !of_half[1 - each].contains(input)) continue;
      inside += share_inside(tested, of_half[1 - each]) * static_cast<double>(tested.size());
      count += static_cast<double>(tested.size());
    }
    fitted.push_back(
        {input, own.size(), own_sources.size(), spread, share_inside(own, without),
         count > 0 ? inside / count : absent});
  }
  return fitted;
}

}  // namespace llmsize

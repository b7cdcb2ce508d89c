// SPDX-License-Identifier: Apache-2.0
// Solves for hidden inputs: a grid in logarithms, of which the best places are refined.
#include "core/audit/audit.hpp"

#include "core/files/bad_input.hpp"
#include "core/inputs/list.hpp"
#include "core/registry/broken.hpp"
#include "core/registry/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace llmsize {
namespace {

/// Where all hidden inputs stand, each from 0 at the low to 1 at the high end of its range.
using Place = std::vector<double>;
constexpr double unknown_cost = 1e6, narrowest_step = 1e-5, nearness = 1e-4;
constexpr std::size_t refined = 3;

class Solver {
 public:
  Solver(const std::vector<Claim>& claims, const std::vector<Hidden>& hidden, const std::map<std::string, Case>& cases)
      : claims_(claims), hidden_(hidden) {
    for (const auto& [target, plan] : cases) worlds_.emplace(target, Once(plan.values, dependents()));
    for (const Hidden& each : hidden) {
      const double now = cases.begin()->second[each.key];
      const double at = std::log(now / each.low) / std::log(each.high / each.low);
      start_.push_back(std::isfinite(at) ? std::clamp(at, 0.0, 1.0) : 0.5);
      splits_ = splits_ || (about_of(each.key).whole && each.key.text().starts_with("layout."));
    }
    lay_out_grid();
  }

  Settled settled(const std::vector<std::size_t>& chosen) {
    std::vector<std::size_t> order(grid_.size());
    std::iota(order.begin(), order.end(), 0);
    std::vector<double> costs;
    costs.reserve(grid_.size());
    for (std::size_t i = 0; i < grid_.size(); ++i) costs.push_back(cost(chosen, values_[i], grid_[i]));
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return costs[a] < costs[b]; });
    Place best = start_;
    double least = cost(chosen, values_at(best), best);
    for (std::size_t i = 0; i < std::min(refined, order.size()); ++i) {
      auto [place, found] = refine(chosen, grid_[order[i]], costs[order[i]]);
      if (found < least) {
        best = std::move(place);
        least = found;
      }
    }
    Settled settled{chosen, {}, values_at(best), true};
    for (std::size_t i = 0; i < hidden_.size(); ++i) settled.hidden.push_back(value_of(i, best[i]));
    for (const std::size_t each : chosen) settled.holds &= holds(claims_[each], settled.values[each]);
    return settled;
  }

  /// Per cent of a claim per per cent of a hidden input.
  std::vector<std::vector<double>> sensitivities(const Settled& at) {
    constexpr double nudge = 0.01;
    std::vector<std::vector<double>> all(claims_.size(), std::vector<double>(hidden_.size(), absent));
    for (std::size_t i = 0; i < hidden_.size(); ++i) {
      Place place;
      for (std::size_t j = 0; j < hidden_.size(); ++j)
        place.push_back(
            std::log(at.hidden[j] * (i == j ? 1 + nudge : 1) / hidden_[j].low) /
            std::log(hidden_[j].high / hidden_[j].low));
      std::vector<double> near;
      near.reserve(place.size());
      for (std::size_t j = 0; j < place.size(); ++j) near.push_back(between(j, place[j]));
      const std::vector<double> moved = values_of(near);
      for (std::size_t claim = 0; claim < claims_.size(); ++claim)
        all[claim][i] = std::log(moved[claim] / at.values[claim]) / std::log(1 + nudge);
    }
    return all;
  }

  bool known(std::size_t claim) const {
    return std::any_of(values_.begin(), values_.end(), [&](const auto& values) { return values[claim] > 0; });
  }

 private:
  double between(std::size_t hidden, double place) const {
    return hidden_[hidden].low * std::pow(hidden_[hidden].high / hidden_[hidden].low, place);
  }

  /// Counts are whole, within their range where it has a whole number.
  double value_of(std::size_t hidden, double place) const {
    const Hidden& range = hidden_[hidden];
    const double value = between(hidden, place);
    if (!about_of(range.key).whole) return value;
    const double least = std::ceil(range.low), most = std::floor(range.high);
    return least > most ? value : std::clamp(std::round(value), least, most);
  }

  /// Whether the model and the GPUs divide by the degrees of a layout.
  static bool is_divisible(const Once& world) {
    const double data = world[InputKey("layout.data")];
    if (!is_absent(data) && std::abs(data - std::round(data)) > 1e-9) return false;
    return !is_broken("layout.indivisible", world);
  }

  /// What claims come to at a place; absent where the layout is not possible there.
  std::vector<double> values_at(const Place& place) {
    std::vector<double> inputs;
    inputs.reserve(place.size());
    for (std::size_t i = 0; i < place.size(); ++i) inputs.push_back(value_of(i, place[i]));
    std::vector<double> values = values_of(inputs);
    const bool possible = !splits_ || std::all_of(worlds_.begin(), worlds_.end(), [](const auto& each) {
      return is_divisible(each.second);
    });
    return possible ? values : std::vector<double>(claims_.size(), absent);
  }

  std::vector<double> values_of(const std::vector<double>& inputs) {
    for (auto& [target, world] : worlds_)
      for (std::size_t i = 0; i < hidden_.size(); ++i) world.change(hidden_[i].key, inputs[i]);
    const auto of = [&](const Term& term) {
      const Once& world = worlds_.at(term.target);
      const auto result = term.number.result();
      return result ? result_row(*result).value(world) : world[*term.number.input()];
    };
    std::vector<double> values;
    values.reserve(claims_.size());
    for (const Claim& claim : claims_) values.push_back(of(claim.over) / (claim.under ? of(*claim.under) : 1));
    return values;
  }

  /// Squares of what claims are off by, in tolerances; a little for leaving what the scenario says.
  double cost(const std::vector<std::size_t>& chosen, const std::vector<double>& values, const Place& place) const {
    double sum = 0;
    for (const std::size_t each : chosen) {
      const double off = std::log(values[each] / claims_[each].claimed) / std::log1p(claims_[each].tolerance);
      sum += std::isfinite(off) ? off * off : unknown_cost;
    }
    for (std::size_t i = 0; i < place.size(); ++i) sum += nearness * (place[i] - start_[i]) * (place[i] - start_[i]);
    return sum;
  }

  void lay_out_grid() {
    const std::size_t each = hidden_.size() <= 2 ? 25 : hidden_.size() == 3 ? 13 : 7;
    std::size_t count = 1;
    for (std::size_t i = 0; i < hidden_.size(); ++i) count *= each;
    for (std::size_t n = 0; n < count; ++n) {
      Place place;
      for (std::size_t i = 0, rest = n; i < hidden_.size(); ++i, rest /= each)
        place.push_back(double(rest % each) / double(each - 1));
      values_.push_back(values_at(place));
      grid_.push_back(std::move(place));
    }
  }

  /// Goes along each axis while that helps, in ever smaller steps.
  std::pair<Place, double> refine(const std::vector<std::size_t>& chosen, Place place, double least) {
    for (double step = 0.1; step > narrowest_step; step /= 2)
      for (bool better = true; better;) {
        better = false;
        for (std::size_t i = 0; i < place.size(); ++i)
          for (const double by : {-step, step}) {
            Place tried = place;
            tried[i] = std::clamp(tried[i] + by, 0.0, 1.0);
            const double found = cost(chosen, values_at(tried), tried);
            if (!(found < least - 1e-12)) continue;
            place = std::move(tried);
            least = found;
            better = true;
          }
      }
    return {place, least};
  }

  const std::vector<Claim>& claims_;
  const std::vector<Hidden>& hidden_;
  std::map<std::string, Once> worlds_{};
  Place start_{};
  bool splits_ = false;  ///< whether a degree of the layout is hidden
  std::vector<Place> grid_{};
  std::vector<std::vector<double>> values_{};  ///< of all claims, per place of the grid
};

/// All sets of so many claims, largest first.
std::vector<std::vector<std::size_t>> sets_of(std::size_t claims) {
  std::vector<std::vector<std::size_t>> sets;
  for (std::size_t bits = 1; bits < std::size_t(1) << claims; ++bits) {
    std::vector<std::size_t> set;
    for (std::size_t i = 0; i < claims; ++i)
      if (bits >> i & 1) set.push_back(i);
    sets.push_back(std::move(set));
  }
  std::stable_sort(sets.begin(), sets.end(), [](const auto& a, const auto& b) { return a.size() > b.size(); });
  return sets;
}

}  // namespace

bool holds(const Claim& claim, double value) {
  constexpr double rounding = 1e-6;
  return std::abs(std::log(value / claim.claimed)) <= std::log1p(claim.tolerance) + rounding;
}

Audit audit(
    const std::vector<Claim>& claims, const std::vector<Hidden>& hidden, const std::map<std::string, Case>& cases,
    const std::function<void(std::size_t)>& progress) {
  Solver solver(claims, hidden, cases);
  for (std::size_t i = 0; i < claims.size(); ++i)
    if (!solver.known(i))
      throw BadInput(
          BadInput::Kind::data,
          fmt::format("{}: not computed by the scenario for any value of the hidden inputs", claims[i].text));
  Audit audit;
  std::size_t tried = 0;
  for (const std::vector<std::size_t>& set : sets_of(claims.size())) {
    const bool within = std::any_of(audit.sets.begin(), audit.sets.end(), [&](const Settled& larger) {
      return std::includes(larger.claims.begin(), larger.claims.end(), set.begin(), set.end());
    });
    if (!within) {
      Settled settled = solver.settled(set);
      if (set.size() == claims.size()) audit.together = settled;
      if (settled.holds) audit.sets.push_back(std::move(settled));
    }
    if (progress) progress(++tried);
  }
  audit.sensitivities = solver.sensitivities(audit.best());
  return audit;
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// Computes answers: values, missing inputs, ranges, findings.
#include "core/answer/answer.hpp"

#include "core/answer/first_error.hpp"
#include "core/answer/limits.hpp"
#include "core/answer/of_layout.hpp"
#include "core/answer/ranges.hpp"
#include "core/formula/render.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"
#include "core/quantity/statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
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

/// The uncertain inputs of a case in passes of `lanes`. A pass is computed when a result is first asked for that rests
/// on any of its inputs, and results share what stands behind several of them.
class RangePasses {
 public:
  /// The case has to outlive it.
  explicit RangePasses(const Case& plan) : plan_(plan) {
    for (std::size_t slot = 0; slot < input_count; ++slot)
      if (const InputKey key = InputKey::at(slot); plan.spread(key) > 0 && plan.has(key)) {
        if (all_.empty() || all_.back().lanes.size() == lanes) all_.emplace_back();
        all_.back().lanes.push_back({key, plan.spread(key) * plan[key]});
      }
  }

  /// Slopes of a result over all uncertain inputs. Where one is nothing, the ends of the range are tried: what stands
  /// behind the larger of two numbers may overtake it there.
  std::vector<Slope> slopes(const ResultRow& row) const {
    const auto rests_on = [&](const Sloping::Lane& lane) { return dependents()[lane.key.slot()][row.key.slot()]; };
    std::vector<Slope> found;
    for (const Pass& pass : all_) {
      if (std::none_of(pass.lanes.begin(), pass.lanes.end(), rests_on)) continue;
      if (!pass.sloping) pass.sloping.emplace(plan_.values, pass.lanes);
      const Sloped<double>& number = row.slope(*pass.sloping);
      for (std::size_t lane = 0; lane < pass.lanes.size(); ++lane) {
        double change = number.slope[lane];
        const bool is_behind = (number.slope.behind >> lane & 1U) != 0;
        if (change == 0 && is_behind) change = between_ends(row, pass.lanes[lane].key);
        if (change != 0) found.push_back({pass.lanes[lane].key, change});
      }
    }
    return found;
  }

  /// P10 and P90 of a result.
  std::optional<std::pair<double, double>> range(const ResultRow& row) const {
    const std::vector<Slope> along = slopes(row);
    double variance = 0;
    for (const Slope& slope : along) variance += slope.change * slope.change;
    const double median = row.value(values_);
    if (!std::isfinite(median) || !(variance > 0)) return {};
    const double length = std::sqrt(variance);
    const double low = moved(plan_, row, along, length, -z90), high = moved(plan_, row, along, length, z90);
    // Where a future has no answer, as of a server that is overloaded in it, there is no range to tell.
    if (low == high || !std::isfinite(low) || !std::isfinite(high)) return {};
    // What is cut off or chosen may lie beyond both ends: the median does not.
    return std::minmax({low, high, median});
  }

 private:
  struct Pass {
    std::vector<Sloping::Lane> lanes{};
    mutable std::optional<Sloping> sloping{};
  };
  struct Ends {
    Once low, high;
  };

  double between_ends(const ResultRow& row, InputKey key) const {
    std::unique_ptr<Ends>& ends = ends_[key.slot()];
    if (!ends)
      ends.reset(
          new Ends{Once(with_moved(plan_, key, -z90), dependents()), Once(with_moved(plan_, key, z90), dependents())});
    return (row.value(ends->high) - row.value(ends->low)) / (2 * z90);
  }

  const Case& plan_;
  Once values_{plan_.values, dependents()};
  std::vector<Pass> all_;
  mutable std::map<std::size_t, std::unique_ptr<Ends>> ends_;
};

namespace {

/// The ranges that a thread asked for last: a search, its verdict and its columns ask for that of one time each.
class LastRanges {
 public:
  using Range = std::optional<std::pair<double, double>>;

  Range of(const Case& plan, const ResultRow& row, const std::function<Range()>& computed) {
    for (const Known& each : known_)
      if (each.row == &row && each.is_of(plan)) return each.range;
    const Range range = computed();
    known_[next_] = {&row, plan.values, plan.spreads, range};
    next_ = (next_ + 1) % known_.size();
    return range;
  }

 private:
  struct Known {
    const ResultRow* row = nullptr;
    Values values{};
    std::array<double, input_count> spreads{};
    Range range{};

    /// By their bits: absent values are NaN.
    bool is_of(const Case& plan) const {
      const auto same = [](const auto& one, const auto& other) {
        return std::equal(one.begin(), one.end(), other.begin(), [](double a, double b) {
          return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
        });
      };
      return same(values.value, plan.values.value) && values.given == plan.values.given &&
             values.mixture == plan.values.mixture && same(spreads, plan.spreads);
    }
  };
  std::vector<Known> known_ = std::vector<Known>(8);
  std::size_t next_ = 0;
};

LastRanges& last_ranges() {
  thread_local LastRanges last;
  return last;
}

std::vector<Slope> slopes(const Case& plan, const ResultRow& row) { return RangePasses(plan).slopes(row); }

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

Ranges::Ranges(const Case& plan) : plan_(plan) {}
Ranges::~Ranges() = default;

std::optional<std::pair<double, double>> Ranges::of(const ResultRow& row) const {
  return last_ranges().of(plan_, row, [&] {
    if (!passes_) passes_ = std::make_unique<const RangePasses>(plan_);
    return passes_->range(row);
  });
}

std::optional<std::pair<double, double>> range(const Case& plan, const ResultRow& row) { return Ranges(plan).of(row); }

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
  if (reads_any(row, plan.unplanned) || plan["workload.trains"] == 0) return absent;
  const double median = row.value(Once(plan.values, dependents())), deadline = plan["goal.deadline"];
  if (is_absent(median) || is_absent(deadline)) return absent;
  const auto ends = range(plan, row);
  if (!ends) return median <= deadline ? 1 : 0;
  const double end = deadline < median ? median / ends->first : ends->second / median;
  const double deviations = z90 * std::log(deadline / median) / std::log(end);
  return 0.5 * std::erfc(-deviations / std::numbers::sqrt2);
}

double result_value(const Case& plan, const Once& values, const ResultRow& row) {
  return row.key == "goal.chance" ? chance(plan) : finite(row.value(values));
}

Answer brief_answer(
    const Case& plan, const std::vector<const ResultRow*>& rows, const std::function<bool(const FindingId&)>& counts) {
  const Once values(plan.values, dependents());
  Answer answer;
  answer.results.reserve(rows.size());
  for (const ResultRow* row : rows) {
    const double value = reads_any(*row, plan.unplanned) ? absent : result_value(plan, values, *row);
    answer.results.push_back({row, value, {}, {}, {}});
  }
  answer.findings = limit_findings(plan, values);
  if (const auto error = first_error(plan, values, counts))
    answer.findings.insert(answer.findings.begin(), *error);
  else if (any_warns(values) || !measured_elsewhere(plan).empty())
    return llmsize::answer(plan, {.rows = rows});  // a warning counts where it concerns what is shown
  return answer;
}

Answer answer(const Case& plan, const Query& query) {
  const Once values(plan.values, dependents());
  const Tracing tracing(plan.values);
  // Under one node, so that what they share is visited once.
  Node together;
  Answer answer;
  for (const ResultRow* row : query.rows) {
    const bool known = !reads_any(*row, plan.unplanned);
    Result result{row, known ? result_value(plan, values, *row) : absent, {}, {}, {}};
    if (!known) result.missing = {"layout.tensor", "layout.pipeline", "layout.data"};
    if (known && is_absent(result.value)) result.missing = missing_inputs(row->derivation(tracing));
    if (query.headlines.empty() && !is_absent(result.value)) together.parts.push_back(row->derivation(tracing));
    answer.results.push_back(std::move(result));
  }
  if (query.ranges) {
    const Ranges ranges(plan);
    for (Result& result : answer.results)
      if (!is_absent(result.value))
        if (const auto ends = ranges.of(*result.row)) std::tie(result.p10, result.p90) = *ends;
  }
  if (!query.findings) return answer;
  for (const ResultKey key : query.headlines)
    if (const ResultRow& row = result_row(key); std::isfinite(row.value(values)))
      together.parts.push_back(row.derivation(tracing));
  Behind shown;
  shown.add(std::make_shared<Node>(std::move(together)));
  answer.findings = assumptions(plan, shown);
  answer.add(measured_elsewhere(plan));
  answer.add(broken_rules(plan, tracing, shown));
  answer.add(limit_findings(plan, values));
  return answer;
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// Branch and bound over the layouts of a space. Memory is least where everything is sharded and offloaded, but for the
// layers that are gathered there; without those it is a lower bound.
#include "core/planning/search.hpp"

#include "core/planning/cache.hpp"
#include "core/registry/registry.hpp"

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

namespace llmsize {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr std::string_view memory_findings[] = {
    "memory.gpu_overflow", "memory.cpu_overflow", "memory.nvme_overflow", "memory.shared_overflow"};
constexpr std::size_t memory_limits = std::size(memory_findings);

const FindingRow& finding_row(std::string_view id) {
  const auto all = findings();
  return *std::find_if(all.begin(), all.end(), [&](const FindingRow& row) { return row.about->id == id; });
}

bool before(const Candidate& a, const Candidate& b) {
  return a.cost() != b.cost() ? a.cost() < b.cost() : simpler(a.layout, b.layout);
}

/// Keeps the first of all candidates, of each kind one.
class Best {
 public:
  explicit Best(std::size_t keep) : keep_(keep) {}

  void take(const Candidate& candidate) {
    if (all_.size() == keep_ && !before(candidate, all_.back())) return;
    const auto same = std::find_if(
        all_.begin(), all_.end(), [&](const Candidate& each) { return alike(each.layout, candidate.layout); });
    if (same != all_.end() && before(*same, candidate)) return;
    if (same != all_.end()) all_.erase(same);
    all_.insert(std::upper_bound(all_.begin(), all_.end(), candidate, before), candidate);
    if (all_.size() > keep_) all_.pop_back();
  }
  /// What a candidate has to reach to be kept.
  double threshold() const {
    if (all_.size() < keep_) return never;
    return all_.back().cost();
  }
  const std::vector<Candidate>& all() const { return all_; }

 private:
  std::size_t keep_;
  std::vector<Candidate> all_;
};

/// What one thread found out.
struct Found {
  std::uint64_t evaluated = 0, feasible = 0;
  std::array<std::uint64_t, memory_limits> infeasible{};
  bool unchecked = false, untimed = false;

  void add(const Found& other) {
    evaluated += other.evaluated;
    feasible += other.feasible;
    for (std::size_t i = 0; i < memory_limits; ++i) infeasible[i] += other.infeasible[i];
    unchecked = unchecked || other.unchecked;
    untimed = untimed || other.untimed;
  }
};

/// Evaluates layouts of a space, one thread each.
class Evaluator {
 public:
  Evaluator(const Space& space, bool usual)
      : space_(&space),
        once_(space.base.values, dependents()),
        tiers_(static_cast<std::size_t>(space.deepest())),
        usual_(usual) {}

  double step_time(const Layout& layout) {
    set(layout);
    ++found.evaluated;
    static const ResultRow& row = result_row("training.step_time");
    const double time = row.value(once_);
    found.untimed = found.untimed || is_absent(time);
    return time;
  }

  /// Of the layout that was set last, seconds.
  double calendar_time() {
    static const ResultRow& row = result_row("training.calendar_time");
    return row.value(once_);
  }

  /// What a layout leaves of the scarcest memory, bytes; negative where it does not fit, absent where no limit is
  /// known.
  double spare(const Layout& layout) {
    set(layout);
    double least = absent;
    for (std::size_t limit = 0; limit <= tiers_; ++limit)
      if (const double left = left_of(limit); !is_absent(left)) least = least <= left ? least : left;
    return least;
  }

  /// The layout below a branch and recomputation that is likeliest to fit: everything sharded and offloaded that may
  /// be.
  Layout least_of(const Layout& branch, Recompute recompute) const {
    Layout least = branch;
    least.recompute = recompute;
    least.sequence_parallel = space_->splits_sequences(branch) && space_->sequence_parallels.back();
    least.zero = space_->zeros_of(branch).back();
    least.offload = space_->offloads.back();
    return least;
  }

  /// Whether the layout that was set last fits; counts it either way.
  bool fits() {
    const std::size_t broken = first_broken();
    if (broken == memory_limits) {
      ++found.feasible;
      return true;
    }
    ++found.infeasible[broken];
    return false;
  }

  /// Whether anything below a branch and recomputation can fit: everything sharded and offloaded that may be, gathered
  /// layers left out. Layouts that cannot are counted.
  bool may_fit(const Layout& branch, Recompute recompute) {
    static const ResultRow& gathered = result_row("memory.gathered_bytes");
    set(least_of(branch, recompute));
    const double spare = left_of(0) + gathered.value(once_) * (1 + once_["memory.fragmentation"]);
    if (spare < 0) found.infeasible[0] += leaves_of_one(branch);
    return !(spare < 0);
  }

  double penalty(const Layout& branch) const { return usual_ ? space_->penalty(branch) : 1; }

  /// Hands every layout below a branch and recomputation that fits, is no slower than `limit` and on the calendar no
  /// longer than `calendar` to `take`.
  template <class Take>
  void visit(const Layout& branch, Recompute recompute, double limit, double calendar, Take take) {
    const double penalty_here = penalty(branch);
    const std::uint64_t each = leaves_of_one(branch);
    const auto at = std::find(space_->recomputes.begin(), space_->recomputes.end(), recompute);
    const std::uint64_t first = each * static_cast<std::uint64_t>(at - space_->recomputes.begin());
    for (std::uint64_t i = first; i < first + each; ++i) {
      const Layout layout = space_->leaf(branch, i);
      const Candidate candidate{layout, step_time(layout), penalty_here};
      if (!(candidate.pace() <= limit) || calendar_time() > calendar) continue;
      if (fits())
        take(candidate);
      else
        too_large.take(candidate);
    }
  }

  Found found;
  Best too_large{3};

 private:
  void set(const Layout& layout) { once_.change(space_->changes_of(layout)); }

  static const FindingRow& limit_row(std::size_t limit) {
    static const std::array<const FindingRow*, memory_limits> rows{
        &finding_row(memory_findings[0]), &finding_row(memory_findings[1]), &finding_row(memory_findings[2]),
        &finding_row(memory_findings[3])};
    return *rows[limit];
  }

  /// What the layout that was set last leaves of a memory, bytes; of that of GPUs a margin stays free.
  double left_of(std::size_t limit) {
    static const ResultRow& capacity = result_row("memory.gpu_capacity");
    const double left = limit_row(limit).margin(once_);
    return limit == 0 ? left - space_->margin * capacity.value(once_) : left;
  }

  std::size_t first_broken() {
    for (std::size_t limit = 0; limit <= tiers_; ++limit) {
      const double left = left_of(limit);
      if (left < 0) return limit;
      found.unchecked = found.unchecked || is_absent(left);
    }
    return memory_limits;
  }

  /// Layouts below a branch with one recomputation.
  std::uint64_t leaves_of_one(const Layout& branch) const { return space_->leaves(branch) / space_->recomputes.size(); }

  const Space* space_;
  Once once_;
  std::size_t tiers_;
  bool usual_;
};

/// Near-equal layouts that split in another order are one.
std::vector<Candidate> unlike(const std::vector<Candidate>& all) {
  constexpr double near = 1.01;
  std::vector<Candidate> kept;
  for (const Candidate& each : all)
    if (std::none_of(kept.begin(), kept.end(), [&](const Candidate& before) {
          return permuted(before.layout, each.layout) && each.cost() <= near * before.cost();
        }))
      kept.push_back(each);
  return kept;
}

/// Layouts whose step time is not known are no candidates: nothing can be said of them.
bool is_known(double time) { return std::isfinite(time); }

SearchResult result_of(
    const Space& space, const Best& best, const Found& found, std::chrono::steady_clock::time_point start) {
  SearchResult result{
      unlike(best.all()),
      space.size(),
      found.evaluated,
      found.feasible,
      {},
      0,
      found.unchecked,
      found.untimed,
      false,
      0,
      {},
      {}};
  for (std::size_t i = 0; i < memory_limits; ++i)
    if (found.infeasible[i] > 0) result.infeasible.emplace(memory_findings[i], found.infeasible[i]);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

/// Layouts drawn evenly from all of a space whose time is known.
std::vector<Tried> drawn(const Space& space, std::size_t count) {
  const std::uint64_t all = space.size(), wanted = std::min<std::uint64_t>(count, all);
  std::vector<Tried> tried;
  Evaluator evaluator(space, false);
  std::uint64_t before = 0;
  auto branch = space.branches.begin();
  for (std::uint64_t i = 0; i < wanted; ++i) {
    const std::uint64_t at = (2 * i + 1) * all / (2 * wanted);
    for (; at - before >= space.leaves(*branch); ++branch) before += space.leaves(*branch);
    const Layout layout = space.leaf(*branch, at - before);
    const double time = evaluator.step_time(layout);
    if (is_known(time)) tried.push_back({layout, time, !(evaluator.spare(layout) < 0)});
  }
  std::sort(tried.begin(), tried.end(), [](const Tried& a, const Tried& b) { return simpler(a.layout, b.layout); });
  return tried;
}

/// What the time of each branch is multiplied with to choose.
std::vector<double> penalties_of(const Space& space, bool usual) {
  std::vector<double> penalties(space.branches.size(), 1);
  if (usual)
    std::transform(space.branches.begin(), space.branches.end(), penalties.begin(), [&](const Layout& branch) {
      return space.penalty(branch);
    });
  return penalties;
}

/// Leaves out branches without a layout below the limit; the most promising first. `penalties` are of all branches.
void keep_promising(std::vector<Bound>& bounds, double limit, const std::vector<double>& penalties) {
  std::erase_if(bounds, [&](const Bound& bound) { return !is_known(bound.least()) || bound.least() > limit; });
  const auto cost = [&](const Bound& bound) { return bound.least() * penalties[bound.branch]; };
  std::sort(bounds.begin(), bounds.end(), [&](const Bound& a, const Bound& b) {
    return cost(a) != cost(b) ? cost(a) < cost(b) : a.branch < b.branch;
  });
}

}  // namespace

SearchResult fastest(const Space& space, const SearchOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  const std::size_t count = space.branches.size();
  const auto stopped = [&] { return options.cancelled && options.cancelled(); };
  tbb::enumerable_thread_specific<Evaluator> evaluators([&] { return Evaluator(space, options.usual); });
  std::vector<Bound> bounds = options.cache ? options.cache->bounds.of(space) : Bounds().of(space);
  const bool untimed = std::any_of(bounds.begin(), bounds.end(), [&](const Bound& bound) {
    return std::any_of(space.recomputes.begin(), space.recomputes.end(), [&](Recompute recompute) {
      return !is_known(bound.pace_of(recompute));
    });
  });
  double least = never;
  for (const Bound& bound : bounds) least = std::min(least, bound.least());
  const std::vector<double> penalties = penalties_of(space, options.usual);
  keep_promising(bounds, options.limit, penalties);
  if (options.progress) options.progress(count, count + bounds.size());
  bool cut_short = stopped();

  // Chunks of a fixed size, each measured against what the chunks before it found: the same work whatever the number of
  // threads.
  Best best(options.keep);
  constexpr std::size_t chunk = 32;
  for (std::size_t first = 0; first < bounds.size() && !cut_short; first += chunk) {
    const double threshold = best.threshold();
    if (bounds[first].least() * penalties[bounds[first].branch] > threshold) break;
    const std::size_t last = std::min(first + chunk, bounds.size());
    std::array<std::vector<Candidate>, chunk> taken;
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(first, last, 1), [&](const tbb::blocked_range<std::size_t>& range) {
          Evaluator& evaluator = evaluators.local();
          for (std::size_t i = range.begin(); i < range.end(); ++i) {
            const Layout& branch = space.branches[bounds[i].branch];
            const double limit = std::min(options.limit, threshold / penalties[bounds[i].branch]);
            for (const Recompute recompute : space.recomputes)
              if (bounds[i].pace_of(recompute) <= limit && evaluator.may_fit(branch, recompute))
                evaluator.visit(branch, recompute, limit, options.calendar, [&](const Candidate& each) {
                  taken[i - first].push_back(each);
                });
          }
        });
    for (const auto& candidates : taken)
      for (const Candidate& each : candidates) best.take(each);
    if (options.progress) options.progress(count + last, count + bounds.size());
    cut_short = stopped();
  }

  Found found;
  found.untimed = untimed;
  Best too_large(3);
  for (const Evaluator& each : evaluators) {
    found.add(each.found);
    for (const Candidate& candidate : each.too_large.all()) too_large.take(candidate);
  }
  SearchResult result = result_of(space, best, found, start);
  result.too_large = too_large.all();
  result.cut_short = cut_short;
  result.least = least;
  // A goal that is missed is looked for on many numbers of nodes, and nobody draws those.
  if (!result.best.empty() || options.limit == never) result.sample = drawn(space, options.sample);
  return result;
}

std::optional<Layout> nearest_to_fit(const Space& space) {
  Evaluator evaluator(space, false);
  std::optional<Layout> nearest;
  double most = absent;
  const auto take = [&](const Layout& layout) {
    const double spare = evaluator.spare(layout);
    if (most >= spare || is_absent(spare)) return;
    most = spare;
    nearest = layout;
  };
  for (const Layout& branch : space.branches)
    for (const Recompute recompute : space.recomputes) take(evaluator.least_of(branch, recompute));
  if (!nearest) return {};
  // What is sharded is gathered layer by layer: less of it may need less.
  const Layout found = *nearest;
  for (const std::uint8_t zero : space.zeros_of(found)) {
    Layout layout = found;
    layout.zero = zero;
    take(layout);
  }
  return nearest;
}

SearchResult fastest_exhaustively(const Space& space, std::size_t keep) {
  const auto start = std::chrono::steady_clock::now();
  Evaluator evaluator(space, false);
  Best best(keep);
  for (const Layout& branch : space.branches)
    for (const Recompute recompute : space.recomputes)
      evaluator.visit(branch, recompute, never, never, [&](const Candidate& each) {
        if (is_known(each.step_time)) best.take(each);
      });
  return result_of(space, best, evaluator.found, start);
}

}  // namespace llmsize

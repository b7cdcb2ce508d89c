// SPDX-License-Identifier: Apache-2.0
// Why a bound cuts no optimum: the parts of a step's time add up and none is negative, so that its micro-batches and
// its bubble alone are a lower bound. Below a branch recomputing and offloading only ever add to them (whatever
// offloading gathers, ZeRO 3 gathers too), so the fastest of all sequence-parallel and ZeRO settings without offload
// stands for everything below the same recomputation.
#include "core/planning/bounds.hpp"

#include "core/registry/dependents.hpp"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace llmsize {
namespace {

constexpr double boundless = std::numeric_limits<double>::infinity();
constexpr ResultKey micro_batch_time = "training.micro_batch_time", bubble_time = "training.bubble_time";
/// A sum in another order may round the other way.
constexpr double rounding = 1 - 1e-12;

/// Inputs that reach the time of a copy, but for those that a layout sets and what reaches it through them alone, such
/// as the number of GPUs.
const std::vector<InputKey>& inputs_of_copies() {
  static const std::vector<InputKey> keys = [] {
    std::vector<InputKey> set, found;
    for (const Change& each : changes_of({}, 0)) set.push_back(each.key);
    const Dependents reaching = dependents_beside(set);
    for (std::size_t slot = 0; slot < input_count; ++slot) {
      const InputKey key = InputKey::at(slot);
      if ((reaching[slot][micro_batch_time.slot()] || reaching[slot][bubble_time.slot()]) &&
          std::find(set.begin(), set.end(), key) == set.end())
        found.push_back(key);
    }
    return found;
  }();
  return keys;
}

/// What tells cases apart whose copies differ. Infinite where nothing is given; NaN has no order.
std::vector<double> signature_of(const Values& values) {
  std::vector<double> signature;
  signature.reserve(inputs_of_copies().size());
  for (const InputKey key : inputs_of_copies()) {
    const bool follows = input_row(key).derived && !values.has(key);
    signature.push_back(follows || is_absent(values[key]) ? boundless : values[key]);
  }
  return signature;
}

/// With offloading all ZeRO stages: what is offloaded is shared out as if sharded.
std::vector<std::uint8_t> bounding_zeros(const Space& space) {
  return space.offloads.size() > 1 ? std::vector<std::uint8_t>{0, 1, 2, 3} : space.zeros;
}

bool splits_alike(const Layout& a, const Layout& b) {
  return a.tensor == b.tensor && a.pipeline == b.pipeline && a.context == b.context && a.expert == b.expert;
}

double least_of(double a, double b) { return b < a || std::isnan(a) ? b : a; }

}  // namespace

double Bound::least() const { return *std::min_element(pace.begin(), pace.end()); }

Bounds::Group& Bounds::Known::group(const Layout& branch) {
  const std::lock_guard lock(mutex);
  return groups[{branch.tensor, branch.pipeline, branch.context, branch.expert}];
}

std::shared_ptr<Bounds::Known> Bounds::known(const Space& space) {
  // Searches that have something in common follow one another.
  constexpr std::size_t most = 16;
  std::vector<double> signature = signature_of(space.base.values);
  for (const Recompute recompute : space.recomputes) signature.push_back(static_cast<double>(recompute));
  for (const std::uint8_t zero : bounding_zeros(space)) signature.push_back(zero);
  for (const bool sequence_parallel : space.sequence_parallels) signature.push_back(sequence_parallel ? 1 : 0);
  for (const Change& each : space.held) {
    signature.push_back(static_cast<double>(each.key.slot()));
    signature.push_back(each.value);
  }
  const std::lock_guard lock(mutex_);
  if (by_case_.size() > most) by_case_.clear();
  auto& known = by_case_[std::move(signature)];
  if (!known) known = std::make_shared<Known>();
  return known;
}

Bounds::Copy Bounds::copy_of(const Layout& branch, const Space& space, Once& once) {
  Copy copy{branch.interleave, branch.micro_batch, {}, {}};
  copy.micro_batch_time.fill(absent);
  copy.bubble_time.fill(absent);
  const std::size_t splits = space.splits_sequences(branch) ? space.sequence_parallels.size() : 1;
  for (const Recompute recompute : space.recomputes)
    for (std::size_t split = 0; split < splits; ++split)
      for (const std::uint8_t zero : bounding_zeros(space)) {
        Layout layout = branch;
        layout.recompute = recompute;
        layout.sequence_parallel = space.sequence_parallels[split];
        layout.zero = zero;
        once.change(space.changes_of(layout));
        const auto at = static_cast<std::size_t>(recompute);
        const auto take = [&](double& least, ResultKey id) { least = least_of(least, result_row(id).value(once)); };
        take(copy.micro_batch_time[at], micro_batch_time);
        take(copy.bubble_time[at], bubble_time);
      }
  return copy;
}

std::vector<Bound> Bounds::of(const Space& space) {
  const auto shared = known(space);
  const Once base(space.base.values, dependents());
  const double slower = result_row("training.slowdown").value(base);
  const double error = base["software.model_error"] * base["software.distance_error"],
               overhead = base["software.step_overhead"];
  const double kept_back = base["layout.searched"] > 1 ? base["software.search_margin"] : 1;
  const bool stated = base["software.at_utilisation"] > 0;
  const auto pace_of = [&](const Layout& branch, double micro_batch, double bubble) {
    if (stated) return 0.0;
    const double micro_batches = double(branch.batch) / branch.data / branch.micro_batch;
    const double parts = slower * (error * micro_batches * micro_batch + bubble) + error * overhead;
    const double pace = kept_back * parts * rounding / branch.batch;
    if (std::isnan(pace)) return boundless;
    return pace;
  };

  // Branches of a group follow one another, in the order of interleave and micro-batch.
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < space.branches.size(); ++i)
    if (i == 0 || !splits_alike(space.branches[i], space.branches[i - 1])) starts.push_back(i);
  starts.push_back(space.branches.size());

  std::vector<Bound> bounds(space.branches.size());
  tbb::enumerable_thread_specific<Once> worlds([&] { return Once(base); });
  const auto take_group = [&](std::size_t first, std::size_t last) {
    Group& group = shared->group(space.branches[first]);
    const std::lock_guard lock(group.mutex);
    auto copy = group.copies.begin();
    for (std::size_t i = first; i < last; ++i) {
      const Layout& branch = space.branches[i];
      const auto rank = [](const auto& each) { return std::pair(each.interleave, each.micro_batch); };
      while (copy != group.copies.end() && rank(*copy) < rank(branch)) ++copy;
      if (copy == group.copies.end() || rank(*copy) != rank(branch))
        copy = group.copies.insert(copy, copy_of(branch, space, worlds.local()));
      for (std::size_t at = 0; at < bounds[i].pace.size(); ++at)
        bounds[i].pace[at] = pace_of(branch, copy->micro_batch_time[at], copy->bubble_time[at]);
      bounds[i].branch = i;
    }
  };
  tbb::parallel_for(std::size_t{0}, starts.size() - 1, [&](std::size_t at) { take_group(starts[at], starts[at + 1]); });
  return bounds;
}

}  // namespace llmsize

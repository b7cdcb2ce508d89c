// SPDX-License-Identifier: Apache-2.0
// How fast branches of a space can be at best, known before a layout of them is evaluated.
#pragma once

#include "core/planning/space.hpp"

#include <array>
#include <map>
#include <memory>
#include <mutex>

namespace llmsize {

/// A branch, and by recomputation what all below it needs at least: seconds for each sequence.
struct Bound {
  std::size_t branch;
  std::array<double, recompute_kinds> pace;

  double pace_of(Recompute recompute) const { return pace[static_cast<std::size_t>(recompute)]; }
  double least() const;  ///< infinite where no time is known
};

/// What one copy of the model needs does not depend on how many there are: it is computed once for searches on several
/// numbers of nodes, with several batches. Safe to share between threads.
class Bounds {
 public:
  /// Bounds of all branches of a space, in their order.
  std::vector<Bound> of(const Space& space);

 private:
  /// The least of all settings below a branch, seconds, by recomputation.
  struct Copy {
    std::uint32_t interleave, micro_batch;
    std::array<double, recompute_kinds> micro_batch_time, bubble_time;
  };
  /// Copies that are split alike, by interleave and micro-batch.
  struct Group {
    std::mutex mutex{};
    std::vector<Copy> copies{};
  };
  using Degrees = std::array<std::uint32_t, 4>;
  struct Known {
    std::mutex mutex{};
    std::map<Degrees, Group> groups{};

    Group& group(const Layout& branch);
  };

  std::shared_ptr<Known> known(const Space& space);
  static Copy copy_of(const Layout& branch, const Space& space, Once& once);

  std::mutex mutex_{};
  std::map<std::vector<double>, std::shared_ptr<Known>> by_case_{};  ///< by all that they depend on but the layout
};

}  // namespace llmsize

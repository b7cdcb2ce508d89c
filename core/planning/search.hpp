// SPDX-License-Identifier: Apache-2.0
// The fastest layouts of a space, proven: branches whose bound is worse than what was found, or whose states do not fit
// whatever is sharded, recomputed or offloaded, are cut whole.
#pragma once

#include "core/planning/space.hpp"

#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llmsize {

/// A complete layout and its time.
struct Candidate {
  Layout layout;
  double step_time;    ///< seconds
  double penalty = 1;  ///< Space::penalty where usual layouts are preferred

  /// Seconds for each sequence: what layouts with batches of their own are compared by.
  double pace() const { return step_time / layout.batch; }
  /// What candidates are chosen by.
  double cost() const { return pace() * penalty; }
};

/// A layout that was timed on the way, whether it fits or not.
struct Tried {
  Layout layout;
  double step_time;  ///< seconds
  bool fits;

  double pace() const { return step_time / layout.batch; }  ///< seconds for each sequence
};

class SearchCache;  // core/planning/cache.hpp

struct SearchOptions {
  std::size_t keep = 10;                                   ///< of how many kinds the fastest are proven
  std::size_t sample = 90;                                 ///< how many of all layouts are timed and handed out
  double limit = std::numeric_limits<double>::infinity();  ///< only layouts at most so slow are looked for, seconds for
                                                           ///< each sequence
  double calendar = std::numeric_limits<double>::infinity();  ///< only layouts whose training.calendar_time is at most
                                                              ///< so long, seconds: restarts differ between layouts
  Moved batch = Moved::least;                                 ///< where the batch may move
  bool usual = false;                    ///< layouts that nobody publishes have to be clearly faster
  bool full = false;                     ///< no margin of GPU memory stays free, and what is said may force what
                                         ///< no open plan has: for layouts that are said
  bool moved = false;                    ///< something has to live where `memory.offload` says
  std::shared_ptr<SearchCache> cache{};  ///< shared with other searches; may be empty
  std::function<void(std::size_t done, std::size_t all)> progress{};  ///< called from one thread
  std::function<bool()> cancelled{};  ///< true stops the search; the result is then `cut_short`
};
/// The same options with a cache of their own where they have none.
SearchOptions remembering(SearchOptions options);

struct SearchResult {
  std::vector<Candidate> best;   ///< the least of each kind by `cost`, the least first; ties in the order of `simpler`
  std::uint64_t considered = 0;  ///< layouts of the space: evaluated, or in branches proven worse or infeasible
  std::uint64_t evaluated = 0;   ///< complete evaluations of the time of a step
  std::uint64_t feasible = 0;    ///< of the layouts that were checked for memory those that fit
  std::map<std::string, std::uint64_t> infeasible;  ///< layouts that do not fit, by the finding that says so
  double seconds = 0;                               ///< that the search took
  bool unchecked = false;                           ///< a limit of memory is not known, so that it could not be checked
  bool untimed = false;  ///< the time of a step was not known for some layout: an input is missing
  bool cut_short = false;
  double least = 0;                    ///< seconds for each sequence that any layout takes at least
  std::vector<Candidate> too_large{};  ///< the fastest few that were checked and do not fit
  std::vector<Tried> sample{};         ///< drawn evenly from the space, in the order of `simpler`; none
                                       ///< where a goal was asked for that nothing reaches
};

/// The result is the same whatever the number of threads.
SearchResult fastest(const Space& space, const SearchOptions& options = {});

/// Where no layout fits: the one that needs least beyond the memory that is there. Nothing where there is no layout at
/// all.
std::optional<Layout> nearest_to_fit(const Space& space);

/// The same without any bound: every layout is evaluated. For tests and small spaces.
SearchResult fastest_exhaustively(const Space& space, std::size_t keep = 10);

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// What searches remember for one another.
#pragma once

#include "core/planning/bounds.hpp"
#include "core/planning/search.hpp"

#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace llmsize {

/// Searches for the same job on several numbers of nodes have bounds in common; those for several deadlines and
/// certainties differ in nothing but how slow a layout may be. For scenarios that are completed from one catalog; safe
/// to share between threads.
class SearchCache {
 public:
  /// What a search found on the GPUs that a scenario says.
  struct Known {
    double gpus;  ///< of a node that are used; absent where all are
    SearchResult search;
  };

  Bounds bounds{};

  /// What is known of a scenario but for its goals, where it was searched for layouts that may be at least as slow.
  std::optional<Known> find(const Scenario& scenario, const SearchOptions& options) const;
  void keep(const Scenario& scenario, const SearchOptions& options, Known known);
  /// A number by name that holds for a scenario whatever its goals.
  std::optional<double> number(std::string_view name, const Scenario& scenario) const;
  void keep(std::string_view name, const Scenario& scenario, double number);

 private:
  struct Entry {
    double limit;
    Known known;
  };
  mutable std::mutex mutex_{};
  std::map<std::string, Entry> entries_{};
  std::map<std::string, double> numbers_{};
};

}  // namespace llmsize

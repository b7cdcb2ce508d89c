// SPDX-License-Identifier: Apache-2.0
// Remembers searches by what was said, but for the goals.
#include "core/planning/cache.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace llmsize {
namespace {

// Searches that have something in common follow one another.
constexpr std::size_t most_entries = 8192;

/// Whether what is said moves no layout: goals choose among them, prices come afterwards.
bool is_of_no_layout(std::string_view key) {
  return key == "goal.deadline" || key == "goal.tokens_per_second" || key == "goal.certainty" ||
         key.starts_with("economics.");
}

/// Rows of a sheet that say the same have a search in common, whoever says it: but a batch that was taken may move.
std::string key_of(const Scenario& scenario, std::string key) {
  for (const auto& [name, said] : scenario.all())
    if (!is_of_no_layout(name))
      fmt::format_to(std::back_inserter(key), "{}={} {}\n", name, said.text, is_taken_batch(said) ? said.giver : "");
  return key;
}
std::string key_of(const Scenario& scenario, const SearchOptions& options) {
  return key_of(
      scenario, fmt::format(
                    "{} {} {} {} {} {}\n", options.keep, options.sample, static_cast<int>(options.batch),
                    static_cast<int>(options.usual), static_cast<int>(options.full), options.calendar));
}

}  // namespace

std::optional<SearchCache::Known> SearchCache::find(const Scenario& scenario, const SearchOptions& options) const {
  const std::lock_guard lock(mutex_);
  const auto entry = entries_.find(key_of(scenario, options));
  if (entry == entries_.end() || entry->second.limit < options.limit) return {};
  Known known = entry->second.known;
  const std::size_t slower =
      std::erase_if(known.search.best, [&](const Candidate& each) { return each.pace() > options.limit; });
  // Others that are fast enough may have come after usual ones that are not.
  if (options.usual && slower > 0) return {};
  return known;
}

void SearchCache::keep(const Scenario& scenario, const SearchOptions& options, Known known) {
  const std::lock_guard lock(mutex_);
  if (entries_.size() > most_entries) entries_.clear();
  // Where nothing is found, nothing is found below the least that any layout takes either.
  const double refuted = known.search.best.empty() ? std::nextafter(known.search.least, 0.0) : 0;
  const double limit = std::max(options.limit, refuted);
  entries_.insert_or_assign(key_of(scenario, options), Entry{limit, std::move(known)});
}

std::optional<double> SearchCache::number(std::string_view name, const Scenario& scenario) const {
  const std::lock_guard lock(mutex_);
  const auto known = numbers_.find(key_of(scenario, fmt::format("{}\n", name)));
  return known == numbers_.end() ? std::nullopt : std::optional(known->second);
}

void SearchCache::keep(std::string_view name, const Scenario& scenario, double number) {
  const std::lock_guard lock(mutex_);
  if (numbers_.size() > most_entries) numbers_.clear();
  numbers_.insert_or_assign(key_of(scenario, fmt::format("{}\n", name)), number);
}

SearchOptions remembering(SearchOptions options) {
  if (!options.cache) options.cache = std::make_shared<SearchCache>();
  return options;
}

}  // namespace llmsize

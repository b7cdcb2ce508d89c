// SPDX-License-Identifier: Apache-2.0
// Decides what a report derives, and numbers its sources.
#include "core/report/links.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {

Links::Links(const Case& plan, const std::vector<std::string>& headlines, const std::vector<std::string>& others) {
  for (const std::string& headline : headlines)
    for (Explanation& each : explain_deep(plan, headline, 1))
      if (each.id == headline || each.value != 0) derive(std::move(each));
  for (const std::string& other : others) derive(explain(plan, other));
}

/// What was given has a source, not a derivation.
void Links::derive(Explanation explanation) {
  if (!explanation.formula.empty() && derived_.insert(explanation.id).second)
    derivations_.push_back(std::move(explanation));
}

std::string Links::to(const Source& source) const {
  return source.changes.empty() && derived_.contains(source.name) ? source.name : std::string{};
}

std::size_t Links::place_of(const std::string& source) {
  const auto found = std::find(sources_.begin(), sources_.end(), source);
  if (found != sources_.end()) return static_cast<std::size_t>(found - sources_.begin());
  sources_.push_back(source);
  return sources_.size() - 1;
}

std::string Links::to_source(const std::string& source) {
  return source.empty() ? std::string{} : fmt::format("source-{}", place_of(source) + 1);
}

std::string Links::number_of(const std::string& source) {
  return source.empty() ? std::string{} : fmt::format("[{}]", place_of(source) + 1);
}

}  // namespace llmsize

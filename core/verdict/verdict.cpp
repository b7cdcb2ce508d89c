// SPDX-License-Identifier: Apache-2.0
#include "core/verdict/verdict.hpp"

#include "core/answer/limits.hpp"

#include <algorithm>

namespace llmsize {

std::string_view word(State state) {
  switch (state) {
    case State::ok: return "ok";
    case State::warning: return "warning";
    case State::incomplete: return "incomplete";
    case State::misses_goal: return "misses_goal";
    case State::does_not_fit: return "does_not_fit";
  }
  return {};
}

State state_of(const FoundFinding& finding) {
  if (finding.about && finding.about->undecided) return State::incomplete;
  if (finding.severity == Severity::info) return State::ok;
  if (finding.severity == Severity::warning) return State::warning;
  const std::string_view id = finding.id.text();
  // What is no machine's fault does not fit any either: a model that contradicts itself, a split that does not divide.
  const bool room = id.starts_with("memory.") || id.starts_with("layout.") || id.starts_with("model.") ||
                    id == "serving.does_not_fit" || id == "serving.longer_than_model";
  return room ? State::does_not_fit : State::misses_goal;
}

Verdict verdict_of(const std::vector<FoundFinding>& findings, bool known) {
  Verdict verdict{known ? State::ok : State::incomplete, {}};
  for (const FoundFinding& each : findings) verdict.state = std::max(verdict.state, state_of(each));
  for (const FoundFinding& each : findings)
    if (const std::string id(each.id.text());
        verdict.state != State::ok && state_of(each) == verdict.state &&
        std::find(verdict.because.begin(), verdict.because.end(), id) == verdict.because.end())
      verdict.because.push_back(id);
  return verdict;
}

bool passes_check(const Verdict& verdict) {
  return !is_bad(verdict.state) && (verdict.state != State::incomplete || verdict.because.empty());
}

}  // namespace llmsize

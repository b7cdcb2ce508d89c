// SPDX-License-Identifier: Apache-2.0
#include "core/view/settled.hpp"

#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

Page::Verdict mark_of(State state) {
  switch (state) {
    case State::ok: return Page::Verdict::good;
    case State::warning: return Page::Verdict::just;
    case State::incomplete: return Page::Verdict::incomplete;
    case State::misses_goal:
    case State::does_not_fit: return Page::Verdict::bad;
  }
  return Page::Verdict::incomplete;
}

std::string_view usual_label(State state) {
  switch (state) {
    case State::ok: return "Fits";
    case State::warning: return "Fits, with warnings";
    case State::incomplete: return "Cannot be evaluated";
    case State::misses_goal: return "Misses the goal";
    case State::does_not_fit: return "Does not fit";
  }
  return {};
}

/// The first finding that made the verdict; nullptr where an input is missing.
const FoundFinding* reason_of(const Page& page) {
  const auto found = std::find_if(page.findings.begin(), page.findings.end(), [&](const auto& each) {
    return state_of(each.first) == page.settled.state && page.settled.state != State::ok;
  });
  return found == page.findings.end() ? nullptr : &found->first;
}

/// What the page says of an answer that is worse or better than it thought.
void relabel(Page& page) {
  page.verdict_label = usual_label(page.settled.state);
  const FoundFinding* reason = reason_of(page);
  if (!reason) return;
  if (is_bad(page.settled.state)) {
    if (const std::string brief(reason->about->brief); !brief.empty() && page.settled.state == State::misses_goal)
      page.verdict_label = upper_first(brief);
    page.sentence = reason->said();
  } else if (page.settled.state == State::incomplete) {
    page.sentence = page.sentence.empty() ? reason->said() : fmt::format("{} {}", reason->said(), page.sentence);
  }
}

}  // namespace

std::string error_label(const FoundFinding& error) {
  const State state = state_of(error);
  const bool goal = error.id == FindingId("goal.missed"), named = state == State::misses_goal && !goal;
  return named ? upper_first(std::string(error.about->brief)) : std::string(usual_label(state));
}

void settle_verdict(Page& page) {
  std::vector<FoundFinding> found;
  found.reserve(page.findings.size());
  for (const auto& [finding, remedies] : page.findings) found.push_back(finding);
  const Page::Verdict thought = page.verdict;
  page.settled = verdict_of(found, thought != Page::Verdict::incomplete);
  if (thought == Page::Verdict::neutral && !is_bad(page.settled.state)) return;
  page.verdict = mark_of(page.settled.state);
  const bool kept = page.verdict == thought ||
                    (page.verdict == Page::Verdict::just && thought == Page::Verdict::good) ||
                    (page.verdict == Page::Verdict::good && thought == Page::Verdict::just) ||
                    (page.verdict == Page::Verdict::just && thought == Page::Verdict::bad);
  if (!kept) relabel(page);
}

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// The verdict of an answer, made once: pages, JSON, --check, exit codes, rows, workbooks and the app read it.
#pragma once

#include "core/answer/answer.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// How an answer stands, the worst last: every limit is kept; kept with a warning; an input is missing or a limit
/// cannot be judged; late, too slow, over a limit or full; memory, or what cannot be divided.
enum class State : std::uint8_t { ok, warning, incomplete, misses_goal, does_not_fit };

/// "misses_goal".
std::string_view word(State state);
/// Whether it is an error: ✗.
constexpr bool is_bad(State state) { return state >= State::misses_goal; }

struct Verdict {
  State state = State::ok;
  std::vector<std::string> because{};  ///< ids of the findings that made it so

  bool operator==(const Verdict&) const = default;
};

/// What a finding makes of an answer.
State state_of(const FoundFinding& finding);

/// The verdict of findings; `known` says whether what was asked for is known.
Verdict verdict_of(const std::vector<FoundFinding>& findings, bool known = true);

/// Whether a program that checks goes on: not where something is bad, nor where a limit that somebody states cannot be
/// judged.
bool passes_check(const Verdict& verdict);

}  // namespace llmsize

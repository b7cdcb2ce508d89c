// SPDX-License-Identifier: Apache-2.0
// Options that were typed and change nothing: no input is silent.
#pragma once

#include "core/view/plan_rows.hpp"

namespace llmsize {

inline constexpr auto unused_input =
    told_finding<"input.unused">({.severity = Severity::info, .sentence = "{} changes nothing here: {}."});

/// What an option may move.
struct Shown {
  std::vector<NumberId> numbers;
  std::vector<const FindingAbout*> findings;  ///< that are told beside them
  std::vector<ToldResult> told{};             ///< values of those among the numbers that no formula tells
  bool planned = false;                       ///< a planner chooses nodes and layout where they are open
  bool alternatives = false;                  ///< layouts that come next are among it
  bool certain = false;                       ///< nodes at every certainty are among it
};

/// Keys that were said as options: those that change what is shown of a subject or what a planner chooses for it, and
/// those that do not. What restates a value that is taken anyway is neither.
struct SaidOptions {
  std::vector<std::string> acting, unused;
};
SaidOptions said_options(const Subject& subject, const Catalog& catalog, const Shown& shown);

/// One finding for each of these keys: why it changes nothing, and what does or where it would.
std::vector<FoundFinding> unused_findings(
    const Subject& subject, const Catalog& catalog, const std::vector<std::string>& keys);

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// Options that were typed and change nothing: no input is silent.
#pragma once

#include "core/pages/subject.hpp"

namespace llmsize {

inline constexpr auto unused_input =
    told_finding<"input.unused">({.severity = Severity::info, .sentence = "{} changes nothing here: {}."});

/// What an option may move.
struct Shown {
  std::vector<NumberId> numbers;
  std::vector<const FindingAbout*> findings;  ///< that are told beside them
  bool planned = false;                       ///< a planner chose nodes or layout
};

/// Keys that were said as options and change nothing that is shown of a subject; what restates a value that is taken
/// anyway is none of them.
std::vector<std::string> unused_options(const Subject& subject, const Catalog& catalog, const Shown& shown);

/// One finding for each of these keys: why it changes nothing, and what does or where it would.
std::vector<FoundFinding> unused_findings(
    const Subject& subject, const Catalog& catalog, const std::vector<std::string>& keys);

}  // namespace llmsize

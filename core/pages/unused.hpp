// SPDX-License-Identifier: Apache-2.0
// Options that were typed and change nothing: no input is silent.
#pragma once

#include "core/pages/subject.hpp"

namespace llmsize {

inline constexpr auto unused_input =
    told_finding<"input.unused">({.severity = Severity::info, .sentence = "{} changes nothing here: {}."});

/// Keys that were said as options and change none of these numbers of a subject and no finding of theirs; what restates
/// a value that is taken anyway is none of them, and what a planner read neither where one `searched`.
std::vector<std::string> unused_options(
    const Subject& subject, const Catalog& catalog, const std::vector<NumberId>& shown, bool searched);

/// One finding for each of these keys: why it changes nothing, and what does or where it would.
std::vector<FoundFinding> unused_findings(
    const Subject& subject, const Catalog& catalog, const std::vector<std::string>& keys);

}  // namespace llmsize

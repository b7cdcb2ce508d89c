// SPDX-License-Identifier: Apache-2.0
// Findings of a page and what mends them.
#pragma once

#include "core/document/page.hpp"
#include "core/registry/registry.hpp"
#include "core/view/around.hpp"
#include "core/view/subject.hpp"

namespace llmsize {

inline constexpr auto partly_stated = told_finding<"scenario.partly_stated">(
    {.severity = Severity::info,
     .sentence = "{} sets part of the layout; the planner chooses the rest. Use --layout plain to use defaults "
                 "instead."});

/// What does not fit and what was assumed for the results that a page shows, the plan's own findings in front, each
/// with the changes that were tried and do mend it. Where no layout was found the plan alone speaks; nothing while the
/// planner is at work.
Findings findings_of(const Subject& subject, const Around& around, const std::vector<ResultKey>& shown);

/// What a user says to have so many nodes: GPUs, where the scenario says its size in those.
Changes nodes_said(const Subject& subject, const Around& around, double nodes);

/// The first error, or nullptr.
const FoundFinding* first_error(const Findings& findings);

}  // namespace llmsize

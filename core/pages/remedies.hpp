// SPDX-License-Identifier: Apache-2.0
// Findings of a board and what mends them.
#pragma once

#include "core/pages/around.hpp"
#include "core/pages/boards.hpp"

namespace llmsize {

using Findings = std::vector<std::pair<FoundFinding, std::vector<Remedy>>>;

/// Findings of some rooms and the assumptions behind some results, those of the plan in front, each with the changes
/// that were tried and do mend it.
Findings findings_with_remedies(
    const Subject& subject, const Around& around, const std::vector<ResultKey>& ids,
    const std::vector<std::string_view>& rooms);

/// The same with the rooms of memory and layout where the subject has a layout; what the planner says alone where it
/// found none, and nothing while it is at work.
Findings planned_findings(
    const Subject& subject, const Around& around, const std::vector<ResultKey>& ids,
    std::vector<std::string_view> rooms);

/// The first error, or nullptr.
const FoundFinding* first_error(const Findings& findings);

}  // namespace llmsize

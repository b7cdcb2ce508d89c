// SPDX-License-Identifier: Apache-2.0
// Whether a case holds, for rows by the thousand.
#pragma once

#include "core/answer/findings.hpp"

#include <functional>
#include <optional>

namespace llmsize {

/// The first error that `answer` finds in a case, of those that count, without looking for anything else. `values` are
/// those of the case.
std::optional<FoundFinding> first_error(
    const Case& plan, const Once& values, const std::function<bool(const FindingId&)>& counts);

/// Whether any rule is broken that warns.
bool any_warns(const Once& values);

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// What a proposal sets its scenario against: other scenarios that are answered already.
#pragma once

#include "core/tables/rows.hpp"
#include "core/view/subject.hpp"

#include <optional>
#include <vector>

namespace llmsize {

/// The options of a proposal for `proposed`: it comes first, then the other scenarios that ask the same. Nothing where
/// none does.
std::optional<TitledTable> offers_beside(
    const Subject& proposed, const std::vector<Subject>& others, const Catalog& catalog);

/// The same with offers that are answered, of which one may be the proposed itself.
std::optional<TitledTable> offers_beside(const Subject& proposed, const AnsweredRows& offers, const Catalog& catalog);

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// Plans with the rows of their layouts.
#pragma once

#include "core/questions/parts.hpp"

namespace llmsize {

/// A scenario with its plan and the rows of its layouts.
struct PlannedLayouts {
  Subject subject;
  AnsweredRows rows;
};
PlannedLayouts planned_layouts(const Scenario& said, const Catalog& catalog, const Asking& asking);

/// What `plan` answers of them.
AnsweredQuestion answer_planned(PlannedLayouts made, const Catalog& catalog, const Asking& asking);

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// What `llmsize probe` says: its plan and what came of it, for people and for programs.
#pragma once

#include "core/document/page.hpp"
#include "core/probe/plan.hpp"
#include "core/tables/data.hpp"

#include <string>

namespace llmsize::cli {

/// What was measured, what was missing, and what to do next. `file` is where the record was written, or empty.
Page record_page(const ProbeRecord& record, double seconds, const std::string& file);
/// One row per result, values in base units.
Table record_table(const ProbeRecord& record);

/// Every step with its seconds, bytes and the program it starts; the GEMMs of the model, where one is named.
Page plan_page(const ProbePlan& plan, const ProbeOptions& options);
Json plan_json(const ProbePlan& plan, const ProbeOptions& options);
Table plan_table(const ProbePlan& plan);

}  // namespace llmsize::cli

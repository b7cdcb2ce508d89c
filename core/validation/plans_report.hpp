// SPDX-License-Identifier: Apache-2.0
// What plans promise for published configurations beside what was measured.
#pragma once

#include "core/calibration/plans.hpp"
#include "core/tables/rows.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace llmsize {

/// What rows of plans are called among rows of results.
inline constexpr std::string_view plan_metric = "validation.plan";

struct PlansReport {
  std::vector<PlannedRun> runs;
  std::vector<std::pair<const Measurement*, std::string>> refused;  ///< configurations without a plan, and why
  SearchFits fits;                                                  ///< as all these runs tell
};

/// The report on rows that were read; they have to outlive it.
PlansReport plans_report(
    const std::vector<Measurement>& rows, const Catalog& catalog,
    const std::function<void(std::size_t)>& progress = {});

/// `validation.plan.*`.
Json plans_results(const PlansReport& report);
/// One object per configuration, seconds.
Json plans_rows(const PlansReport& report);
/// What a plan promised by stack, what it took beside what was run, what was not planned.
std::vector<TitledTable> plans_tables(const PlansReport& report);

}  // namespace llmsize

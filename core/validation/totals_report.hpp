// SPDX-License-Identifier: Apache-2.0
// Published GPU-hours of whole trainings beside what is predicted for them.
#pragma once

#include "core/calibration/totals.hpp"
#include "core/tables/rows.hpp"

#include <string_view>
#include <vector>

namespace llmsize {

struct TotalsReport {
  std::vector<TrainingTotal> rows;
  std::vector<PredictedTotal> predicted;
  Case usual{};  ///< of which nothing is said: the overhead that the catalog has
};

/// `validation.totals.*`, and the factors that the rows tell: `validation.totals.typical_factor`, …
Json totals_results(const TotalsReport& report);
/// One object per row, seconds.
Json totals_rows(const TotalsReport& report);
/// The objects of `totals_rows` as columns, for CSV and sheets.
Table totals_columns(const TotalsReport& report);
/// Head of the page: what is compared with what.
inline constexpr std::string_view about_totals =
    "# GPU-hours of complete training runs\n\nNodes, sequence length, batch size and tokens are as published. llmsize "
    "plans the layout with the default software profile. Runs of vendors and frontier labs use `--overhead tuned`. "
    "*Leave-one-out* runs are predicted by factors without their organization. The *constant-MFU baseline* is the "
    "median MFU of the same generation, without the organization. The *median error factor* is the factor within which "
    "half of the predictions are.\n\n";
/// By accelerator and by who ran them; what teams took longer, as these rows tell and as the catalog has it.
std::vector<TitledTable> totals_tables(const TotalsReport& report);

}  // namespace llmsize

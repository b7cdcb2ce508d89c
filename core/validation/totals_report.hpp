// SPDX-License-Identifier: Apache-2.0
// Published GPU-hours of whole trainings beside what is predicted for them.
#pragma once

#include "core/calibration/totals.hpp"
#include "core/tables/rows.hpp"

#include <vector>

namespace llmsize {

struct TotalsReport {
  std::vector<TrainingTotal> rows;
  std::vector<PredictedTotal> predicted;
};

/// `validation.totals.*`, and the factors that the rows tell: `validation.totals.typical_factor`, …
Json totals_results(const TotalsReport& report);
/// One object per row, seconds.
Json totals_rows(const TotalsReport& report);
/// The objects of `totals_rows` as columns, for CSV and sheets.
Table totals_columns(const TotalsReport& report);
/// By accelerator and by who ran them; what teams took longer, as these rows tell and as the catalog has it.
std::vector<TitledTable> totals_tables(const TotalsReport& report);

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// Measured numbers of served models beside what is predicted for them.
#pragma once

#include "core/calibration/served_rows.hpp"
#include "core/tables/rows.hpp"

#include <vector>

namespace llmsize {

struct ServingReport {
  std::vector<ServedRow> rows;
  std::vector<PredictedServing> predicted;
  std::vector<PredictedServing> left_out{};  ///< by constants that have not seen the series; empty where nobody asks
};

/// `validation.serving.*` of all rows, and of each group.
Json serving_results(const ServingReport& report);
/// One object per row, in the file's order: id, metric, measured, predicted, error, p10, p90, or why it was skipped.
Json serving_rows(const ServingReport& report);
/// The objects of `serving_rows` as columns, for CSV and sheets.
Table serving_columns(const ServingReport& report);
/// By what was measured, by layout and lengths, format, engine, release and chip, and why others were not used; null
/// models beside.
std::vector<TitledTable> serving_tables(const ServingReport& report);

}  // namespace llmsize

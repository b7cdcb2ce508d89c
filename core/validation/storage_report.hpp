// SPDX-License-Identifier: Apache-2.0
// Published numbers of storage beside what is predicted for them.
#pragma once

#include "core/calibration/storage_numbers.hpp"
#include "core/tables/rows.hpp"

#include <vector>

namespace llmsize {

struct StorageReport {
  std::vector<StorageNumber> rows;
  std::vector<PredictedNumber> predicted;
};

/// `validation.storage.*`, of what was measured; `validation.storage.worked_out.*`, of what authors worked out;
/// `validation.storage.never_waiting.*` and `validation.storage.by_rule.*`, what simpler predictions of the same reads
/// are off by.
Json storage_results(const StorageReport& report);
/// One object per number, base units of its metric.
Json storage_rows(const StorageReport& report);
/// The objects of `storage_rows` as columns, for CSV and sheets.
Table storage_columns(const StorageReport& report);
/// By what numbers are about and who measured them, and why others were not used.
std::vector<TitledTable> storage_tables(const StorageReport& report);

}  // namespace llmsize

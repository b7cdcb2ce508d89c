// SPDX-License-Identifier: Apache-2.0
// Published numbers of storage beside what is predicted for them.
#pragma once

#include "core/calibration/storage_numbers.hpp"
#include "core/tables/rows.hpp"

#include <string_view>
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
/// Head of the page: what is compared with what.
inline constexpr std::string_view about_storage =
    "# Storage accuracy\n\nMLPerf Storage runs read training data for emulated accelerators. llmsize predicts "
    "`ingest.demand` from accelerator count, batch size, compute time, sample size and the measured utilization. "
    "*Utilization not measured* is the demand per accelerator for any valid utilization. MLPerf Storage v3.0 also "
    "writes "
    "and loads checkpoints and moves KV cache: llmsize predicts checkpoint bytes from the model, write times from the "
    "bandwidth that the catalog states for the storage, and KV-cache bytes from tokens. Checkpoint reads may come from "
    "page caches, so they prove no storage bandwidth. The "
    "*no-stall baseline* assumes full utilization. The *rule-of-thumb baseline* is `ingest.rule_bandwidth` for each "
    "accelerator. The logs print MiB/s as MB/s, GiB as GB and GiB/s as gbps. Other numbers are closed forms without a "
    "baseline. Offloaded models "
    "stream at rated link bandwidth, unless the source measured it. Numbers *computed by authors* test the same "
    "computation, not storage behavior. Results without uncertain inputs have no P10–P90 range.\n\n";
/// By what numbers are about and who measured them, and why others were not used.
std::vector<TitledTable> storage_tables(const StorageReport& report);

}  // namespace llmsize

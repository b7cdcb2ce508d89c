// SPDX-License-Identifier: Apache-2.0
// Runs of load generators as measured rows of a served model, in the columns that `read_served_rows` reads.
#pragma once

#include "core/calibration/load_tests/load_test.hpp"
#include "core/calibration/published_rows.hpp"
#include "core/catalog/catalog.hpp"
#include "core/scenario/scenario.hpp"

namespace llmsize {

struct LoadTestRows {
  std::vector<LoadTestRun> runs;
  std::vector<std::vector<std::string>> notes;  ///< of each run: the checks that it does not pass
  PublishedRows table;                          ///< a row per measured number
};

/// The rows of a text. `said` is what the file does not hold: model, system, layout, software, formats. Throws
/// BadInput: data, where the text is not of the tool; unknown_id, where no model of the catalog is meant; usage, where
/// system or layout are missing.
LoadTestRows load_test_rows(
    const LoadTestTool& tool, std::string_view text, const std::string& source, const Scenario& said,
    const Catalog& catalog);

}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// Published numbers of storage: what was measured or worked out elsewhere, and what the formulas say of the same
// scenario.
#pragma once

#include "core/calibration/errors.hpp"
#include "core/catalog/catalog.hpp"
#include "core/formula/id.hpp"
#include "core/scenario/scenario.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace llmsize {

/// One published number.
struct StorageNumber {
  std::string id, source;
  std::string group;                ///< what it is about: "checkpoints"; may be empty
  std::string by;                   ///< who measured it; may be empty
  bool measured_there = true;       ///< else its authors worked it out, which tells less
  std::optional<ResultKey> metric;  ///< nothing where nothing is predicted for it
  double measured = 0;              ///< base units of the metric
  std::optional<double> tolerance;  ///< how far off the formulas may be, relative; nothing where that is not known
  std::string reason;               ///< why nothing is predicted for it; empty where something is
  Scenario scenario;
  std::vector<std::pair<InputKey, double>> spreads;  ///< relative standard deviations of inputs that are drawn
};

/// Reads the rows of a CSV: `metric` is the id of a result, `measured` its value with a unit. Inputs are columns that
/// are named after them or their options, or options in the column `options`. Further columns, all of which may be
/// missing: `id`, `source`, `group`, `by`, `basis` ("worked out" where nobody measured it), `tolerance` (a share),
/// `unused` (why it is no number to compare with). Files as MLPerf Storage v3.0 is published in have columns of their
/// own, which presets/measurements/storage.json describes. A row that cannot be read says why. What `over` says takes
/// the place of what rows say. Throws BadInput: data, where the text is no such CSV.
std::vector<StorageNumber> read_storage_numbers(
    std::string_view text, const std::string& source, const Catalog& catalog, const Scenario& over = {});

/// What is predicted for a published number; its range comes from the inputs that are uncertain, where there are any.
struct PredictedNumber : Compared {
  const StorageNumber* row;
  /// Of reads by GPUs whose utilisation was measured: bytes per second if they never waited, and by the rule of thumb;
  /// else absent.
  double never_waiting, by_rule;
};

/// Predicts every row that can be; the others get a reason. `progress` hears how many rows are done.
std::vector<PredictedNumber> predict_storage(
    std::vector<StorageNumber>& rows, const Catalog& catalog, const std::function<void(std::size_t)>& progress = {});

}  // namespace llmsize

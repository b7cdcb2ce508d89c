// SPDX-License-Identifier: Apache-2.0
// Published measurements of served models, one number per row, and what is predicted for each.
#pragma once

#include "core/calibration/errors.hpp"
#include "core/catalog/catalog.hpp"
#include "core/scenario/case.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

struct ResultRow;

/// What tables group a row by, beside what was measured; empty where it is not known.
struct ServedLabels {
  std::string copies;   ///< whether replicas copy attention: "attention DP"
  std::string lengths;  ///< "prompt-heavy": the prompt is four times the answer or more
  std::string weights;  ///< as the file names their format, 16 bits in one: "fp8"
  std::string engine, chip, release;
};

/// One measured number of a served model.
struct ServedRow {
  std::string id, source, series, stack, hardware, model;
  std::string dtype;
  std::string release;      ///< of the engine: "0.5.9"; empty where none is named
  std::string metric;       ///< as the file names it: "tpot_mean"
  std::string group;        ///< what it is compared with: "dense, time per token"; empty where it is not used
  double measured = 0;      ///< seconds, or tokens per second
  ServedLabels labels;      ///< of a row that is predicted
  Scenario scenario;        ///< what ran
  std::string reason;       ///< why nothing is predicted; empty where something is
  bool impossible = false;  ///< beyond the peak of its GPUs
};

/// The result that predicts a metric of the file.
const ResultRow& result_of_metric(std::string_view metric);

/// Whether a CSV has such rows: its header has the columns "metric" and "value".
bool has_served_rows(std::string_view text, const std::string& source);

/// Reads the rows of a CSV by the rules of the catalog's measurements/inference.json. A row that cannot be read says
/// why. What `over` says takes the place of what rows say. Throws BadInput: data, where the text is no such CSV.
std::vector<ServedRow> read_served_rows(
    std::string_view text, const std::string& source, const Catalog& catalog, const Scenario& over = {});

struct PredictedServing : Compared {
  const ServedRow* row;
  double null;  ///< by a roofline with one efficiency; absent where it tells nothing

  /// Whether it follows from other numbers of the same run: what is fitted to those is not fitted to it again.
  bool follows() const;
  /// Whether constants are fitted to it: not to p99, whose queues are not published, nor to rates that follow from the
  /// times beside them.
  bool tells_constants() const;
};

/// The reason of rows whose numbers are absent, as of an overloaded server.
inline constexpr std::string_view not_computed = "its inputs do not compute it";

/// Predicts every row that can be; the others get a reason. `progress` hears how many rows are done.
std::vector<PredictedServing> predict_serving(
    std::vector<ServedRow>& rows, const Catalog& catalog, const std::function<void(std::size_t)>& progress = {});

}  // namespace llmsize

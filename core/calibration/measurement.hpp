// SPDX-License-Identifier: Apache-2.0
// Published or own measurements of training steps: rows of a CSV, each read as a case with what was measured.
#pragma once

#include "core/calibration/reading_rules.hpp"
#include "core/scenario/case.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// One measured row.
struct Measurement {
  enum class Status {
    usable,       ///< a case and something measured
    unusable,     ///< no measurement, or not enough of it is known
    unpredicted,  ///< usable, but outside the formulas
  };

  std::string id, source, model, accelerator;  ///< as printed
  std::string software;                        ///< id of the stack, with its release
  std::string release;                         ///< of the software, as the rules find it: "24.07"; may be empty
  std::string series;  ///< stack, source, model and accelerator: rows that stand or fall together
  Status status = Status::usable;
  std::string reason;                ///< why it is not usable
  std::vector<std::string> assumed;  ///< what was read into blank cells
  Scenario scenario;
  std::optional<Case> plan;
  double step_time = 0;       ///< seconds; NaN where none was measured
  double memory = 0;          ///< bytes of the fullest GPU; NaN where none was measured
  std::string memory_metric;  ///< "memory.gpu_allocated" or "memory.gpu_total"
  bool out_of_memory = false;
  bool tells_recomputation = false;  ///< else its memory cannot be judged
  bool impossible = false;           ///< faster than the peak of its accelerators: not usable

  bool mixture() const;   ///< of experts
  bool has_time() const;  ///< that can be compared
};

/// Reads the rows of a CSV in the format of published training measurements (docs/measurements.md): columns of that
/// format, or named after inputs or their options. A row that cannot be used says why. What
/// `over` says takes the place of what rows and rules say. Throws BadInput: data, where no column says what was
/// measured.
std::vector<Measurement> read_measurements(
    std::string_view text, const std::string& source, const Catalog& catalog, const Scenario& over = {});

/// A sentence for each column of such a text that is not read, with the nearest that is.
std::vector<std::string> unread_columns(std::string_view text, const std::string& source, const Catalog& catalog);

/// The rows that have a time.
std::vector<const Measurement*> timed_rows(const std::vector<Measurement>& rows);

}  // namespace llmsize

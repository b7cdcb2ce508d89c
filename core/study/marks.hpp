// SPDX-License-Identifier: Apache-2.0
// Values from elsewhere beside a study: measured by the user, or printed by somebody.
#pragma once

#include "core/answer/answer.hpp"
#include "core/scenario/batch.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace llmsize {

/// Some results at some inputs.
struct StudyMark {
  Scenario scenario;
  std::vector<std::pair<std::string, double>> values;  ///< id of a result, base units
  std::string label{};                                 ///< drawn beside it; may be empty

  std::optional<double> value_of(std::string_view id) const;
};

struct StudyMarks {
  std::string name;  ///< "printed"
  std::vector<StudyMark> marks;
};

/// Marks from a sheet: columns of inputs, columns named by results
/// ("training.total_step_time") with values such as "34d" or "350GB", and where they are there `label` for each and
/// `series` for the name of all; without that `source` without folder and ending. Throws BadInput: data, naming row and
/// column.
StudyMarks read_marks(WholeSheet sheet);
inline StudyMarks read_marks(std::string_view text, const std::string& source) {
  return read_marks(sheet_of(text, source));
}

}  // namespace llmsize

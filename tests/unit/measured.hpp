// SPDX-License-Identifier: Apache-2.0
// The published measurements that come with the sources, read once.
#pragma once

#include "tests/unit/cases.hpp"

#include "core/calibration/measurement.hpp"
#include "tests/support/fixtures.hpp"

#include <algorithm>

namespace llmsize::test {

inline const std::vector<Measurement>& published_rows() {
  static const std::vector<Measurement> rows = [] {
    const std::string path = tests::fixture("measured-training.csv");
    return read_measurements(read_file(path), path, built_in());
  }();
  return rows;
}

inline const Measurement& published(std::string_view id) {
  const auto& rows = published_rows();
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const Measurement& row) { return row.id == id; });
  if (found == rows.end() || !found->plan) throw std::out_of_range("no usable row " + std::string(id));
  return *found;
}

/// Predicted over measured time, minus one.
inline double error_of(const Measurement& row) { return result(*row.plan, "training.step_time") / row.step_time - 1; }

}  // namespace llmsize::test

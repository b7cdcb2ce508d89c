// SPDX-License-Identifier: Apache-2.0
// Reads *.batch files: scenarios and the numbers that were published for them.
#pragma once

#include "core/registry/registry.hpp"
#include "core/scenario/scenario.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize::tests {

/// A published number and the scenario it belongs to.
struct Published {
  std::string place;  ///< "hpe-talk.batch:7"
  Scenario scenario;
  const ResultRow* row;
  double value;      ///< base units
  double tolerance;  ///< relative; 0 is exactly
  std::string source;
};

/// The numbers in the text of a batch. Throws std::runtime_error that begins with "name:line:" where the text is no
/// batch.
std::vector<Published> read_batch(std::string_view text, const std::string& name);

/// The numbers of all *.batch files of a folder, by file name. Throws std::runtime_error when there is none.
std::vector<Published> read_batches(const std::filesystem::path& folder);

/// Whether a computed value is the published one within its tolerance.
bool agrees(const Published& published, double computed);

}  // namespace llmsize::tests

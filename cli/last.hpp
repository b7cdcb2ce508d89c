// SPDX-License-Identifier: Apache-2.0
// The last answer given in this terminal, so that its numbers are explained without its options.
#pragma once

#include "cli/command.hpp"

namespace llmsize::cli {

/// Remembers what was asked and what was answered. Where that cannot be written, nothing is remembered.
void remember(const Common& common, const Subject& subject);

/// The last answer, with the files that --catalog and --calibration named.
struct Last {
  Scenario said;      ///< what was stated
  Scenario answered;  ///< with what was chosen for it
  std::string catalog_folder, calibration_file;
};
/// Throws BadInput: usage, where this terminal has no answer yet, data where what was remembered cannot be read.
Last last_answer();

}  // namespace llmsize::cli

// SPDX-License-Identifier: GPL-3.0-or-later
// A calibration file that a scenario rests on.
#pragma once

#include "core/catalog/catalog.hpp"

#include <QString>

#include <memory>
#include <string>
#include <vector>

namespace llmsize::gui {

struct AppliedCalibration {
  std::string text;                ///< the file as `llmsize calibrate` writes it
  std::vector<Fact> facts;         ///< what it tells
  std::string accelerator;         ///< id of the catalog; empty where the file does not say
  std::vector<std::string> nodes;  ///< that were measured; empty where it was fitted to step times
};
using CalibrationInUse = std::shared_ptr<const AppliedCalibration>;

/// From the text of a file that `source` names in errors. Throws BadInput: data.
CalibrationInUse calibration_of(const std::string& text, const std::string& source);

/// Whether both tell the same values, however they were written; two that are none do.
bool same_values(const CalibrationInUse& a, const CalibrationInUse& b);

/// Where the calibration of a scenario stands: beside "a.llmsize" in "a.calibration.json".
QString calibration_beside(const QString& path);

/// Puts a calibration beside a scenario's file, or takes away the one that it no longer rests on. A file with another
/// content is kept with a "~" at its end. What went wrong; empty where nothing did.
[[nodiscard]] QString write_beside(const QString& path, const CalibrationInUse& calibration);

/// The calibration beside a scenario's file, or nullptr. Throws BadInput: file or data.
CalibrationInUse read_beside(const QString& path);

}  // namespace llmsize::gui

// SPDX-License-Identifier: GPL-3.0-or-later
// Where sentences may be broken.
#pragma once

#include <QString>

namespace llmsize::gui {

/// A sentence whose numbers stay on one line with their units: "85 %", "155 GB/s", "24.6 days".
QString glued(const QString& sentence);

}  // namespace llmsize::gui

// SPDX-License-Identifier: GPL-3.0-or-later
// Where to write a file: one dialog for charts, pages, scenarios and calibrations.
#pragma once

#include <QString>

class QWidget;

namespace llmsize::gui {

/// Asks for a path, `proposed` at first, of one of the kinds ("Picture (*.png);;Numbers (*.csv)"); one that is typed
/// without an ending gets that of the chosen kind. Empty where the user thinks better of it.
QString ask_file(QWidget* parent, const QString& title, const QString& proposed, const QString& kinds);

}  // namespace llmsize::gui

// SPDX-License-Identifier: GPL-3.0-or-later
// Style and palette of the app.
#pragma once

#include <QApplication>

namespace llmsize::gui {

enum class Theme { light, dark, system };

/// Fusion with the palette of the theme; `Looks` tells every widget.
void apply_theme(QApplication& app, Theme theme);

/// The theme that was applied last.
Theme theme();

}  // namespace llmsize::gui

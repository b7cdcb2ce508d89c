// SPDX-License-Identifier: GPL-3.0-or-later
// The app's own font: figures of one width, the same picture on every machine.
#pragma once

#include <QString>

namespace llmsize::gui {

/// Loads "llmsize Sans" once; later calls do nothing. False if it could not be read: the system's font stays then.
bool load_fonts();

/// What is wrong with the fonts, one sentence; empty if they were loaded.
QString font_trouble();

/// Sets the application's font to llmsize Sans, or to the system's: `zoom` times the system's size, 13 pixels at least.
void apply_font(double zoom = 1);

/// The zoom that was applied last.
double zoom();

}  // namespace llmsize::gui

// SPDX-License-Identifier: GPL-3.0-or-later
// Looks of widgets that Qt paints, in the tokens of the moment: whoever uses one asks again when `Looks` tells of
// others.
#pragma once

#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>

namespace llmsize::gui {

/// A plain button has a border; the one that leads on is filled with the accent.
enum class Weight { plain, leading };
void dress(QPushButton& button, Weight weight = Weight::plain);

/// A line to type into, framed as the fields of the form.
void dress(QLineEdit& line);

/// A slim bar without a border.
void dress(QProgressBar& progress);

}  // namespace llmsize::gui

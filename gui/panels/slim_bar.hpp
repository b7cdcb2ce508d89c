// SPDX-License-Identifier: GPL-3.0-or-later
// A scroll bar that takes little room.
#pragma once

class QScrollBar;

namespace llmsize::gui {

/// Makes a vertical scroll bar slim, in the colours of the theme, also after that changes.
void make_slim(QScrollBar& bar);

}  // namespace llmsize::gui

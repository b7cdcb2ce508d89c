// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/slim_bar.hpp"

#include "gui/theme/looks.hpp"
#include "gui/theme/metrics.hpp"
#include "gui/theme/tokens.hpp"

#include <QScrollBar>

namespace llmsize::gui {

void make_slim(QScrollBar& bar) {
  follow_looks(&bar, [&bar] {
    const int width = metrics().px(8);
    bar.setStyleSheet(
        QStringLiteral("QScrollBar:vertical { background: transparent; width: %1px; margin: 0; }"
                       "QScrollBar::handle:vertical { background: %2; border-radius: %3px; min-height: %4px; }"
                       "QScrollBar::handle:vertical:hover { background: %5; }"
                       "QScrollBar::add-line:vertical, QScrollBar::sub-line:vertical { height: 0; }"
                       "QScrollBar::add-page:vertical, QScrollBar::sub-page:vertical { background: transparent; }")
            .arg(width)
            .arg(tokens().border.name())
            .arg(width / 2)
            .arg(3 * width)
            .arg(tokens().control.name()));
  });
}

}  // namespace llmsize::gui

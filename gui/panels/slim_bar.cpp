// SPDX-License-Identifier: GPL-3.0-or-later
// Dresses the bar again whenever the palette changes.
#include "gui/panels/slim_bar.hpp"

#include "gui/theme/metrics.hpp"
#include "gui/theme/tokens.hpp"

#include <QEvent>
#include <QScrollBar>

namespace llmsize::gui {
namespace {

class Dresser : public QObject {
 public:
  explicit Dresser(QScrollBar& bar) : QObject(&bar), bar_(bar) {
    dress();
    bar.installEventFilter(this);
  }

  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::ApplicationPaletteChange) dress();
    return QObject::eventFilter(watched, event);
  }

 private:
  void dress() {
    const int width = metrics().px(8);
    bar_.setStyleSheet(
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
  }

  QScrollBar& bar_;
};

}  // namespace

void make_slim(QScrollBar& bar) { new Dresser(bar); }

}  // namespace llmsize::gui

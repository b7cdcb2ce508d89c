// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/theme/dress.hpp"

#include "gui/theme/fonts.hpp"
#include "gui/theme/metrics.hpp"
#include "gui/theme/tokens.hpp"

namespace llmsize::gui {

void dress(QPushButton& button, Weight weight) {
  const Tokens& colours = tokens();
  const Metrics m = metrics();
  const bool leads = weight == Weight::leading;
  const QColor& ground = leads ? colours.accent : colours.surface;
  const QColor& hover = leads ? colours.accent : colours.sunken;
  const QColor& focus = leads ? colours.text : colours.accent;
  button.setStyleSheet(
      QStringLiteral(
          "QPushButton{border:%1;border-radius:%2px;padding:0 %3px;color:%4;background:%5}"
          "QPushButton:hover{background:%6}QPushButton:focus{border:2px solid %7}QPushButton:disabled{color:%8}")
          .arg(leads ? QStringLiteral("none") : QStringLiteral("1px solid ") + colours.control.name())
          .arg(m.px(5))
          .arg(m.px(12))
          .arg(
              (leads ? colours.on_accent : colours.text).name(), ground.name(), hover.name(), focus.name(),
              colours.text3.name()));
  button.setFont(font(leads ? TextRole::strong : TextRole::body));
}

void dress(QLineEdit& line) {
  const Tokens& colours = tokens();
  const Metrics m = metrics();
  line.setStyleSheet(
      QStringLiteral("QLineEdit{border:1px solid %1;border-radius:%2px;padding:0 %3px;color:%4;background:%5}"
                     "QLineEdit:focus{border:2px solid %6}QLineEdit:disabled{color:%7}")
          .arg(colours.control.name())
          .arg(m.px(5))
          .arg(m.px(8))
          .arg(colours.text.name(), colours.surface.name(), colours.accent.name(), colours.text3.name()));
  line.setFont(font(TextRole::body));
}

void dress(QProgressBar& progress) {
  const int radius = metrics().px(3);
  progress.setStyleSheet(QStringLiteral("QProgressBar{border:none;border-radius:%1px;background:%2}"
                                        "QProgressBar::chunk{border-radius:%1px;background:%3}")
                             .arg(radius)
                             .arg(tokens().border.name(), tokens().accent.name()));
}

}  // namespace llmsize::gui

// SPDX-License-Identifier: GPL-3.0-or-later
// The box is painted here; the list and what is typed are Qt's.
#include "gui/panels/choice_box.hpp"

#include "gui/panels/slim_bar.hpp"
#include "gui/panels/value_edit.hpp"
#include "gui/theme/icons.hpp"
#include "gui/theme/looks.hpp"
#include "gui/theme/metrics.hpp"
#include "gui/theme/tokens.hpp"

#include <QAbstractItemView>
#include <QCompleter>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QScrollBar>

namespace llmsize::gui {

ChoiceBox::ChoiceBox(bool searched, QWidget* parent) : QComboBox(parent) {
  setAttribute(Qt::WA_Hover);
  setView(new QListView(this));
  make_slim(*view()->verticalScrollBar());
  if (searched) {
    setEditable(true);
    setInsertPolicy(QComboBox::NoInsert);
    lineEdit()->setFrame(false);
    completer()->setCompletionMode(QCompleter::PopupCompletion);
    completer()->setFilterMode(Qt::MatchContains);
    completer()->setCaseSensitivity(Qt::CaseInsensitive);
    make_slim(*completer()->popup()->verticalScrollBar());
    // A long name shows its beginning, not its end.
    const auto show_beginning = [this] { lineEdit()->home(false); };
    connect(lineEdit(), &QLineEdit::editingFinished, this, show_beginning);
    connect(this, &QComboBox::currentTextChanged, this, [this, show_beginning] {
      if (!lineEdit()->hasFocus()) show_beginning();
    });
  }
  follow_looks(this, [this] { dress(); });
}

void ChoiceBox::dress() {
  const Tokens& colours = tokens();
  const Metrics m = metrics();
  setFont(gui::font(TextRole::body));
  setFixedHeight(m.px(28));
  const QString list = QStringLiteral(
                           "QListView{border:1px solid %1;background:%2;color:%3;outline:none}"
                           "QListView::item{height:%4px;padding:0 %5px}"
                           "QListView::item:selected{background:%6;color:%7}")
                           .arg(colours.control.name(), colours.surface.name(), colours.text.name())
                           .arg(m.table_row)
                           .arg(m.px(6))
                           .arg(colours.accent_soft.name(), colours.accent.name());
  view()->setStyleSheet(list);
  if (!isEditable()) return;
  completer()->popup()->setStyleSheet(list);
  QPalette palette;
  palette.setColor(QPalette::Base, Qt::transparent);
  palette.setColor(QPalette::Text, colours.text);
  lineEdit()->setPalette(palette);
}

QRect ChoiceBox::room() const {
  const Metrics m = metrics();
  return rect().adjusted(m.px(8), 0, -m.px(22), 0);
}

void ChoiceBox::resizeEvent(QResizeEvent* event) {
  QComboBox::resizeEvent(event);
  if (isEditable()) lineEdit()->setGeometry(room().adjusted(-2, 2, 0, -2));
}

void ChoiceBox::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paint_box(painter, rect(), BoxLook::input, hasFocus(), underMouse());
  const Metrics m = metrics();
  if (!isEditable()) {
    painter.setFont(font());
    painter.setPen(isEnabled() ? tokens().text : tokens().text3);
    painter.drawText(
        room(), Qt::AlignLeft | Qt::AlignVCenter,
        fontMetrics().elidedText(currentText(), Qt::ElideRight, room().width()));
  }
  const int chevron = m.px(14);
  painter.drawPixmap(
      QRect(width() - chevron - m.px(5), (height() - chevron) / 2, chevron, chevron),
      pixmap(Icon::chevron, chevron, devicePixelRatioF(), tokens().text2));
}

}  // namespace llmsize::gui

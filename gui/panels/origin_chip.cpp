// SPDX-License-Identifier: GPL-3.0-or-later
// Paints chips and their menu.
#include "gui/panels/origin_chip.hpp"

#include "gui/panels/words.hpp"

#include <QMenu>
#include <QPainter>
#include <QWidgetAction>

namespace llmsize::gui {
namespace {

constexpr double chip_size = 16;

struct Look {
  QColor ink, frame, ground;
};

Look look_of(const QString& letter) {
  const Tokens& now = tokens();
  const auto soft = [&](const QColor& colour) {
    QColor ground = colour;
    ground.setAlphaF(now.dark ? 0.16f : 0.07f);
    return ground;
  };
  const auto of = [&](const QColor& colour) { return Look{colour, colour, soft(colour)}; };
  if (letter == QLatin1String("Y")) return of(now.accent);
  if (letter == QLatin1String("P")) return of(now.shared);
  if (letter == QLatin1String("S")) return of(now.cpu);
  if (letter == QLatin1String("M")) return of(now.nvme);
  if (letter == QLatin1String("D")) return {now.text3, now.border, Qt::transparent};
  return {now.text3, Qt::transparent, Qt::transparent};
}

}  // namespace

void paint_chip(QPainter& painter, const QRectF& square, const QString& letter) {
  if (letter.isEmpty()) return;
  const Look look = look_of(letter);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(look.frame.alpha() > 0 ? QPen(look.frame, 1) : QPen(Qt::NoPen));
  painter.setBrush(look.ground);
  painter.drawRoundedRect(square.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
  painter.setPen(look.ink);
  QFont font = gui::font(TextRole::label_strong);
  font.setPixelSize(std::max(1, static_cast<int>(square.height() * 0.62)));
  painter.setFont(font);
  painter.drawText(square, Qt::AlignCenter, letter);
  painter.restore();
}

OriginChip::OriginChip(QWidget* parent) : QAbstractButton(parent) {
  setCursor(Qt::PointingHandCursor);
  setFocusPolicy(Qt::TabFocus);
  connect(this, &QAbstractButton::clicked, this, &OriginChip::show_menu);
}

void OriginChip::set(const QString& label, const Said& said) {
  if (said == said_ && !accessibleName().isEmpty()) return;
  said_ = said;
  setEnabled(!said.letter.isEmpty());
  setToolTip(said.origin);
  setAccessibleName(
      said.origin.isEmpty() ? tr("Origin of %1: unknown").arg(label) : tr("Origin of %1: %2").arg(label, said.origin));
  update();
}

QSize OriginChip::sizeHint() const { return {metrics().field, metrics().field}; }

void OriginChip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const double size = chip_size * metrics().scale;
  QRectF square(0, 0, size, size);
  square.moveCenter(QRectF(rect()).center());
  paint_chip(painter, square, said_.letter);
  if (!hasFocus()) return;
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(tokens().accent, 2));
  painter.drawRoundedRect(square.adjusted(-2, -2, 2, 2), 5, 5);
}

void OriginChip::show_menu() {
  QMenu menu(this);
  auto* told = new QWidget(&menu);
  auto* origin = new Words(TextRole::label_strong, &Tokens::text, Words::Lines::many, told);
  auto* source = new Words(TextRole::label, &Tokens::text2, Words::Lines::many, told);
  const int width = metrics().px(260), edge = 2 * metrics().step;
  origin->setText(said_.origin);
  source->setText(said_.source);
  const int head = origin->heightForWidth(width),
            body = said_.source.isEmpty() ? 0 : source->heightForWidth(width) + metrics().step;
  origin->setGeometry(edge, edge, width, head);
  source->setGeometry(edge, edge + head + metrics().step, width, body);
  told->setMinimumSize(width + 2 * edge, head + body + 2 * edge);
  auto* words = new QWidgetAction(&menu);
  words->setDefaultWidget(told);
  menu.addAction(words);
  menu.addSeparator();
  connect(menu.addAction(tr("Reset")), &QAction::triggered, this, &OriginChip::reset);
  menu.actions().back()->setEnabled(said_.can_reset);
  connect(menu.addAction(tr("Explain")), &QAction::triggered, this, &OriginChip::explain);
  menu.actions().back()->setEnabled(said_.can_explain);
  menu.exec(mapToGlobal(rect().bottomLeft()));
}

}  // namespace llmsize::gui

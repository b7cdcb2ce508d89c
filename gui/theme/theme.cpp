// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/theme/theme.hpp"

#include "gui/theme/looks.hpp"
#include "gui/theme/tokens.hpp"

#include <QPalette>
#include <QStyle>
#include <QStyleFactory>

namespace llmsize::gui {

namespace {

QPalette palette_of(const Tokens& set) {
  QPalette palette(
      set.text, set.surface, set.surface, set.border, set.control, set.text, set.text, set.surface, set.window);
  palette.setColor(QPalette::AlternateBase, set.sunken);
  palette.setColor(QPalette::Midlight, set.sunken);
  palette.setColor(QPalette::Shadow, set.border);
  palette.setColor(QPalette::ToolTipBase, set.surface);
  palette.setColor(QPalette::ToolTipText, set.text);
  palette.setColor(QPalette::PlaceholderText, set.text3);
  palette.setColor(QPalette::Highlight, set.accent);
  palette.setColor(QPalette::HighlightedText, set.on_accent);
  palette.setColor(QPalette::Link, set.accent);
  palette.setColor(QPalette::LinkVisited, set.accent);
  for (const auto role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText})
    palette.setColor(QPalette::Disabled, role, set.text3);
  palette.setColor(QPalette::Disabled, QPalette::Highlight, set.control);
  return palette;
}

Theme in_use = Theme::light;

bool system_is_dark() {
  QApplication::setPalette(QPalette());
  return QApplication::palette().color(QPalette::Window).lightness() < 128;
}

}  // namespace

void apply_theme(QApplication& app, Theme theme) {
  // A new style takes every widget through its hands again, and dresses those with a style sheet of their own in the
  // palette of before: once is enough.
  if (app.style()->name() != QLatin1String("fusion")) app.setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  in_use = theme;
  // On a desktop that is read from the right, English words would come in the wrong order: "GPUs, 14 replicas 392".
  QApplication::setLayoutDirection(Qt::LeftToRight);
  const bool dark = theme == Theme::dark || (theme == Theme::system && system_is_dark());
  QApplication::setPalette(palette_of(dark ? dark_tokens() : light_tokens()));
  Looks::now().tell();
}

Theme theme() { return in_use; }

}  // namespace llmsize::gui

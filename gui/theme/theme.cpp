// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/theme/theme.hpp"

#include "gui/theme/tokens.hpp"

#include <QPalette>
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

bool system_is_dark() {
  QApplication::setPalette(QPalette());
  return QApplication::palette().color(QPalette::Window).lightness() < 128;
}

}  // namespace

void apply_theme(QApplication& app, Theme theme) {
  app.setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  const bool dark = theme == Theme::dark || (theme == Theme::system && system_is_dark());
  QApplication::setPalette(palette_of(dark ? dark_tokens() : light_tokens()));
}

}  // namespace llmsize::gui

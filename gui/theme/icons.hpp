// SPDX-License-Identifier: GPL-3.0-or-later
// Icons as strokes on 20 by 20, drawn in any colour and sharp at any device pixel ratio.
#pragma once

#include <QColor>
#include <QIcon>
#include <QPixmap>

namespace llmsize::gui {

/// `chevron` points down, `logo` has its own colours. Pages bring icons of their own.
enum class Icon {
  table,
  more,
  copy,
  search,
  export_,
  close,
  back,
  forward,
  check,
  warning,
  error,
  info,
  plus,
  chevron,
  logo
};

/// The icon `pixels` wide (device-independent) for a screen of that ratio.
QPixmap pixmap(Icon icon, int pixels, double ratio, const QColor& colour);

/// An icon that takes its colour from the tokens of the moment it is painted: text 2, text 3 when disabled, accent when
/// checked. With `colour`, always that one.
QIcon icon(Icon icon, const QColor& colour = {});

/// Both of a page: "size", "layout", …; those of the first page for an unknown id.
QPixmap page_pixmap(const QString& page, int pixels, double ratio, const QColor& colour);
QIcon page_icon(const QString& page, const QColor& colour = {});

/// The icon of windows and of the desktop.
QIcon app_icon();

}  // namespace llmsize::gui

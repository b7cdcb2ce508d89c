// SPDX-License-Identifier: GPL-3.0-or-later
// Icons as strokes on 20 by 20, drawn in any colour and sharp at any device pixel ratio.
#pragma once

#include <QColor>
#include <QIcon>
#include <QPixmap>

namespace llmsize::gui {

/// `chevron` points down, `logo` has its own colours.
enum class Icon {
  size,
  layout,
  offload,
  network,
  checkpoint,
  data,
  compare,
  trends,
  calibration,
  study,
  serving,
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

/// Icon of a page: "size", "layout", …; `size` for an unknown id.
Icon page_icon(const QString& page);

/// The icon `pixels` wide (device-independent) for a screen of that ratio.
QPixmap pixmap(Icon icon, int pixels, double ratio, const QColor& colour);

/// An icon that takes its colour from the tokens of the moment it is painted: text 2, text 3 when disabled, accent when
/// checked. With `colour`, always that one.
QIcon icon(Icon icon, const QColor& colour = {});

/// The icon of windows and of the desktop.
QIcon app_icon();

}  // namespace llmsize::gui

// SPDX-License-Identifier: GPL-3.0-or-later
// The colours of the app: two sets with the same names. Every colour that is painted comes from here.
#pragma once

#include "core/charts/chart.hpp"

#include <QColor>

namespace llmsize::gui {

/// One set of colours. `*2` and `*3` are quieter texts, `*_soft` grounds on which the colour of that name is legible.
struct Tokens {
  QColor window, surface, sunken, border, control, grid;
  QColor text, text2, text3;
  QColor accent, accent_soft, on_accent;
  QColor gpu, gpu_tint, cpu, nvme, nvme_tint, shared, waiting;
  QColor limit, limit_soft, error, error_soft, good, good_soft;
  int band_alpha;  ///< of a band between P10 and P90
  bool dark;
};

const Tokens& light_tokens();
const Tokens& dark_tokens();

/// The set that belongs to the application's palette: dark where its window is dark.
const Tokens& tokens();

/// Colour of a hue: for lines, marks and filled parts.
QColor colour(Hue hue, const Tokens& tokens = gui::tokens());

/// Second part of a hue; lies under an outline in `colour`.
QColor tint(Hue hue, const Tokens& tokens = gui::tokens());

/// Colour of words that belong to a hue: `colour`, but legible where that is only good for marks.
QColor ink(Hue hue, const Tokens& tokens = gui::tokens());

/// Black or white of the set, whichever is easier to read on `ground`.
QColor text_on(const QColor& ground);

/// Contrast of two opaque colours, 1 to 21, as WCAG 2 defines it.
double contrast(const QColor& one, const QColor& other);

}  // namespace llmsize::gui

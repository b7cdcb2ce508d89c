// SPDX-License-Identifier: GPL-3.0-or-later
// The colours of the app: two sets with the same names. Those that charts wear, too, are those of scenes.
#pragma once

#include "core/scene/palette.hpp"

#include <QColor>

namespace llmsize::gui {

/// One set of colours. `*2` and `*3` are quieter texts, `*_soft` grounds on which the colour of that name is legible.
struct Tokens {
  QColor window, surface, sunken, border, control, grid;
  QColor text, text2, text3;
  QColor accent, accent_soft, on_accent;
  QColor gpu, cpu, nvme, shared, waiting;
  QColor limit, limit_soft, error, error_soft, good, good_soft;
  int band_alpha;  ///< of a band between P10 and P90
  bool dark;
};

const Tokens& light_tokens();
const Tokens& dark_tokens();

/// The set that belongs to the application's palette: dark where its window is dark.
const Tokens& tokens();

/// A colour of scenes in a set.
QColor colour_of(const scene::Colour& colour, const Tokens& tokens = gui::tokens());

/// Contrast of two opaque colours, 1 to 21, as WCAG 2 defines it.
double contrast(const QColor& one, const QColor& other);

}  // namespace llmsize::gui

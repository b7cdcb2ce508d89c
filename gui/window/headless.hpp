// SPDX-License-Identifier: GPL-3.0-or-later
// The app without a person: pictures of pages and their figures as JSON.
#pragma once

#include "gui/theme/theme.hpp"

#include <QSize>
#include <QString>

namespace llmsize::gui {

struct Headless {
  QString page{QStringLiteral("size")};
  QString picture{};        ///< PNG of the window or PDF of the page to write; empty: the figures are printed instead
  QStringList scenarios{};  ///< files; the worked example where there is none
  QSize size{1440, 900};
  Theme theme = Theme::light;
  QStringList records{};  ///< of probes
  QString calibration{};  ///< file that the first scenario rests on; may be empty
  QString derivation{};   ///< id of a result or input whose derivation is open
};

/// Exit code: 0, or 2 and 3 as the command line gives them, with one sentence on standard error.
int run_headless(const Headless& wanted);

}  // namespace llmsize::gui

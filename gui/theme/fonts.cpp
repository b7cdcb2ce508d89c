// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/theme/fonts.hpp"

#include "gui/theme/looks.hpp"

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>

#include <algorithm>
#include <cmath>

static void init_fonts_resource() { Q_INIT_RESOURCE(theme); }

namespace llmsize::gui {

namespace {

constexpr double least_pixels = 13;

double zoom_in_use = 1;

bool load_all() {
  init_fonts_resource();
  bool loaded = true;
  for (const auto* weight : {"Regular", "Medium", "SemiBold"})
    loaded &= QFontDatabase::addApplicationFont(
                  QStringLiteral(":/llmsize/fonts/llmsizeSans-%1.otf").arg(QLatin1String(weight))) >= 0;
  return loaded;
}

}  // namespace

bool load_fonts() {
  static const bool loaded = load_all();
  return loaded;
}

QString font_trouble() {
  return load_fonts()
             ? QString()
             : QApplication::translate("fonts", "The font llmsize Sans could not be read; the system's font is used.");
}

void apply_font(double zoom) {
  zoom_in_use = zoom;
  static const QFont system = QApplication::font();
  QFont font(system);
  if (load_fonts()) font.setFamily(QStringLiteral("llmsize Sans"));
  const double pixels = std::max(least_pixels, QFontInfo(system).pixelSize() * 1.0) * zoom;
  font.setPixelSize(std::max(1, static_cast<int>(std::lround(pixels))));
  QApplication::setFont(font);
  Looks::now().tell();
}

double zoom() { return zoom_in_use; }

}  // namespace llmsize::gui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/theme/tokens.hpp"

#include <QGuiApplication>
#include <QPalette>

#include <algorithm>
#include <cmath>

namespace llmsize::gui {

namespace {

double luminance(const QColor& colour) {
  const auto linear = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
  return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

Tokens made(bool dark) {
  namespace colours = scene::colours;
  const auto of = [dark](const scene::Colour& colour) { return QColor(dark ? colour.dark : colour.light); };
  const auto own = [dark](QRgb by_day, QRgb by_night) { return QColor(dark ? by_night : by_day); };
  return {
      .window = own(0xF3F4F6, 0x12161C),
      .surface = of(colours::surface),
      .sunken = own(0xF8F9FB, 0x151A22),
      .border = of(colours::border),
      .control = of(colours::control),
      .grid = of(colours::grid),
      .text = of(colours::text),
      .text2 = of(colours::text2),
      .text3 = of(colours::text3),
      .accent = of(colours::accent),
      .accent_soft = of(colours::accent_soft),
      .on_accent = own(0xFFFFFF, 0x0E1A26),
      .gpu = of(scene::colour(Hue::gpu)),
      .cpu = of(scene::colour(Hue::cpu)),
      .nvme = of(scene::ink(Hue::nvme)),
      .shared = of(scene::colour(Hue::shared)),
      .waiting = of(scene::colour(Hue::waiting)),
      .limit = of(scene::colour(Hue::limit)),
      .limit_soft = own(0xFDF0E3, 0x3A2A1A),
      .error = of(colours::error),
      .error_soft = own(0xFDECEA, 0x3B2224),
      .good = own(0x067647, 0x4CC38A),
      .good_soft = own(0xE3F4EB, 0x17322A),
      .band_alpha = dark ? 66 : 44,
      .dark = dark};
}

}  // namespace

const Tokens& light_tokens() {
  static const Tokens set = made(false);
  return set;
}

const Tokens& dark_tokens() {
  static const Tokens set = made(true);
  return set;
}

const Tokens& tokens() {
  return QGuiApplication::palette().color(QPalette::Window).lightness() < 128 ? dark_tokens() : light_tokens();
}

QColor colour_of(const scene::Colour& colour, const Tokens& tokens) {
  return QColor(tokens.dark ? colour.dark : colour.light);
}

double contrast(const QColor& one, const QColor& other) {
  const auto [low, high] = std::minmax({luminance(one), luminance(other)});
  return (high + 0.05) / (low + 0.05);
}

}  // namespace llmsize::gui

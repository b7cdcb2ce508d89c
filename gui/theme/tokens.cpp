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

QColor mixed(const QColor& one, const QColor& other) {
  return QColor((one.red() + other.red()) / 2, (one.green() + other.green()) / 2, (one.blue() + other.blue()) / 2);
}

}  // namespace

const Tokens& light_tokens() {
  static const Tokens set{
      .window = QColor(0xF3F4F6),
      .surface = QColor(0xFFFFFF),
      .sunken = QColor(0xF8F9FB),
      .border = QColor(0xDDE2E9),
      .control = QColor(0x8A94A6),
      .grid = QColor(0xE9ECF1),
      .text = QColor(0x18202B),
      .text2 = QColor(0x475467),
      .text3 = QColor(0x667085),
      .accent = QColor(0x0B62B0),
      .accent_soft = QColor(0xE6F0FA),
      .on_accent = QColor(0xFFFFFF),
      .gpu = QColor(0x0072B2),
      .gpu_tint = QColor(0x7FB5DB),
      .cpu = QColor(0x007F5C),
      .nvme = QColor(0xA36000),
      .nvme_tint = QColor(0xDDA95C),
      .shared = QColor(0xA8467E),
      .waiting = QColor(0x7B8794),
      .limit = QColor(0xB54708),
      .limit_soft = QColor(0xFDF0E3),
      .error = QColor(0xB42318),
      .error_soft = QColor(0xFDECEA),
      .good = QColor(0x067647),
      .good_soft = QColor(0xE3F4EB),
      .band_alpha = 44,
      .dark = false};
  return set;
}

const Tokens& dark_tokens() {
  static const Tokens set{
      .window = QColor(0x12161C),
      .surface = QColor(0x1A2029),
      .sunken = QColor(0x151A22),
      .border = QColor(0x2C3542),
      .control = QColor(0x6B7787),
      .grid = QColor(0x262E39),
      .text = QColor(0xE8ECF2),
      .text2 = QColor(0xB3BCCA),
      .text3 = QColor(0x8D98A9),
      .accent = QColor(0x6CB6F0),
      .accent_soft = QColor(0x1D3144),
      .on_accent = QColor(0x0E1A26),
      .gpu = QColor(0x4FA8E0),
      .gpu_tint = QColor(0x2F6C96),
      .cpu = QColor(0x2DBD90),
      .nvme = QColor(0xE8A33D),
      .nvme_tint = QColor(0x9C6F2C),
      .shared = QColor(0xDB8FBC),
      .waiting = QColor(0x8793A3),
      .limit = QColor(0xF0924C),
      .limit_soft = QColor(0x3A2A1A),
      .error = QColor(0xF28B82),
      .error_soft = QColor(0x3B2224),
      .good = QColor(0x4CC38A),
      .good_soft = QColor(0x17322A),
      .band_alpha = 66,
      .dark = true};
  return set;
}

const Tokens& tokens() {
  return QGuiApplication::palette().color(QPalette::Window).lightness() < 128 ? dark_tokens() : light_tokens();
}

QColor colour(Hue hue, const Tokens& tokens) {
  switch (hue) {
    case Hue::gpu: return tokens.gpu;
    case Hue::cpu: return tokens.cpu;
    case Hue::nvme:
    case Hue::network: return tokens.nvme;
    case Hue::shared: return tokens.shared;
    case Hue::waiting: return tokens.waiting;
    case Hue::limit: return tokens.limit;
    case Hue::error: return tokens.error;
  }
  return tokens.text;
}

QColor tint(Hue hue, const Tokens& tokens) {
  switch (hue) {
    case Hue::gpu: return tokens.gpu_tint;
    case Hue::nvme:
    case Hue::network: return tokens.nvme_tint;
    default: return mixed(colour(hue, tokens), tokens.surface);
  }
}

QColor ink(Hue hue, const Tokens& tokens) { return hue == Hue::waiting ? tokens.text3 : colour(hue, tokens); }

QColor text_on(const QColor& ground) {
  const QColor dark = light_tokens().text, light = light_tokens().surface;
  return contrast(dark, ground) > contrast(light, ground) ? dark : light;
}

double contrast(const QColor& one, const QColor& other) {
  const auto [low, high] = std::minmax({luminance(one), luminance(other)});
  return (high + 0.05) / (low + 0.05);
}

}  // namespace llmsize::gui

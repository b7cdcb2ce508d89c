// SPDX-License-Identifier: Apache-2.0
#include "core/scene/palette.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace llmsize {
namespace scene {
namespace {

constexpr std::array hues{Hue::gpu,    Hue::cpu,     Hue::nvme,  Hue::network,
                          Hue::shared, Hue::waiting, Hue::limit, Hue::error};
constexpr double light_band = 0.17, dark_band = 0.26;

std::uint32_t mixed(std::uint32_t one, std::uint32_t other) {
  std::uint32_t result = 0;
  for (const int shift : {0, 8, 16}) result |= ((((one >> shift) & 0xFF) + ((other >> shift) & 0xFF)) / 2) << shift;
  return result;
}

/// Of WCAG 2.
double luminance(std::uint32_t rgb) {
  const auto linear = [rgb](int shift) {
    const double v = ((rgb >> shift) & 0xFF) / 255.0;
    return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0);
}

std::uint32_t readable_on(std::uint32_t ground) {
  const std::uint32_t dark = colours::text.light, white = colours::surface.light;
  const auto contrast = [ground](std::uint32_t letters) {
    const auto [low, high] = std::minmax({luminance(letters), luminance(ground)});
    return (high + 0.05) / (low + 0.05);
  };
  return contrast(dark) > contrast(white) ? dark : white;
}

std::string hex(std::uint32_t rgb) { return fmt::format("#{:06x}", rgb); }

}  // namespace

Colour colour(Hue hue) {
  switch (hue) {
    case Hue::gpu: return {0x0072B2, 0x4FA8E0, "gpu"};
    case Hue::cpu: return {0x007F5C, 0x2DBD90, "cpu"};
    case Hue::nvme:
    case Hue::network: return {0xCF8112, 0xF0AB30, "nvme"};
    case Hue::shared: return {0x852662, 0xFAA9D4, "shared"};
    case Hue::waiting: return {0x7B8794, 0x8793A3, "waiting"};
    case Hue::limit: return {0xB54708, 0xF0924C, "limit"};
    case Hue::error: return colours::error;
  }
  return colours::text;
}

Colour tint(Hue hue) {
  const Colour full = colour(hue);
  const std::string name = full.name + "-tint";
  if (hue == Hue::gpu) return {0x7FB5DB, 0x2F6C96, name};
  if (hue == Hue::nvme || hue == Hue::network) return {0xE9C48A, 0x9C6F2C, name};
  return {mixed(full.light, colours::surface.light), mixed(full.dark, colours::surface.dark), name};
}

Colour ink(Hue hue) {
  switch (hue) {
    case Hue::nvme:
    case Hue::network: return {0x9A5B00, 0xF0AB30, "nvme-ink"};
    case Hue::waiting: return colours::text3;
    default: return colour(hue);
  }
}

Colour text_on(const Colour& ground) {
  if (ground.name == colours::surface.name) return colours::text;
  return {readable_on(ground.light), readable_on(ground.dark), "on-" + ground.name};
}

std::string css(const Colour& colour, PictureTheme theme) {
  switch (theme) {
    case PictureTheme::light: return hex(colour.light);
    case PictureTheme::dark: return hex(colour.dark);
    case PictureTheme::page: return fmt::format("var(--llmsize-{},{})", colour.name, hex(colour.light));
  }
  return {};
}

std::string band_opacity(PictureTheme theme) {
  if (theme == PictureTheme::page) return fmt::format("var(--llmsize-band,{})", light_band);
  return fmt::format("{}", theme == PictureTheme::dark ? dark_band : light_band);
}

}  // namespace scene

std::string theme_variables(PictureTheme theme) {
  using namespace scene;
  const bool dark = theme == PictureTheme::dark;
  std::string text = fmt::format("--llmsize-band:{};", dark ? dark_band : light_band);
  const auto add = [&](const Colour& colour) {
    text += fmt::format("--llmsize-{}:{};", colour.name, hex(dark ? colour.dark : colour.light));
  };
  for (const Colour& each :
       {colours::surface, colours::border, colours::control, colours::grid, colours::text, colours::text2,
        colours::text3, colours::accent_soft})
    add(each);
  for (const Hue hue : hues)
    if (hue != Hue::network)
      for (const Colour& each : {colour(hue), tint(hue), text_on(colour(hue)), text_on(tint(hue))}) add(each);
  add(ink(Hue::nvme));
  return text;
}

}  // namespace llmsize

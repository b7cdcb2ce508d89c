// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/qt_letters.hpp"

#include "gui/models/typed_number.hpp"

#include <array>

namespace llmsize::gui {

QString text_of(const std::string& text) { return legible(QString::fromStdString(text)); }

Style screen_style(const QFont& base) { return {.tokens = &tokens(), .base = base, .metrics = metrics(base)}; }

QtLetters::QtLetters(const Style& style) : scale_(style.metrics.scale) {
  // In the order of scene::Role.
  constexpr std::array roles{TextRole::title, TextRole::label,  TextRole::label_strong,
                             TextRole::label, TextRole::series, TextRole::tick};
  faces_.reserve(roles.size());
  for (const TextRole role : roles) {
    const QFont font = gui::font(role, style.base);
    faces_.push_back({font, QFontMetricsF(font)});
  }
}

double QtLetters::width(const std::string& text, scene::Role role) const {
  const Face& letters = face(role);
  const auto [known, is_new] = letters.widths.try_emplace(text, 0);
  if (is_new) known->second = letters.metrics.horizontalAdvance(text_of(text));
  return known->second;
}

}  // namespace llmsize::gui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/qt_letters.hpp"

#include "gui/models/typed_number.hpp"

#include <QLocale>

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

const PlacedText& QtLetters::placed(const std::string& text, scene::Role role) const {
  constexpr std::size_t most = 4'000;
  const Face& letters = face(role);
  if (const auto known = letters.placed.find(text); known != letters.placed.end()) return known->second;
  if (letters.placed.size() >= most) letters.placed.clear();
  PlacedText made{text_of(text), 0, {}};
  made.width = letters.metrics.horizontalAdvance(made.text);
  made.glyphs.setTextFormat(Qt::PlainText);
  made.glyphs.setText(made.text);
  return letters.placed.emplace(text, std::move(made)).first->second;
}

std::shared_ptr<const QtLetters> letters_of(const Style& style) {
  thread_local std::shared_ptr<const QtLetters> last;
  thread_local QFont base;
  thread_local QLocale locale;  // writes numbers
  if (!last || base != style.base || locale != QLocale()) {
    last = std::make_shared<QtLetters>(style);
    base = style.base;
    locale = QLocale();
  }
  return last;
}

}  // namespace llmsize::gui

// SPDX-License-Identifier: GPL-3.0-or-later
// How charts look on the screen, and the letters that they are measured and painted with there.
#pragma once

#include "core/scene/letters.hpp"
#include "gui/theme/metrics.hpp"
#include "gui/theme/tokens.hpp"

#include <QFontMetricsF>
#include <QStaticText>
#include <QString>
#include <memory>
#include <unordered_map>
#include <vector>

namespace llmsize::gui {

/// Colours and letters of one painting.
struct Style {
  const Tokens* tokens;
  QFont base;
  Metrics metrics;
};

/// The style of the screen at this moment.
Style screen_style(const QFont& base = QGuiApplication::font());

/// A text of core as the reader's locale writes its numbers.
QString text_of(const std::string& text);

/// A text as it is painted: measured, with its letters placed.
struct PlacedText {
  QString text;
  double width;
  QStaticText glyphs;
};

class QtLetters final : public scene::Letters {
 public:
  explicit QtLetters(const Style& style);

  double scale() const override { return scale_; }
  double width(const std::string& text, scene::Role role) const override { return placed(text, role).width; }
  double height(scene::Role role) const override { return face(role).metrics.height(); }

  const QFont& font(scene::Role role) const { return face(role).font; }
  /// Good until the next call.
  const PlacedText& placed(const std::string& text, scene::Role role) const;
  const QFontMetricsF& metrics(scene::Role role) const { return face(role).metrics; }

 private:
  struct Face {
    QFont font;
    QFontMetricsF metrics;
    mutable std::unordered_map<std::string, PlacedText> placed{};  ///< most stand in layout after layout
  };
  const Face& face(scene::Role role) const { return faces_[static_cast<std::size_t>(role)]; }

  double scale_;
  std::vector<Face> faces_;  ///< by role
};

/// The letters of a style. Those of the last style are kept with their words.
std::shared_ptr<const QtLetters> letters_of(const Style& style);

}  // namespace llmsize::gui

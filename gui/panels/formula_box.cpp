// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the few tags that core writes and measures what they stand for.
#include "gui/panels/formula_box.hpp"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace llmsize::gui {
namespace {

constexpr double small = 0.72;   ///< size of sub- and superscripts
constexpr double drop = 0.22;    ///< of a subscript, in heights of a letter
constexpr double raise = 0.45;   ///< of a superscript
constexpr double bar_gap = 2.5;  ///< between the bar of a fraction and what stands over and under it
constexpr double bar_reach = 3;  ///< of the bar beyond them

struct Letters : FormulaBox {
  QString text;
  QFont font;
  double shift;

  Letters(QString words, const QFont& in, double up) : text(std::move(words)), font(in), shift(up) {
    const QFontMetricsF size(font);
    width = size.horizontalAdvance(text);
    above = size.ascent() + shift;
    below = size.descent() - shift;
  }
  void paint(QPainter& painter, double x, double base) const override {
    painter.setFont(font);
    painter.drawText(QPointF(x, base - shift), text);
  }
};

struct Row : FormulaBox {
  Boxes parts;

  explicit Row(Boxes boxes) : parts(std::move(boxes)) {
    for (const auto& part : parts) {
      width += part->width;
      above = std::max(above, part->above);
      below = std::max(below, part->below);
    }
  }
  void paint(QPainter& painter, double x, double base) const override {
    for (const auto& part : parts) {
      part->paint(painter, x, base);
      x += part->width;
    }
  }
};

struct Fraction : FormulaBox {
  Row over, under;
  double axis;

  Fraction(Boxes top, Boxes bottom, const QFont& font, double up) : over(std::move(top)), under(std::move(bottom)) {
    axis = up + QFontMetricsF(font).xHeight() / 2 + 1;
    width = std::max(over.width, under.width) + 2 * bar_reach + 2;
    above = axis + bar_gap + over.above + over.below;
    below = bar_gap - axis + under.above + under.below;
  }
  void paint(QPainter& painter, double x, double base) const override {
    const double bar = base - axis;
    over.paint(painter, x + (width - over.width) / 2, bar - bar_gap - over.below);
    under.paint(painter, x + (width - under.width) / 2, bar + bar_gap + under.above);
    painter.drawLine(QPointF(x + 1, bar), QPointF(x + width - 1, bar));
  }
};

class Parser {
 public:
  explicit Parser(const QString& html) : left_(html) {}

  /// Up to the end tag that belongs to what was opened before.
  Boxes read(const QFont& font, double shift) {
    Boxes boxes;
    while (!left_.isEmpty()) {
      if (!left_.startsWith(QLatin1Char('<'))) {
        add_words(boxes, font, shift);
        continue;
      }
      const QStringView tag = take_tag();
      if (tag.startsWith(QLatin1Char('/'))) return boxes;
      if (tag == QLatin1String("sub") || tag == QLatin1String("sup")) {
        QFont smaller = font;
        smaller.setPixelSize(std::max(8, static_cast<int>(font.pixelSize() * small)));
        const double height = QFontMetricsF(font).capHeight();
        const double moved = tag == QLatin1String("sub") ? -drop * height : raise * height;
        boxes.push_back(std::make_unique<Row>(read(smaller, shift + moved)));
      } else if (tag.contains(QLatin1String("frac"))) {
        take_tag();
        Boxes over = read(font, 0);
        take_tag();
        Boxes under = read(font, 0);
        take_tag();
        boxes.push_back(std::make_unique<Fraction>(std::move(over), std::move(under), font, shift));
      } else {
        boxes.push_back(std::make_unique<Row>(read(font, shift)));
      }
    }
    return boxes;
  }

 private:
  QStringView take_tag() {
    const auto end = left_.indexOf(QLatin1Char('>'));
    const QStringView tag = left_.mid(1, (end < 0 ? left_.size() : end) - 1);
    left_ = end < 0 ? QStringView() : left_.mid(end + 1);
    return tag;
  }

  /// One box per word, so that a line can end between them.
  void add_words(Boxes& boxes, const QFont& font, double shift) {
    const auto tag = left_.indexOf(QLatin1Char('<'));
    QString text = (tag < 0 ? left_ : left_.left(tag)).toString();
    left_ = tag < 0 ? QStringView() : left_.mid(tag);
    text.replace(QLatin1String("&lt;"), QLatin1String("<"))
        .replace(QLatin1String("&gt;"), QLatin1String(">"))
        .replace(QLatin1String("&amp;"), QLatin1String("&"));
    for (qsizetype start = 0; start < text.size();) {
      auto end = text.indexOf(QLatin1Char(' '), start);
      end = end < 0 ? text.size() : end + 1;
      boxes.push_back(std::make_unique<Letters>(text.mid(start, end - start), font, shift));
      start = end;
    }
  }

  QStringView left_;
};

}  // namespace

Boxes boxes_of(const QString& html, const QFont& font) { return Parser(html).read(font, 0); }

}  // namespace llmsize::gui

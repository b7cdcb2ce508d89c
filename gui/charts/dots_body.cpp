// SPDX-License-Identifier: GPL-3.0-or-later
// Some marks per row on one axis; words stand where a mark is missing.
#include "gui/charts/axis.hpp"
#include "gui/charts/bodies.hpp"
#include "gui/charts/room.hpp"

#include <algorithm>
#include <cmath>

namespace llmsize::gui {

namespace {

constexpr double row_least = 20, row_most = 56, row_usual = 46;

class DotsBody : public Body {
 public:
  explicit DotsBody(Dots dots) : dots_(std::move(dots)) {}

  void paint(Ink& ink, const QRectF& area) override {
    const double titles = std::min(widest_title(ink), area.width() * 0.3);
    const double head = ink.size(QStringLiteral("0"), TextRole::series).height() + ink.px(2);
    const double foot = bottom_height(ink, dots_.scale);
    const double room = area.height() - head - foot;
    const auto count = static_cast<double>(std::max<std::size_t>(1, dots_.rows.size()));
    const double row = std::clamp(room / count, ink.px(row_least), ink.px(row_most));
    const auto fitting = std::min(dots_.rows.size(), static_cast<std::size_t>(std::max(1.0, room / row + 1e-6)));
    const double left = area.left() + titles + ink.px(12);
    const QRectF plot(left, area.top() + head, area.right() - ink.px(20) - left, row * static_cast<double>(fitting));
    const Axis axis(
        part_of(dots_.scale, 0, 1, static_cast<std::size_t>(std::max(3.0, plot.width() / ink.px(70)))), plot.left(),
        plot.right());
    paint_bottom(ink, axis, plot, true);
    Room free(QRectF(plot.left(), area.top(), area.right() - plot.left(), plot.bottom() - area.top()));
    for (std::size_t i = 0; i < fitting; ++i) {
      const QRectF line(area.left(), plot.top() + static_cast<double>(i) * row, titles, row);
      paint_title(ink, dots_.rows[i], line);
      ink.line({plot.left(), line.center().y()}, {plot.right(), line.center().y()}, ink.tokens().grid);
      paint_marks(ink, i, axis, line.center().y(), free);
    }
    paint_names(ink, axis, plot, row, free);
    for (std::size_t i = 0; i < fitting; ++i)
      paint_instead(ink, dots_.rows[i], plot, plot.top() + (static_cast<double>(i) + 0.5) * row, free);
  }

  QSizeF wish(const Style& style) const override {
    return QSizeF(400, 60 + row_usual * static_cast<double>(dots_.rows.size())) * style.metrics.scale;
  }

 private:
  /// A value that is absent has no mark, whatever the axis is.
  static bool is_drawn(const Dots::Dot& dot, const Axis& axis) {
    return std::isfinite(dot.value) && std::isfinite(axis.share(dot.value)) && axis.holds(dot.value);
  }

  double widest_title(const Ink& ink) const {
    double widest = 0;
    for (const auto& row : dots_.rows)
      widest = std::max(
          {widest, ink.size(text_of(row.title), TextRole::label_strong).width(),
           ink.size(text_of(row.subtitle), TextRole::tick).width()});
    return widest;
  }

  void paint_title(Ink& ink, const Dots::Row& row, const QRectF& line) {
    const QString title = text_of(row.title), subtitle = text_of(row.subtitle);
    const TextRole role = row.dull ? TextRole::label : TextRole::label_strong;
    const QColor words = row.dull ? ink.tokens().text2 : ink.tokens().text;
    if (subtitle.isEmpty() || line.height() < ink.px(28)) {
      ink.text(line, Qt::AlignRight | Qt::AlignVCenter, title, role, words, "row");
      return;
    }
    const QRectF upper(line.left(), line.center().y() - ink.px(15), line.width(), ink.px(15));
    ink.text(upper, Qt::AlignRight | Qt::AlignVCenter, title, role, words, "row");
    ink.text(
        upper.translated(0, ink.px(15)), Qt::AlignRight | Qt::AlignVCenter, subtitle, TextRole::tick,
        ink.tokens().text2, "row");
  }

  void paint_marks(Ink& ink, std::size_t index, const Axis& axis, double y, Room& free) {
    const double r = ink.px(5);
    std::vector<Sample> found;
    for (const auto& dot : dots_.rows[index].dots) {
      if (!is_drawn(dot, axis)) continue;
      const QPointF at(axis.pixel(dot.value), y);
      ink.mark(at, r, dot.hue, colour(dot.hue, ink.tokens()), ink.tokens().surface);
      const QRectF box(at.x() - r, at.y() - r, 2 * r, 2 * r);
      free.add_box(box);
      const QString words =
          text_of(dots_.rows[index].title) + QStringLiteral(", ") + text_of(dot.series) + QStringLiteral(": ");
      found.push_back({box, index, words + text_of(dot.shown), dot.source});
    }
    std::sort(found.begin(), found.end(), [](const Sample& one, const Sample& other) {
      return one.box.left() < other.box.left();
    });
    samples_.insert(samples_.end(), found.begin(), found.end());
  }

  /// Every series is named once, above or below its mark in the first row that has it and has room.
  void paint_names(Ink& ink, const Axis& axis, const QRectF& plot, double row, Room& free) {
    std::vector<std::string> named;
    for (std::size_t i = 0; plot.top() + (static_cast<double>(i) + 0.5) * row < plot.bottom(); ++i) {
      for (const auto& dot : dots_.rows[i].dots) {
        if (!is_drawn(dot, axis)) continue;
        if (std::find(named.begin(), named.end(), dot.series) != named.end()) continue;
        const QString words = text_of(dot.series);
        const QSizeF size = ink.size(words, TextRole::series);
        const double x = axis.pixel(dot.value), y = plot.top() + (static_cast<double>(i) + 0.5) * row;
        std::vector<QRectF> places;
        for (const double top : {y - ink.px(6) - size.height(), y + ink.px(6)})
          for (const double shift : {0.5, 0.8, 0.2})
            places.emplace_back(x - shift * size.width(), top, size.width(), size.height());
        const auto place = free.first_free(places);
        if (!place) continue;
        ink.text(
            *place, Qt::AlignHCenter | Qt::AlignVCenter, words, TextRole::series, gui::ink(dot.hue, ink.tokens()),
            "series", true);
        free.add_box(place->adjusted(-ink.px(4), 0, ink.px(4), 0));
        named.push_back(dot.series);
      }
    }
  }

  /// In the widest gap of the row.
  void paint_instead(Ink& ink, const Dots::Row& row, const QRectF& plot, double y, Room& free) {
    const QString words = text_of(row.instead);
    if (words.isEmpty()) return;
    const QSizeF size = ink.size(words, TextRole::tick);
    std::vector<QRectF> places;
    for (double right = plot.right(); right - size.width() >= plot.left(); right -= ink.px(8))
      places.emplace_back(right - size.width() - ink.px(4), y - size.height() / 2, size.width(), size.height());
    const auto place = free.first_free(places);
    if (!place) return;
    ink.text(*place, Qt::AlignLeft | Qt::AlignVCenter, words, TextRole::tick, ink.tokens().text3, "note", true);
    free.add_box(*place);
  }

  Dots dots_;
};

}  // namespace

std::unique_ptr<Body> make_dots(const Dots& dots) { return std::make_unique<DotsBody>(dots); }

}  // namespace llmsize::gui

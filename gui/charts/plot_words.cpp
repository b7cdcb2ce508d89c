// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/plot_words.hpp"

#include "gui/charts/asides.hpp"
#include "gui/charts/plot_key.hpp"

#include <QImage>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>

namespace llmsize::gui {

namespace {

/// Paints the words of a plot one after another, the most important first; each takes its room from the later ones.
class Words {
 public:
  Words(Ink& ink, const PlotGeometry& geometry)
      : ink_(ink), geometry_(geometry), room_(geometry.frame.adjusted(1, -ink.px(6), ink.px(14), -1)) {
    for (const auto& line : geometry.lines)
      for (std::size_t i = 1; i < line.size(); ++i)
        if (finite(line[i - 1]) && finite(line[i])) room_.add_line(line[i - 1], line[i]);
    for (const auto& limit : geometry.plot.limits) add_limit(limit);
    for (std::size_t i = 0; i < geometry.plot.series.size(); ++i) add_marks(geometry.plot.series[i]);
  }

  /// Whether every name found its place.
  bool paint() {
    paint_asides();
    for (const auto& series : geometry_.plot.series)
      for (const auto& point : series.points)
        if (!point.callout.empty()) paint_callout(point, text_of(point.callout).split(u'\n'));
    if (!geometry_.limits_right)
      for (const Aside& limit : limits_of(ink_, geometry_)) paint_limit(limit);
    for (const auto& series : geometry_.plot.series)
      for (const auto& point : series.points)
        if (!point.label.empty()) paint_mark_words(series, point);
    bool all = true;
    if (!geometry_.names_right && !geometry_.keyed)
      for (std::size_t i = 0; i < geometry_.plot.series.size(); ++i) all = paint_name(i) && all;
    return all;
  }

 private:
  QPointF at(const Plot::Point& point) const { return {geometry_.x.pixel(point.x), geometry_.y.pixel(point.y)}; }
  bool inside(QPointF at) const { return finite(at) && geometry_.frame.adjusted(-1, -1, 1, 1).contains(at); }

  void add_limit(const Plot::Limit& limit) {
    const QRectF& frame = geometry_.frame;
    const double along = limit.vertical ? geometry_.x.pixel(limit.at) : geometry_.y.pixel(limit.at);
    if (limit.vertical)
      room_.add_line({along, frame.top()}, {along, frame.bottom()});
    else
      room_.add_line({frame.left(), along}, {frame.right(), along});
  }

  void add_marks(const Plot::Series& series) {
    for (const auto& point : series.points) {
      const QPointF centre = at(point);
      if (point.mark == Plot::Mark::none || !inside(centre)) continue;
      const double r = ink_.px(point.mark == Plot::Mark::dot ? 3 : 6);
      if (point.mark == Plot::Mark::dot) {
        room_.add_line(centre - QPointF(r, 0), centre + QPointF(r, 0));
        room_.add_line(centre - QPointF(0, r), centre + QPointF(0, r));
      } else {
        room_.add_box(QRectF(centre.x() - r, centre.y() - r, 2 * r, 2 * r));
      }
    }
  }

  void paint_asides() {
    std::vector<Aside> asides;
    if (geometry_.names_right) asides = names_of(ink_, geometry_);
    if (geometry_.limits_right) {
      const auto limits = limits_of(ink_, geometry_);
      asides.insert(asides.end(), limits.begin(), limits.end());
    }
    const double height = aside_height(ink_);
    spread(asides, height * 0.95, height);
    for (const Aside& aside : asides) {
      const QRectF box(
          geometry_.frame.right() + ink_.px(8), aside.y - height / 2, geometry_.area.right() - geometry_.frame.right(),
          height);
      const QRectF painted = ink_.text(box, Qt::AlignVCenter, aside.words, aside.role, aside.colour, aside.name);
      room_.add_box(painted);
    }
  }

  /// A box beside its mark; where it finds no room, a smaller one with the first line only.
  void paint_callout(const Plot::Point& point, const QStringList& lines) {
    const QPointF mark = at(point);
    if (!inside(mark)) return;
    double width = 0, height = ink_.px(12);
    for (int i = 0; i < lines.size(); ++i) {
      const QSizeF size = ink_.size(lines[i], i ? TextRole::label : TextRole::label_strong);
      width = std::max(width, size.width());
      height += size.height();
    }
    const QSizeF size(width + ink_.px(20), height);
    std::vector<QRectF> places;
    for (const double far : {20.0, 32.0, 48.0, 70.0})
      for (const auto& [dx, dy] : std::array<std::pair<double, double>, 8>{
               {{1, -1}, {-1, -1}, {1, 1}, {-1, 1}, {0, -1}, {0, 1}, {1, 0}, {-1, 0}}}) {
        const double d = ink_.px(far);
        const double x = mark.x() + dx * d + (dx < 0 ? -size.width() : dx > 0 ? 0 : -size.width() / 2);
        const double y = mark.y() + dy * d + (dy < 0 ? -size.height() : dy > 0 ? 0 : -size.height() / 2);
        places.emplace_back(x, y, size.width(), size.height());
      }
    const auto place = room_.least_covered(places);
    if (!place) {
      if (lines.size() > 1) paint_callout(point, lines.first(1));
      return;
    }
    const QPointF near(
        std::clamp(mark.x(), place->left(), place->right()), std::clamp(mark.y(), place->top(), place->bottom()));
    const QPointF way = (near - mark) / std::max(1.0, QLineF(mark, near).length());
    ink_.line(mark + way * ink_.px(6), near, ink_.tokens().text2);
    room_.add_line(mark, near);
    ink_.painter().setPen(QPen(ink_.tokens().border, ink_.px(1)));
    ink_.painter().setBrush(ink_.tokens().surface);
    ink_.painter().drawRoundedRect(*place, ink_.px(4), ink_.px(4));
    ink_.painter().setBrush(Qt::NoBrush);
    double y = place->top() + ink_.px(6);
    for (int i = 0; i < lines.size(); ++i) {
      const TextRole role = i ? TextRole::label : TextRole::label_strong;
      const double h = ink_.size(lines[i], role).height();
      ink_.text(
          {place->left() + ink_.px(10), y, width, h}, Qt::AlignVCenter, lines[i], role,
          i ? ink_.tokens().text2 : ink_.tokens().text, "callout");
      y += h;
    }
    room_.add_box(place->adjusted(-ink_.px(3), -ink_.px(3), ink_.px(3), ink_.px(3)));
  }

  void paint_limit(const Aside& limit) {
    const QSizeF size = ink_.size(limit.words, limit.role);
    const double gap = ink_.px(3);
    std::vector<QRectF> places;
    for (const double share : {0.0, 1.0, 0.25, 0.5, 0.75})
      for (const double top : {limit.y - gap - size.height(), limit.y + gap})
        places.emplace_back(
            geometry_.frame.left() + ink_.px(6) + share * (geometry_.frame.width() - size.width() - ink_.px(12)), top,
            size.width(), size.height());
    // A limit without its name says nothing: it may cover what lies below.
    constexpr int anything = 1000;
    place_words(places, limit.words, limit.role, limit.colour, limit.name, anything);
  }

  void paint_mark_words(const Plot::Series& series, const Plot::Point& point) {
    const QPointF mark = at(point);
    if (!inside(mark)) return;
    const bool cross = point.mark == Plot::Mark::cross;
    const QString words = text_of(point.label);
    const TextRole role = TextRole::label_strong;
    const QSizeF size = ink_.size(words, role);
    const double gap = ink_.px(7), w = size.width(), h = size.height();
    std::vector<QRectF> places;
    for (const double far : {1.0, 1.6, 2.2}) places.emplace_back(mark + QPointF(-w / 2, -gap * far - h), size);
    for (const double far : {1.0, 1.8}) {
      const double d = gap * far;
      for (const QPointF corner :
           {QPointF(-w / 2, -d - h), QPointF(-w - d, -h / 2 - d), QPointF(d, -h / 2 + d), QPointF(d, -h / 2 - d),
            QPointF(-w / 2, d), QPointF(-w - d, -h / 2 + d), QPointF(d, -h / 2), QPointF(-w - d, -h / 2),
            QPointF(-w, -d - h), QPointF(0, -d - h), QPointF(-w, d), QPointF(0, d)})
        places.emplace_back(mark + corner, size);
    }
    const bool quiet =
        point.mark == Plot::Mark::open || point.mark == Plot::Mark::dot || series.stroke == Plot::Stroke::none;
    const QColor colour = cross ? ink_.tokens().error : quiet ? ink_.tokens().text2 : ink_.tokens().text;
    place_words(places, words, role, colour, "mark", cross ? 20 : 5);
  }

  /// At the right end, at the left end, or where the line has most room around it.
  bool paint_name(std::size_t index) {
    const Plot::Series& series = geometry_.plot.series[index];
    if (!is_named(series)) return true;
    const QString words = text_of(series.title);
    const QSizeF size = ink_.size(words, TextRole::series);
    const double gap = ink_.px(6), w = size.width(), h = size.height();
    std::vector<std::pair<double, QRectF>> places;
    const std::vector<QPointF> anchors = along(geometry_.lines[index]);
    const Room others = without(index);
    for (std::size_t i = 0; i < anchors.size(); ++i) {
      const double share = anchors.size() > 1 ? static_cast<double>(i) / static_cast<double>(anchors.size() - 1) : 1;
      const double bonus = share > 0.92 ? 12 : share < 0.08 ? 8 : 0;
      for (const QPointF corner :
           {QPointF(-w / 2, -gap - h), QPointF(-w / 2, gap), QPointF(gap, -h / 2), QPointF(-w - gap, -h / 2),
            QPointF(gap, -gap - h), QPointF(gap, gap), QPointF(-w - gap, -gap - h), QPointF(-w - gap, gap)}) {
        const QRectF box(anchors[i] + corner, size);
        if (!room_.free(box)) continue;
        const double around = ink_.px(18);
        const double near = gap * 2.2;
        if (others.covers(box.adjusted(-near, -near, near, near)) > 0) continue;
        places.emplace_back(bonus - others.covers(box.adjusted(-around, -around, around, around)), box);
      }
    }
    const auto best = std::max_element(
        places.begin(), places.end(), [](const auto& one, const auto& other) { return one.first < other.first; });
    if (best != places.end())
      place_words({best->second}, words, TextRole::series, gui::ink(series.hue, ink_.tokens()), "series", 0);
    return best != places.end();
  }

  /// The lines of all other series.
  Room without(std::size_t index) const {
    Room others(geometry_.frame);
    for (std::size_t k = 0; k < geometry_.lines.size(); ++k)
      for (std::size_t i = 1; i < geometry_.lines[k].size(); ++i)
        if (k != index && finite(geometry_.lines[k][i - 1]) && finite(geometry_.lines[k][i]))
          others.add_line(geometry_.lines[k][i - 1], geometry_.lines[k][i]);
    return others;
  }

  /// Points every few pixels of a line, left to right, inside the frame.
  std::vector<QPointF> along(const std::vector<QPointF>& line) const {
    std::vector<QPointF> result;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (!finite(line[i])) continue;
      const bool joined = i > 0 && finite(line[i - 1]);
      const QPointF from = joined ? line[i - 1] : line[i];
      const int steps = std::clamp(static_cast<int>(QLineF(from, line[i]).length() / ink_.px(14)), 1, 60);
      for (int k = 1; k <= steps; ++k) {
        const QPointF here = from + (line[i] - from) * (static_cast<double>(k) / steps);
        if (inside(here) && (result.empty() || QLineF(result.back(), here).length() > ink_.px(8)))
          result.push_back(here);
      }
    }
    return result;
  }

  void place_words(
      const std::vector<QRectF>& places, const QString& words, TextRole role, const QColor& colour, const char* name,
      int cover) {
    auto place = room_.first_free(places);
    if (!place && cover > 0) {
      place = room_.least_covered(places);
      if (place && room_.covers(*place) > cover) place.reset();
    }
    if (!place) return;
    ink_.text(*place, Qt::AlignLeft | Qt::AlignVCenter, words, role, colour, name, true);
    room_.add_box(place->adjusted(-ink_.px(3), 0, ink_.px(3), 0));
  }

  Ink& ink_;
  const PlotGeometry& geometry_;
  Room room_;
};

}  // namespace

bool names_find_room(const Ink& ink, const PlotGeometry& geometry) {
  const auto& series = geometry.plot.series;
  if (geometry.names_right || std::count_if(series.begin(), series.end(), is_named) < 2) return true;
  // Tried where nobody sees it.
  QImage aside(1, 1, QImage::Format_ARGB32_Premultiplied);
  QPainter painter(&aside);
  std::vector<PaintedLabel> labels;
  Ink trial(painter, ink.style(), labels);
  return Words(trial, geometry).paint();
}

void paint_words(Ink& ink, const PlotGeometry& geometry) { Words(ink, geometry).paint(); }

}  // namespace llmsize::gui

// SPDX-License-Identifier: GPL-3.0-or-later
// Lines, bands and marks over two axes, with a window that zooms and pans.
#include "core/quantity/print.hpp"
#include "gui/charts/bodies.hpp"
#include "gui/charts/plot_key.hpp"
#include "gui/charts/plot_lines.hpp"
#include "gui/charts/plot_marks.hpp"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace llmsize::gui {

namespace {

QString shown(double value, const Scale& scale) {
  if (scale.unit == Unit::ratio) return text_of(pretty(value * 100, Unit::count)) + QStringLiteral(" %");
  return text_of(pretty(value, scale.unit));
}

class PlotBody : public Body {
 public:
  explicit PlotBody(Plot plot) : plot_(std::move(plot)) {}

  /// What draws the lines is dear to make.
  bool take(const Chart& chart) override {
    plot_ = std::get<Plot>(chart.body);
    return true;
  }

  void paint(Ink& ink, const QRectF& area) override {
    PlotGeometry geometry{plot_, {}, {}, {}, area, {}};
    lay_out(ink, geometry);
    if (!names_find_room(ink, geometry)) {
      geometry.keyed = true;
      lay_out(ink, geometry);
    }
    x_ = geometry.x;
    y_ = geometry.y;
    frame_ = geometry.frame;
    const double key = geometry.keyed ? key_height(ink, plot_, area.width()) : 0;
    if (geometry.keyed) paint_key(ink, plot_, area.topLeft(), area.width());
    paint_left(ink, y_, frame_);
    paint_bottom(ink, x_, frame_, plot_.x.logarithmic && plot_.y.logarithmic);
    ink.text(
        {area.left(), area.top() + key, area.width(), ink.size(QStringLiteral("0"), TextRole::tick).height()},
        Qt::AlignLeft, text_of(y_.scale().words()), TextRole::tick, ink.tokens().text3, "axis");
    lines_.paint(ink, geometry);
    paint_limits(ink);
    for (const auto& series : plot_.series) paint_marks(ink, series);
    grip_ = ink.px(5);
    paint_words(ink, geometry);
  }

  bool zooms() const override { return true; }
  void set_window(const Window& window) override { window_ = window; }
  QRectF frame() const override { return frame_; }
  QSizeF wish(const Style& style) const override { return QSizeF(440, 270) * style.metrics.scale; }
  std::optional<double> pixel_of(double x) const override {
    return x_.holds(x) ? std::optional(x_.pixel(x)) : std::nullopt;
  }

  std::optional<Readings> readings(QPointF at) const override {
    if (!frame_.contains(at)) return {};
    Readings result;
    result.x = snapped(at.x());
    result.pixel = x_.pixel(result.x);
    result.title =
        (plot_.x.title.empty() ? QString() : text_of(plot_.x.title) + QStringLiteral(": ")) + shown(result.x, plot_.x);
    for (const auto& series : plot_.series) {
      if (series.stroke == Plot::Stroke::none) continue;
      const auto point = between(series, result.x);
      if (!point) continue;
      QString value = shown(point->y, plot_.y);
      if (point->high > point->low)
        value += QStringLiteral(" (%1 – %2)").arg(shown(point->low, plot_.y), shown(point->high, plot_.y));
      result.values.push_back({colour(series.hue), text_of(series.title), value});
    }
    if (result.values.empty()) return {};
    return result;
  }

 private:
  void lay_out(Ink& ink, PlotGeometry& geometry) const {
    const QRectF& area = geometry.area;
    const double tick = ink.size(QStringLiteral("0"), TextRole::tick).height();
    const bool upright =
        std::any_of(plot_.limits.begin(), plot_.limits.end(), [](const Plot::Limit& limit) { return limit.vertical; });
    const double key = geometry.keyed ? key_height(ink, plot_, area.width()) : 0;
    const double title = key + (part_of(plot_.y, 0, 1, 4).words().empty() ? 0 : tick);
    const double head =
        std::max(ink.px(8), title + (upright ? ink.px(20) : ink.px(6)) + (upright && title == 0 ? ink.px(4) : 0));
    QRectF frame(area.left(), area.top() + head, area.width(), area.height() - head - bottom_height(ink, plot_.x));
    const auto wanted = [&](double length, double each) {
      return static_cast<std::size_t>(std::clamp(length / ink.px(each), 3.0, 7.0));
    };
    const Scale y = part_of(plot_.y, window_.bottom, window_.top, wanted(frame.height(), 42));
    geometry.y = Axis(y, frame.bottom(), frame.top());
    frame.setLeft(area.left() + left_width(ink, y) + ink.px(10));
    frame.setRight(area.right() - ink.px(20));
    set_x(ink, geometry, frame);
    geometry.limits_right = limits_fit_right(ink, geometry);
    geometry.names_right = !geometry.keyed && names_fit_right(ink, geometry) && !geometry.limits_right;
    if (!geometry.names_right && !geometry.limits_right) return;
    frame.setRight(area.right() - right_width(ink, geometry) - ink.px(10));
    set_x(ink, geometry, frame);
  }

  void set_x(const Ink& ink, PlotGeometry& geometry, const QRectF& frame) const {
    const auto wanted = static_cast<std::size_t>(std::clamp(frame.width() / ink.px(64), 3.0, 8.0));
    geometry.frame = frame;
    geometry.x = Axis(part_of(plot_.x, window_.left, window_.right, wanted), frame.left(), frame.right());
    geometry.lines.clear();
    for (const auto& series : plot_.series) {
      auto points = corners(series, geometry.x, geometry.y);
      for (QPointF& at : points) at = {frame.left() + at.x() * frame.width(), frame.bottom() - at.y() * frame.height()};
      if (series.stroke == Plot::Stroke::none) points.clear();
      geometry.lines.push_back(std::move(points));
    }
  }

  void paint_limits(Ink& ink) {
    std::vector<Plot::Limit> upright;
    for (const auto& limit : plot_.limits) {
      if (const double from = std::clamp(x_.pixel(limit.at), frame_.left(), frame_.right()); limit.beyond)
        ink.hatch({QPointF(from, frame_.top()), frame_.bottomRight()}, ink.tokens().grid);
      if (limit.vertical)
        upright.push_back(limit);
      else if (y_.holds(limit.at))
        ink.dashed(
            {frame_.left(), y_.pixel(limit.at)}, {frame_.right(), y_.pixel(limit.at)}, colour(limit.hue, ink.tokens()));
    }
    paint_upright_limits(ink, x_, frame_, upright);
  }

  void paint_marks(Ink& ink, const Plot::Series& series) const {
    for (const auto& point : series.points)
      if (const QPointF at(x_.pixel(point.x), y_.pixel(point.y)); is_seen(at)) paint_mark(ink, at, series, point.mark);
  }

  bool is_seen(QPointF at) const { return finite(at) && frame_.adjusted(-1, -1, 1, 1).contains(at); }

  void tell_samples(std::vector<Sample>& samples) const override {
    for (std::size_t index = 0; index < plot_.series.size(); ++index)
      for (const auto& point : plot_.series[index].points)
        if (const QPointF at(x_.pixel(point.x), y_.pixel(point.y)); is_seen(at))
          samples.push_back(
              {QRectF(at.x() - grip_, at.y() - grip_, 2 * grip_, 2 * grip_), index,
               words_of(plot_, plot_.series[index], point), point.source, false, track_of(index, point)});
  }

  Sample::Track track_of(std::size_t series, const Plot::Point& point) const {
    if (!plot_.track) return Sample::Track::none;
    if (series == *plot_.track) return Sample::Track::stop;
    return point.mark == Plot::Mark::filled ? Sample::Track::point : Sample::Track::none;
  }

  /// The x of a point that is near, so that values are those of the data; whole where x counts things.
  double snapped(double pixel) const {
    double best = x_.value(pixel), near = 6;
    if (plot_.x.unit == Unit::count && best > 10) best = std::round(best);
    for (const auto& series : plot_.series)
      for (const auto& point : series.points)
        if (const double away = std::abs(x_.pixel(point.x) - pixel); away < near) {
          near = away;
          best = point.x;
        }
    return best;
  }

  /// The point of a line at x, between its neighbours along the axes' lengths.
  std::optional<Plot::Point> between(const Plot::Series& series, double x) const {
    for (std::size_t i = 0; i < series.points.size(); ++i) {
      const auto& right = series.points[i];
      if (right.x == x) return right;
      if (i == 0 || !(series.points[i - 1].x < x && x < right.x)) continue;
      const auto& left = series.points[i - 1];
      if (series.steps) return Plot::Point{.x = x, .y = left.y, .low = left.low, .high = left.high};
      const double share = (x_.share(x) - x_.share(left.x)) / (x_.share(right.x) - x_.share(left.x));
      const auto mixed = [&](double from, double to) {
        return y_.value(std::lerp(y_.pixel(from), y_.pixel(to), share));
      };
      Plot::Point point{.x = x, .y = mixed(left.y, right.y)};
      if (left.high > left.low && right.high > right.low) {
        point.low = mixed(left.low, right.low);
        point.high = mixed(left.high, right.high);
      }
      return point;
    }
    return {};
  }

  Plot plot_;
  PlotLines lines_;
  Window window_{};
  Axis x_, y_;
  QRectF frame_;
  double grip_ = 0;  ///< how far around a point it can be chosen
};

}  // namespace

QString words_of(const Plot& plot, const Plot::Series& series, const Plot::Point& point) {
  QString result = series.title.empty() ? QString() : text_of(series.title) + QStringLiteral(", ");
  if (!point.label.empty()) result += text_of(point.label) + QStringLiteral(", ");
  if (!plot.x.title.empty()) result += text_of(plot.x.title) + u' ';
  result += shown(point.x, plot.x) + QStringLiteral(": ") + shown(point.y, plot.y);
  if (point.high > point.low)
    result += QCoreApplication::translate("charts", ", range %1 to %2")
                  .arg(shown(point.low, plot.y), shown(point.high, plot.y));
  return result;
}

std::unique_ptr<Body> make_plot(const Plot& plot) { return std::make_unique<PlotBody>(plot); }

}  // namespace llmsize::gui

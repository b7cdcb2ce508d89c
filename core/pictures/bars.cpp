// SPDX-License-Identifier: Apache-2.0
// One value per row: bars from zero, bars around a base, or dots on a logarithmic axis.
#include "core/pictures/bodies.hpp"
#include "core/pictures/ruler.hpp"

#include <algorithm>

namespace llmsize::pictures {
namespace {

constexpr RowHeights bar_rows{16, 34, 28};

class BarsPainter {
 public:
  BarsPainter(Ink& ink, const Bars& bars) : ink_(ink), bars_(bars) {
    around_ =
        std::any_of(bars.rows.begin(), bars.rows.end(), [](const Bars::Row& row) { return !row.shown_from.empty(); });
    for (const Bars::Row& row : bars.rows) {
      if (std::isfinite(row.from) && std::isfinite(row.to)) {
        low_ = std::min({low_, row.from, row.to});
        high_ = std::max({high_, row.from, row.to});
      }
    }
  }

  bool measured() const { return bars_.dots || bars_.scale.logarithmic || (!around_ && !bars_.limits.empty()); }

  void paint(const Box& area) {
    const auto [titles, notes] = columns(area.width);
    const double left = area.left + titles + ink_.px(12) + (notes > 0 ? notes + ink_.px(14) : 0);
    const double before = around_ ? widest(&Bars::Row::shown_from) + ink_.px(8) : 0;
    const double after = widest(&Bars::Row::shown) + ink_.px(10);
    Box plot{left + before, area.top, std::max(ink_.px(20), area.right() - after - left - before), 0};
    const Ruler axis = ruler(ink_, scale(), plot.left, plot.right(), 60);
    const double head = around_ && !bars_.limits.empty() ? ink_.height(Role::label_strong) + ink_.px(6)
                                                         : limits_height(ink_, axis, plot, bars_.limits);
    const double room = area.height - head - (measured() ? bottom_height(ink_, bars_.scale) : 0);
    const double row = row_height(ink_, room, bars_.rows.size(), bar_rows);
    const auto fitting = std::min(bars_.rows.size(), static_cast<std::size_t>(std::max(1.0, room / row + 1e-6)));
    plot.top += head;
    plot.height = row * static_cast<double>(fitting);
    if (measured()) paint_bottom(ink_, axis, plot, true);
    paint_base(axis, plot);
    for (std::size_t i = 0; i < fitting; ++i) {
      const Bars::Row& bar = bars_.rows[i];
      const Box line{area.left, plot.top + static_cast<double>(i) * row, area.width, row};
      ink_.text(
          {line.left, line.top, titles, row}, Align::left, bar.title, bar.strong ? Role::label_strong : Role::label,
          bar.strong ? colours::text : colours::text2);
      if (notes > 0)
        ink_.text(
            {line.left + titles + ink_.px(12), line.top, notes, row}, Align::left, bar.note, Role::tick,
            colours::text2);
      paint_value(bar, axis, line);
    }
  }

 private:
  double widest(std::string Bars::Row::*member) const {
    double result = 0;
    for (const Bars::Row& row : bars_.rows) result = std::max(result, ink_.width(row.*member, Role::label_strong));
    return result;
  }

  std::pair<double, double> columns(double width) const {
    const double titles = std::min(widest(&Bars::Row::title), width * 0.42);
    double notes = 0;
    for (const Bars::Row& row : bars_.rows) notes = std::max(notes, ink_.width(row.note, Role::tick));
    return {titles, titles + notes > width * 0.58 ? 0 : notes};
  }

  Scale scale() const {
    Scale scale = bars_.scale;
    if (measured()) return scale;
    scale.low = around_ ? low_ : std::min(0.0, low_);
    scale.high = around_ ? high_ : std::max(high_, scale.low == 0 ? 0.0 : high_);
    scale.ticks.clear();
    return scale;
  }

  /// Where bars begin: the base they lie around, zero, or the low end of a logarithm.
  double base() const {
    if (bars_.scale.logarithmic) return bars_.scale.low;
    if (around_ && !(low_ < 0 && high_ > 0) && !bars_.limits.empty()) return bars_.limits.front().at;
    return 0;
  }

  void paint_base(const Ruler& axis, const Box& plot) {
    if (!around_) return paint_upright_limits(ink_, axis, plot, bars_.limits);
    const double x = axis.pixel(base());
    ink_.line({x, plot.top - ink_.px(3)}, {x, plot.bottom()}, colours::control);
    if (bars_.limits.empty()) return;
    const std::string words = bars_.limits.front().words();
    const Size size = ink_.size(words, Role::tick);
    ink_.text(
        {x - size.width / 2, plot.top - ink_.px(4) - size.height, size.width, size.height}, Align::centre, words,
        Role::tick, colours::text2);
  }

  void paint_value(const Bars::Row& row, const Ruler& axis, const Box& line) {
    const Point end{axis.pixel(row.to), line.centre().y};
    if (!is_finite(end)) return;
    const double height = std::clamp(line.height * 0.5, ink_.px(9), ink_.px(18));
    Box box{end.x, end.y - height / 2, 0, height};
    if (bars_.dots) {
      const double r = ink_.px(5);
      const Colour full = colour(row.hue);
      ink_.line({axis.pixel(bars_.scale.low), end.y}, {axis.pixel(bars_.scale.high), end.y}, colours::grid);
      ink_.mark(end, r, row.hue, {.fill = &full, .outline = &colours::surface});
      box = {end.x - r, end.y - r, 2 * r, 2 * r};
    } else if (around_) {
      box = paint_around(row, axis, box);
    } else {
      const double from = axis.pixel(row.from == 0 ? base() : row.from);
      box.left = std::min(from, end.x);
      box.width = std::max(std::abs(end.x - from), ink_.px(1.5));
      ink_.part(box, row.hue, Fill::solid);
    }
    const double width = ink_.width(row.shown, Role::label_strong);
    double left = box.right() + ink_.px(6);
    if (bars_.dots && crosses_limit(axis, left, left + width)) left = box.left - ink_.px(6) - width;
    ink_.text(
        {left, line.top, width, line.height}, Align::left, row.shown, row.strong ? Role::label_strong : Role::label,
        colours::text, crosses_limit(axis, left, left + width));
  }

  bool crosses_limit(const Ruler& axis, double left, double right) const {
    return std::any_of(bars_.limits.begin(), bars_.limits.end(), [&](const Plot::Limit& limit) {
      return axis.pixel(limit.at) > left - 4 && axis.pixel(limit.at) < right + 4;
    });
  }

  Box paint_around(const Bars::Row& row, const Ruler& axis, const Box& place) {
    const double middle = axis.pixel(base()), left = axis.pixel(std::min(row.from, row.to)),
                 right = axis.pixel(std::max(row.from, row.to));
    const double split = std::clamp(middle, left, right);
    if (split > left) ink_.part({left, place.top, split - left, place.height}, row.hue, Fill::tint);
    if (right > split) ink_.part({split, place.top, right - split, place.height}, row.hue, Fill::solid);
    const double width = ink_.width(row.shown_from, Role::label);
    ink_.text(
        {left - ink_.px(6) - width, place.top, width, place.height}, Align::right, row.shown_from, Role::label,
        colours::text);
    return {left, place.top, std::max(right - left, ink_.px(1.5)), place.height};
  }

  Ink& ink_;
  const Bars& bars_;
  bool around_ = false;
  double low_ = 0, high_ = 0;
};

}  // namespace

void paint(Ink& ink, const Bars& bars, const Box& area) { BarsPainter(ink, bars).paint(area); }

double wished_height(const Ink& ink, const Bars& bars, double) {
  Ink trial = ink;
  return ink.px(
      (BarsPainter(trial, bars).measured() ? 50 : 10) + (bars.limits.empty() ? 0 : 20) +
      bar_rows.usual * static_cast<double>(bars.rows.size()));
}

}  // namespace llmsize::pictures

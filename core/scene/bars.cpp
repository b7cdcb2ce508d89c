// SPDX-License-Identifier: Apache-2.0
// One value per row: bars from zero, bars around a base, or dots on a logarithmic axis.
#include "core/scene/axes.hpp"
#include "core/scene/bodies.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize::scene {
namespace {

constexpr RowHeights bar_rows{16, 34, 28};

class BarsLayout {
 public:
  BarsLayout(Canvas& canvas, const Bars& bars) : canvas_(canvas), bars_(bars) {
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

  void draw(const Box& area) {
    const auto [titles, notes] = columns(area.width);
    const double left = area.left + titles + canvas_.px(12) + (notes > 0 ? notes + canvas_.px(14) : 0);
    const double before = around_ ? widest(&Bars::Row::shown_from) + canvas_.px(8) : 0;
    const double after = widest(&Bars::Row::shown) + canvas_.px(10);
    Box plot{left + before, area.top, std::max(canvas_.px(20), area.right() - after - left - before), 0};
    const Ruler axis = ruler(canvas_.letters(), scale(), plot.left, plot.right(), 60);
    const double head = around_ && !bars_.limits.empty() ? canvas_.height(Role::label_strong) + canvas_.px(6)
                                                         : limits_height(canvas_.letters(), axis, plot, bars_.limits);
    const double room = area.height - head - (measured() ? bottom_height(canvas_.letters(), bars_.scale) : 0);
    const double row = row_height(canvas_.letters(), room, bars_.rows.size(), bar_rows);
    const auto fitting = std::min(bars_.rows.size(), static_cast<std::size_t>(std::max(1.0, room / row + 1e-6)));
    plot.top += head;
    plot.height = row * static_cast<double>(fitting);
    if (measured()) draw_bottom(canvas_, axis, plot, true);
    draw_base(axis, plot);
    for (std::size_t i = 0; i < fitting; ++i) {
      const Bars::Row& bar = bars_.rows[i];
      const Box line{area.left, plot.top + static_cast<double>(i) * row, area.width, row};
      canvas_.lines(
          {line.left, line.top, titles, row}, Align::left, bar.title, bar.strong ? Role::label_strong : Role::label,
          bar.strong ? colours::text : colours::text2);
      if (notes > 0)
        canvas_.text(
            {line.left + titles + canvas_.px(12), line.top, notes, row}, Align::left, bar.note, Role::tick,
            colours::text2);
      draw_value(i, axis, line);
    }
  }

 private:
  double widest(std::string Bars::Row::*member) const {
    double result = 0;
    for (const Bars::Row& row : bars_.rows) result = std::max(result, canvas_.width(row.*member, Role::label_strong));
    return result;
  }

  std::pair<double, double> columns(double width) const {
    const double titles = std::min(widest(&Bars::Row::title), width * 0.42);
    double notes = 0;
    for (const Bars::Row& row : bars_.rows) notes = std::max(notes, canvas_.width(row.note, Role::tick));
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

  void draw_base(const Ruler& axis, const Box& plot) {
    if (!around_) return draw_upright_limits(canvas_, axis, plot, bars_.limits);
    const double x = axis.pixel(base());
    canvas_.line({x, plot.top - canvas_.px(3)}, {x, plot.bottom()}, colours::control);
    if (bars_.limits.empty()) return;
    const std::string words = bars_.limits.front().words();
    const Size size = canvas_.size(words, Role::tick);
    canvas_.text(
        {x - size.width / 2, plot.top - canvas_.px(4) - size.height, size.width, size.height}, Align::centre, words,
        Role::tick, colours::text2);
  }

  void draw_value(std::size_t index, const Ruler& axis, const Box& line) {
    const Bars::Row& row = bars_.rows[index];
    const Point end{axis.pixel(row.to), line.centre().y};
    if (!is_finite(end)) return;
    const double height = std::clamp(line.height * 0.5, canvas_.px(9), canvas_.px(18));
    Box box{end.x, end.y - height / 2, 0, height};
    if (bars_.dots) {
      const double r = canvas_.px(5);
      canvas_.line({axis.pixel(bars_.scale.low), end.y}, {axis.pixel(bars_.scale.high), end.y}, colours::grid);
      canvas_.mark({.at = end, .radius = r, .hue = row.hue, .fill = colour(row.hue), .outline = colours::surface});
      box = {end.x - r, end.y - r, 2 * r, 2 * r};
    } else if (around_) {
      box = draw_around(row, axis, box);
    } else {
      const double from = axis.pixel(row.from == 0 ? base() : row.from);
      box.left = std::min(from, end.x);
      box.width = std::max(std::abs(end.x - from), canvas_.px(1.5));
      canvas_.part(box, row.hue, Fill::solid);
    }
    const double width = canvas_.width(row.shown, Role::label_strong);
    double left = box.right() + canvas_.px(6);
    if (bars_.dots && crosses_limit(axis, left, left + width)) left = box.left - canvas_.px(6) - width;
    canvas_.text(
        {left, line.top, width, line.height}, Align::left, row.shown, row.strong ? Role::label_strong : Role::label,
        colours::text, crosses_limit(axis, left, left + width));
    canvas_.sample({.box = box, .row = index, .mark = 0, .source = row.source});
  }

  bool crosses_limit(const Ruler& axis, double left, double right) const {
    return std::any_of(bars_.limits.begin(), bars_.limits.end(), [&](const Plot::Limit& limit) {
      return axis.pixel(limit.at) > left - 4 && axis.pixel(limit.at) < right + 4;
    });
  }

  Box draw_around(const Bars::Row& row, const Ruler& axis, const Box& place) {
    const double middle = axis.pixel(base()), left = axis.pixel(std::min(row.from, row.to)),
                 right = axis.pixel(std::max(row.from, row.to));
    const double split = std::clamp(middle, left, right);
    if (split > left) canvas_.part({left, place.top, split - left, place.height}, row.hue, Fill::tint);
    if (right > split) canvas_.part({split, place.top, right - split, place.height}, row.hue, Fill::solid);
    const double width = canvas_.width(row.shown_from, Role::label);
    canvas_.text(
        {left - canvas_.px(6) - width, place.top, width, place.height}, Align::right, row.shown_from, Role::label,
        colours::text);
    return {left, place.top, std::max(right - left, canvas_.px(1.5)), place.height};
  }

  Canvas& canvas_;
  const Bars& bars_;
  bool around_ = false;
  double low_ = 0, high_ = 0;
};

}  // namespace

void lay_out(Canvas& canvas, const Bars& bars, const Box& area, const View&) { BarsLayout(canvas, bars).draw(area); }

double wished_height(const Letters& letters, const Bars& bars, double) {
  Canvas trial(letters);
  return letters.px(
      (BarsLayout(trial, bars).measured() ? 50 : 10) + (bars.limits.empty() ? 0 : 20) +
      bar_rows.usual * static_cast<double>(bars.rows.size()));
}

Values values_of(const Bars& bars) {
  Values values;
  values.reserve(bars.rows.size());
  for (const Bars::Row& row : bars.rows) values.push_back({row.to});
  return values;
}

std::string words_of(const Bars& bars, std::size_t row, std::size_t) {
  const Bars::Row& bar = bars.rows[row];
  return fmt::format("{}: {}{}{}", bar.title, bar.shown_from, bar.shown_from.empty() ? "" : " … ", bar.shown);
}

}  // namespace llmsize::scene

// SPDX-License-Identifier: GPL-3.0-or-later
// One value per row: bars from zero, bars around a base, or dots on a logarithmic axis.
#include "gui/charts/axis.hpp"
#include "gui/charts/bodies.hpp"

#include <algorithm>
#include <cmath>

namespace llmsize::gui {

namespace {

constexpr double row_least = 16, row_most = 36, row_usual = 30;

class BarsBody : public Body {
 public:
  explicit BarsBody(Bars bars) : bars_(std::move(bars)) {
    around_ =
        std::any_of(bars_.rows.begin(), bars_.rows.end(), [](const Bars::Row& row) { return !row.shown_from.empty(); });
    measured_ = bars_.dots || bars_.scale.logarithmic || (!around_ && !bars_.limits.empty());
    for (const auto& row : bars_.rows) {
      low_ = std::min({low_, row.from, row.to});
      high_ = std::max({high_, row.from, row.to});
    }
  }

  void paint(Ink& ink, const QRectF& area) override {
    const double head =
        bars_.limits.empty() ? 0 : ink.size(QStringLiteral("0"), TextRole::label_strong).height() + ink.px(6);
    const double foot = measured_ ? bottom_height(ink, bars_.scale) : 0;
    const double room = area.height() - head - foot;
    const auto count = static_cast<double>(std::max<std::size_t>(1, bars_.rows.size()));
    const double row = std::clamp(room / count, ink.px(row_least), ink.px(row_most));
    const auto fitting = std::min(bars_.rows.size(), static_cast<std::size_t>(std::max(1.0, room / row + 1e-6)));
    const auto [titles, notes] = columns(ink, area.width());
    const double left = area.left() + titles + ink.px(12) + (notes > 0 ? notes + ink.px(14) : 0);
    const double before = around_ ? widest(ink, &Bars::Row::shown_from) + ink.px(8) : 0;
    const double after = widest(ink, &Bars::Row::shown) + ink.px(10);
    const QRectF plot(
        left + before, area.top() + head, std::max(ink.px(20), area.right() - after - left - before),
        row * static_cast<double>(fitting));
    const Axis axis(scale_for(plot.width() / ink.px(60)), plot.left(), plot.right());
    if (measured_) paint_bottom(ink, axis, plot, true);
    paint_base(ink, axis, plot);
    for (std::size_t i = 0; i < fitting; ++i) {
      const QRectF line(area.left(), plot.top() + static_cast<double>(i) * row, area.width(), row);
      const Bars::Row& bar = bars_.rows[i];
      const QColor strong = ink.tokens().text, quiet = ink.tokens().text2;
      ink.text(
          {line.left(), line.top(), titles, row}, Qt::AlignVCenter, text_of(bar.title),
          bar.strong ? TextRole::label_strong : TextRole::label, bar.strong ? strong : quiet, "row");
      if (notes > 0)
        ink.text(
            {line.left() + titles + ink.px(12), line.top(), notes, row}, Qt::AlignVCenter, text_of(bar.note),
            TextRole::tick, quiet, "note");
      paint_value(ink, bar, i, axis, line);
    }
  }

  QSizeF wish(const Style& style) const override {
    return QSizeF(
               380, (measured_ ? 50 : 10) + (bars_.limits.empty() ? 0 : 20) +
                        row_usual * static_cast<double>(bars_.rows.size())) *
           style.metrics.scale;
  }

 private:
  double widest(const Ink& ink, std::string Bars::Row::*member) const {
    double result = 0;
    for (const auto& row : bars_.rows)
      result = std::max(result, ink.size(text_of(row.*member), TextRole::label_strong).width());
    return result;
  }

  std::pair<double, double> columns(const Ink& ink, double width) const {
    const double titles = std::min(widest(ink, &Bars::Row::title), width * 0.36);
    double notes = 0;
    for (const auto& row : bars_.rows) notes = std::max(notes, ink.size(text_of(row.note), TextRole::tick).width());
    return {titles, titles + notes > width * 0.58 ? 0 : notes};
  }

  Scale scale_for(double ticks) const {
    Scale scale = bars_.scale;
    if (!measured_) {
      scale.low = around_ ? low_ : std::min(0.0, low_);
      scale.high = around_ ? high_ : std::max(high_, scale.low == 0 ? 0.0 : high_);
      scale.ticks.clear();
      return scale;
    }
    return part_of(scale, 0, 1, static_cast<std::size_t>(std::max(3.0, ticks)));
  }

  /// Where bars begin: the base they lie around, zero, or the low end of a logarithm.
  double base() const {
    if (bars_.scale.logarithmic) return bars_.scale.low;
    if (around_ && !(low_ < 0 && high_ > 0) && !bars_.limits.empty()) return bars_.limits.front().at;
    return 0;
  }

  void paint_base(Ink& ink, const Axis& axis, const QRectF& plot) {
    if (!around_) {
      paint_upright_limits(ink, axis, plot, bars_.limits);
      return;
    }
    const double x = axis.pixel(base());
    ink.line({x, plot.top() - ink.px(3)}, {x, plot.bottom()}, ink.tokens().control);
    if (bars_.limits.empty()) return;
    const QSizeF size = ink.size(text_of(bars_.limits.front().words()), TextRole::tick);
    ink.text(
        {x - size.width() / 2, plot.top() - ink.px(4) - size.height(), size.width(), size.height()}, Qt::AlignHCenter,
        text_of(bars_.limits.front().words()), TextRole::tick, ink.tokens().text2, "limit");
  }

  void paint_value(Ink& ink, const Bars::Row& row, std::size_t index, const Axis& axis, const QRectF& line) {
    const double height = std::clamp(line.height() * 0.45, ink.px(9), ink.px(16));
    const double y = std::round(line.center().y() - height / 2);
    double right = axis.pixel(row.to);
    QRectF box;
    if (!std::isfinite(right)) return;
    if (bars_.dots) {
      const double r = ink.px(5);
      ink.line(
          {axis.pixel(bars_.scale.low), line.center().y()}, {axis.pixel(bars_.scale.high), line.center().y()},
          ink.tokens().grid);
      ink.mark({right, line.center().y()}, r, row.hue, colour(row.hue, ink.tokens()), ink.tokens().surface);
      box = QRectF(right - r, line.center().y() - r, 2 * r, 2 * r);
      right += r;
    } else if (around_) {
      box = paint_around(ink, row, axis, y, height);
      right = box.right();
    } else {
      const double from = axis.pixel(row.from == 0 ? base() : row.from);
      box = QRectF(QPointF(std::min(from, right), y), QSizeF(std::max(std::abs(right - from), ink.px(1.5)), height));
      ink.part(box, row.hue, Fill::solid);
      right = box.right();
    }
    const QString shown = text_of(row.shown);
    const QSizeF size = ink.size(shown, TextRole::label_strong);
    double left = right + ink.px(6);
    if (bars_.dots && crosses_limit(axis, left, left + size.width())) left = box.left() - ink.px(6) - size.width();
    ink.text(
        {left, line.top(), size.width(), line.height()}, Qt::AlignVCenter, shown,
        row.strong ? TextRole::label_strong : TextRole::label, ink.tokens().text, "value", true);
    const QString other = row.shown_from.empty() ? QString() : text_of(row.shown_from) + QStringLiteral(" … ");
    samples_.push_back({box, index, text_of(row.title) + QStringLiteral(": ") + other + shown, row.source});
  }

  bool crosses_limit(const Axis& axis, double left, double right) const {
    return std::any_of(bars_.limits.begin(), bars_.limits.end(), [&](const Plot::Limit& limit) {
      return axis.pixel(limit.at) > left - 4 && axis.pixel(limit.at) < right + 4;
    });
  }

  QRectF paint_around(Ink& ink, const Bars::Row& row, const Axis& axis, double y, double height) {
    const double middle = axis.pixel(base()), left = axis.pixel(std::min(row.from, row.to)),
                 right = axis.pixel(std::max(row.from, row.to));
    const double split = std::clamp(middle, left, right);
    if (split > left) ink.part({left, y, split - left, height}, row.hue, Fill::tint);
    if (right > split) ink.part({split, y, right - split, height}, row.hue, Fill::solid);
    const QString low = text_of(row.shown_from);
    const QSizeF size = ink.size(low, TextRole::label);
    ink.text(
        {left - ink.px(6) - size.width(), y, size.width(), height}, Qt::AlignRight | Qt::AlignVCenter, low,
        TextRole::label, ink.tokens().text, "value", true);
    return {left, y, std::max(right - left, ink.px(1.5)), height};
  }

  Bars bars_;
  bool around_ = false, measured_ = false;
  double low_ = 0, high_ = 0;
};

}  // namespace

std::unique_ptr<Body> make_bars(const Bars& bars) { return std::make_unique<BarsBody>(bars); }

}  // namespace llmsize::gui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/axis.hpp"

#include <algorithm>
#include <cmath>

namespace llmsize::gui {

namespace {

double along(const Scale& scale, double value) { return scale.logarithmic ? std::log(value) : value; }

}  // namespace

Axis::Axis(Scale scale, double first, double last) : scale_(std::move(scale)), first_(first), last_(last) {}

double Axis::share(double value) const {
  const double low = along(scale_, scale_.low), high = along(scale_, scale_.high);
  return high > low ? (along(scale_, value) - low) / (high - low) : 0.5;
}

double Axis::value(double pixel) const {
  const double low = along(scale_, scale_.low), high = along(scale_, scale_.high);
  const double at = low + (pixel - first_) / (last_ - first_) * (high - low);
  return scale_.logarithmic ? std::exp(at) : at;
}

bool Axis::holds(double value) const {
  const double at = share(value);
  return at > -1e-9 && at < 1 + 1e-9;
}

Scale part_of(const Scale& scale, double from, double to, std::size_t wanted) {
  Scale result = scale;
  const Axis axis(scale, 0, 1);
  if (from > 0) result.low = axis.value(from);
  if (to < 1) result.high = axis.value(to);
  if (scale.ticks.empty()) return with_ticks(result, wanted);
  std::erase_if(result.ticks, [&](const Tick& tick) { return !Axis(result, 0, 1).holds(tick.at); });
  if (result.ticks.size() >= 3 || (from <= 0 && to >= 1)) return result;
  result.ticks.clear();
  return with_ticks(result, wanted);
}

double bottom_height(const Ink& ink, const Scale& scale) {
  const double line = ink.size(QStringLiteral("0"), TextRole::tick).height();
  return ink.px(6) + line * (part_of(scale, 0, 1, 4).words().empty() ? 1 : 2);
}

double left_width(const Ink& ink, const Scale& scale) {
  double widest = 0;
  for (const Tick& tick : scale.ticks) widest = std::max(widest, ink.size(text_of(tick.label), TextRole::tick).width());
  return widest;
}

void paint_bottom(Ink& ink, const Axis& axis, const QRectF& plot, bool upright_lines, double leftmost) {
  const Tokens& set = ink.tokens();
  const double height = ink.size(QStringLiteral("0"), TextRole::tick).height();
  const double right_end = plot.right() + ink.px(20);
  double free_from = -1e9;
  ink.line(plot.bottomLeft(), plot.bottomRight(), set.control);
  for (const Tick& tick : axis.scale().ticks) {
    if (!axis.holds(tick.at)) continue;
    const double x = axis.pixel(tick.at);
    if (upright_lines) ink.line({x, plot.top()}, {x, plot.bottom()}, set.grid);
    ink.line({x, plot.bottom()}, {x, plot.bottom() + ink.px(4)}, set.control);
    const QString words = text_of(tick.label);
    const double width = ink.size(words, TextRole::tick).width();
    const double left = std::max(std::min(x - width / 2, right_end - width), leftmost);
    if (left < free_from || words.isEmpty()) continue;
    ink.text({left, plot.bottom() + ink.px(5), width, height}, Qt::AlignLeft, words, TextRole::tick, set.text3, "tick");
    free_from = left + width + ink.px(8);
  }
  const QRectF below(plot.left() - ink.px(30), plot.bottom() + ink.px(4) + height, plot.width() + ink.px(30), height);
  ink.text(below, Qt::AlignRight, text_of(axis.scale().words()), TextRole::tick, set.text3, "axis");
}

void paint_left(Ink& ink, const Axis& axis, const QRectF& plot) {
  const Tokens& set = ink.tokens();
  const double height = ink.size(QStringLiteral("0"), TextRole::tick).height();
  double free_to = 1e9;
  for (const Tick& tick : axis.scale().ticks) {
    if (!axis.holds(tick.at)) continue;
    const double y = axis.pixel(tick.at);
    ink.line({plot.left(), y}, {plot.right(), y}, set.grid);
    if (y + height * 0.45 > free_to) continue;
    const QRectF box(plot.left() - ink.px(208), y - height / 2, ink.px(200), height);
    ink.text(box, Qt::AlignRight | Qt::AlignVCenter, text_of(tick.label), TextRole::tick, set.text3, "tick");
    free_to = y - height * 0.45;
  }
}

void paint_upright_limits(Ink& ink, const Axis& axis, const QRectF& plot, const std::vector<Plot::Limit>& limits) {
  std::vector<QRectF> taken;
  for (const Plot::Limit& limit : limits) {
    if (!axis.holds(limit.at)) continue;
    const double x = axis.pixel(limit.at);
    const QString words = text_of(limit.words());
    const QSizeF size = ink.size(words, TextRole::label_strong);
    ink.dashed({x, plot.top() - ink.px(4)}, {x, plot.bottom()}, colour(limit.hue, ink.tokens()));
    for (const double shift : {0.5, 1.0, 0.0}) {
      const double left = std::clamp(
          x - shift * size.width(), plot.left(), std::max(plot.left(), plot.right() + ink.px(16) - size.width()));
      const QRectF box(left, plot.top() - ink.px(4) - size.height(), size.width(), size.height());
      const bool free = std::none_of(taken.begin(), taken.end(), [&](const QRectF& other) {
        return other.adjusted(-ink.px(6), 0, ink.px(6), 0).intersects(box);
      });
      if (!free) continue;
      ink.text(
          box, Qt::AlignHCenter | Qt::AlignVCenter, words, TextRole::label_strong, gui::ink(limit.hue, ink.tokens()),
          "limit");
      taken.push_back(box);
      break;
    }
  }
}

}  // namespace llmsize::gui

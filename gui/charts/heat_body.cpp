// SPDX-License-Identifier: GPL-3.0-or-later
// A value per cell of two axes: the fuller its colour, the larger it is.
#include "gui/charts/axis.hpp"
#include "gui/charts/bodies.hpp"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace llmsize::gui {

namespace {

constexpr double heat_row_least = 18, heat_row_most = 40, heat_row_usual = 30;

QColor mixed(const QColor& ground, const QColor& full, double share) {
  const auto between = [&](int low, int high) { return static_cast<int>(std::lround(std::lerp(low, high, share))); };
  return QColor(
      between(ground.red(), full.red()), between(ground.green(), full.green()), between(ground.blue(), full.blue()));
}

class HeatBody : public Body {
 public:
  explicit HeatBody(Heat heat) : heat_(std::move(heat)) {}

  void paint(Ink& ink, const QRectF& area) override {
    const double tick = ink.size(QStringLiteral("0"), TextRole::tick).height(), head = 2 * tick + ink.px(8);
    const auto rows = static_cast<double>(std::max<std::size_t>(1, heat_.rows.size()));
    const double row = std::clamp((area.height() - head) / rows, ink.px(heat_row_least), ink.px(heat_row_most));
    const double titles = widest(ink, heat_.rows, heat_.down);
    const double width = (area.width() - titles - ink.px(10)) / static_cast<double>(heat_.columns.size());
    const double left = area.left() + titles + ink.px(10);
    ink.text(
        {area.left(), area.top() + tick + ink.px(2), titles, tick}, Qt::AlignLeft, text_of(heat_.down), TextRole::tick,
        ink.tokens().text3, "axis");
    ink.text(
        {left, area.top(), area.right() - left, tick}, Qt::AlignLeft, text_of(heat_.across), TextRole::tick,
        ink.tokens().text3, "axis");
    for (std::size_t i = 0; i < heat_.columns.size(); ++i)
      ink.text(
          {left + static_cast<double>(i) * width, area.top() + tick + ink.px(2), width, tick}, Qt::AlignHCenter,
          text_of(heat_.columns[i]), TextRole::tick, ink.tokens().text2, "tick");
    for (std::size_t i = 0; i < heat_.rows.size(); ++i) {
      const double top = area.top() + head + static_cast<double>(i) * row;
      if (top + row > area.bottom() + 1) return;
      ink.text(
          {area.left(), top, titles, row}, Qt::AlignRight | Qt::AlignVCenter, text_of(heat_.rows[i]), TextRole::tick,
          ink.tokens().text2, "row");
      for (std::size_t k = 0; k < heat_.columns.size(); ++k)
        paint_cell(ink, i, k, {left + static_cast<double>(k) * width, top, width - ink.px(2), row - ink.px(2)});
    }
  }

  QSizeF wish(const Style& style) const override {
    return QSizeF(420, 50 + heat_row_usual * static_cast<double>(heat_.rows.size())) * style.metrics.scale;
  }

 private:
  static double widest(const Ink& ink, const std::vector<std::string>& texts, const std::string& title) {
    double widest = ink.size(text_of(title), TextRole::tick).width();
    for (const std::string& text : texts) widest = std::max(widest, ink.size(text_of(text), TextRole::tick).width());
    return widest;
  }

  void paint_cell(Ink& ink, std::size_t row, std::size_t column, const QRectF& box) {
    const std::size_t index = row * heat_.columns.size() + column;
    const Heat::Cell& cell = heat_.cells[index];
    const double share = Axis(heat_.scale, 0, 1).share(cell.value);
    const bool empty = cell.impossible || !std::isfinite(share);
    const QColor full = colour(Hue::gpu, ink.tokens());
    const QColor ground =
        empty ? ink.tokens().surface : mixed(ink.tokens().surface, full, 0.08 + 0.92 * std::clamp(share, 0.0, 1.0));
    ink.painter().fillRect(box, ground);
    if (empty) ink.hatch(box, ink.tokens().grid);
    const QString words = text_of(cell.shown);
    if (ink.size(words, TextRole::tick).width() + ink.px(4) <= box.width())
      ink.text(
          box, Qt::AlignHCenter | Qt::AlignVCenter, words, TextRole::tick,
          cell.impossible ? ink.tokens().text3 : text_on(ground), "value", empty);
    if (cell.impossible) paint_cross(ink, box);
    samples_.push_back({box, row, words_of(heat_, index), cell.source});
  }

  static void paint_cross(Ink& ink, const QRectF& box) {
    const double r = ink.px(3);
    const QPointF at(box.right() - 2 * r, box.top() + 2 * r);
    ink.line(at + QPointF(-r, -r), at + QPointF(r, r), ink.tokens().error, 1.6);
    ink.line(at + QPointF(-r, r), at + QPointF(r, -r), ink.tokens().error, 1.6);
  }

  Heat heat_;
};

}  // namespace

QString words_of(const Heat& heat, std::size_t cell) {
  const std::size_t across = heat.columns.size();
  const QString value = text_of(heat.cells[cell].shown);
  const QString said =
      heat.cells[cell].impossible ? QCoreApplication::translate("charts", "%1, which cannot be").arg(value) : value;
  return QStringLiteral("%1 %2, %3 %4: %5")
      .arg(
          text_of(heat.down), text_of(heat.rows[cell / across]), text_of(heat.across),
          text_of(heat.columns[cell % across]), said);
}

std::unique_ptr<Body> make_heat(const Heat& heat) { return std::make_unique<HeatBody>(heat); }

}  // namespace llmsize::gui

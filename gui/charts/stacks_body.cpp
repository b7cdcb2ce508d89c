// SPDX-License-Identifier: GPL-3.0-or-later
// Ranked bars of the same parts, and a legend below.
#include "gui/charts/axis.hpp"
#include "gui/charts/bodies.hpp"
#include "gui/charts/stacking.hpp"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace llmsize::gui {

namespace {

constexpr double row_least = 13, row_most = 34, row_usual = 30;

class StacksBody : public Body {
 public:
  explicit StacksBody(Stack stack) : stack_(std::move(stack)) {
    for (const auto& bar : stack_.bars)
      for (const auto& part : bar.parts)
        if (std::none_of(
                legend_.begin(), legend_.end(), [&](const Stack::Part& known) { return known.title == part.title; }))
          legend_.push_back(part);
  }

  void paint(Ink& ink, const QRectF& area) override {
    double legend_height = paint_legend(ink, area, false);
    const double head =
        stack_.limits.empty() ? 0 : ink.size(QStringLiteral("0"), TextRole::label_strong).height() + ink.px(6);
    const double titles = std::min(widest_title(ink), area.width() * 0.38);
    const auto count = static_cast<double>(std::max<std::size_t>(1, stack_.bars.size()));
    const double all = area.height() - head - bottom_height(ink, stack_.scale);
    if (all - legend_height < count * ink.px(row_least)) legend_height = 0;
    const double room = all - legend_height;
    const double row = std::clamp(room / count, ink.px(row_least), ink.px(row_most));
    const auto fitting = std::min(stack_.bars.size(), static_cast<std::size_t>(std::max(1.0, room / row + 1e-6)));
    const double left = area.left() + titles + ink.px(14);
    const QRectF plot(
        left, area.top() + head, area.right() - totals_width(ink) - left, row * static_cast<double>(fitting));
    const Axis axis(
        part_of(stack_.scale, 0, 1, static_cast<std::size_t>(std::max(3.0, plot.width() / ink.px(48)))), plot.left(),
        plot.right());
    paint_bottom(ink, axis, plot, true);
    for (std::size_t i = 0; i < fitting; ++i)
      paint_bar(
          ink, i, axis, QRectF(area.left(), plot.top() + static_cast<double>(i) * row, titles, row), area.right());
    paint_upright_limits(ink, axis, plot, stack_.limits);
    if (legend_height > 0)
      paint_legend(
          ink, QRectF(area.left(), plot.bottom() + bottom_height(ink, stack_.scale), area.width(), legend_height),
          true);
  }

  QSizeF wish(const Style& style) const override {
    return QSizeF(420, 90 + row_usual * static_cast<double>(stack_.bars.size())) * style.metrics.scale;
  }

 private:
  /// Room right of the axis, so that what is written at the end of the longest bar is seen.
  double totals_width(const Ink& ink) const {
    double widest = ink.px(50);
    for (const auto& bar : stack_.bars)
      widest = std::max(widest, ink.size(text_of(bar.total_words()), TextRole::label_strong).width());
    return widest + ink.px(14);
  }

  double widest_title(const Ink& ink) const {
    double widest = 0;
    for (const auto& bar : stack_.bars)
      widest =
          std::max(widest, ink.size(text_of(bar.title), bar.strong ? TextRole::label_strong : TextRole::label).width());
    return widest;
  }

  void paint_bar(Ink& ink, std::size_t index, const Axis& axis, const QRectF& title, double right) {
    const Stack::Bar& bar = stack_.bars[index];
    const double height = std::min(title.height() - ink.px(3), ink.px(20));
    ink.text(
        title, Qt::AlignVCenter, text_of(bar.title),
        bar.strong                    ? TextRole::label_strong
        : title.height() < ink.px(15) ? TextRole::tick
                                      : TextRole::label,
        bar.strong ? ink.tokens().text : ink.tokens().text2, "row");
    const QRectF box(axis.pixel(stack_.scale.low), std::round(title.center().y() - height / 2), 1, height);
    const double end = paint_stack(ink, bar, axis, box, index, false, samples_);
    paint_total(ink, bar, axis, box, end, stack_.limits, right);
  }

  /// Lays the legend in lines as wide as the area and returns its height.
  double paint_legend(Ink& ink, const QRectF& area, bool paint) {
    const double height = ink.px(18), swatch = ink.px(10);
    double x = area.left(), y = area.top() + ink.px(4);
    for (const auto& part : legend_) {
      const QString words = text_of(part.title);
      const double width = swatch + ink.px(6) + ink.size(words, TextRole::label).width();
      if (x > area.left() && x + width > area.right()) {
        x = area.left();
        y += height;
      }
      if (paint) {
        ink.part({x, std::round(y + height / 2 - swatch / 2), swatch, swatch}, part.hue, part.fill);
        ink.text(
            {x + swatch + ink.px(6), y, std::min(width, area.width()), height}, Qt::AlignVCenter, words,
            TextRole::label, ink.tokens().text2, "legend");
      }
      x += width + ink.px(14);
    }
    return legend_.empty() ? 0 : y + height - area.top();
  }

  Stack stack_;
  std::vector<Stack::Part> legend_;
};

}  // namespace

std::unique_ptr<Body> make_stacks(const Stack& stack) { return std::make_unique<StacksBody>(stack); }

}  // namespace llmsize::gui

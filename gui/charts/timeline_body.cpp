// SPDX-License-Identifier: GPL-3.0-or-later
// What happens when: one row per way, what runs behind it drawn below.
#include "gui/charts/axis.hpp"
#include "gui/charts/bodies.hpp"

#include <algorithm>
#include <cmath>

namespace llmsize::gui {

namespace {

constexpr double row_least = 26, row_most = 50, row_usual = 44;

class TimelineBody : public Body {
 public:
  explicit TimelineBody(Timeline timeline) : timeline_(std::move(timeline)) {}

  void paint(Ink& ink, const QRectF& area) override {
    const double titles = std::min(widest_title(ink), area.width() * 0.3);
    const double room = area.height() - bottom_height(ink, timeline_.scale) - ink.px(2);
    const auto count = static_cast<double>(std::max<std::size_t>(1, timeline_.rows.size()));
    const double row = std::clamp(room / count, ink.px(row_least), ink.px(row_most));
    const auto fitting = std::min(timeline_.rows.size(), static_cast<std::size_t>(std::max(1.0, room / row + 1e-6)));
    const double left = area.left() + titles + ink.px(16);
    const QRectF plot(
        left, area.top() + ink.px(2), area.right() - ink.px(20) - left, row * static_cast<double>(fitting));
    const Axis axis(
        part_of(timeline_.scale, 0, 1, static_cast<std::size_t>(std::max(3.0, plot.width() / ink.px(60)))), plot.left(),
        plot.right());
    paint_bottom(ink, axis, plot, false);
    for (std::size_t i = 0; i < fitting; ++i) {
      const double top = plot.top() + static_cast<double>(i) * row;
      ink.text(
          {area.left(), top, titles, row * 0.5}, Qt::AlignVCenter, text_of(timeline_.rows[i].title),
          TextRole::label_strong, ink.tokens().text, "row");
      paint_row(ink, i, axis, top, row);
    }
  }

  QSizeF wish(const Style& style) const override {
    return QSizeF(480, 40 + row_usual * static_cast<double>(timeline_.rows.size())) * style.metrics.scale;
  }

 private:
  double widest_title(const Ink& ink) const {
    double widest = 0;
    for (const auto& row : timeline_.rows)
      widest = std::max(widest, ink.size(text_of(row.title), TextRole::label_strong).width());
    return widest;
  }

  void paint_row(Ink& ink, std::size_t index, const Axis& axis, double top, double row) {
    const double upper = std::min(row * 0.46, ink.px(20)), lower = std::min(row * 0.36, ink.px(14));
    const Timeline::Row& line = timeline_.rows[index];
    std::vector<QRectF> boxes;
    for (const auto& span : line.spans) {
      const double from = axis.pixel(std::max(span.from, timeline_.scale.low)),
                   to = axis.pixel(std::min(span.to, timeline_.scale.high));
      const QRectF box(
          from, span.below ? top + upper + ink.px(2) : top, std::max(to - from, ink.px(1.5)),
          span.below ? lower : upper);
      boxes.push_back(box);
      paint_span(ink, span, box);
      samples_.push_back({box, index, text_of(line.title) + QStringLiteral(": ") + text_of(span.words()), span.source});
    }
    for (std::size_t i = 0; i < boxes.size(); ++i) paint_words(ink, line, i, boxes, axis.pixel(timeline_.scale.high));
  }

  static void paint_span(Ink& ink, const Timeline::Span& span, const QRectF& box) {
    if (span.fill != Fill::hatch) {
      ink.part(box, span.hue, span.fill);
      return;
    }
    const QColor line = colour(span.hue, ink.tokens());
    ink.painter().fillRect(box, ink.tokens().surface);
    ink.hatch(box, line);
    ink.painter().setPen(QPen(line, ink.px(1)));
    ink.painter().drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
  }

  static QColor ground_of(const Ink& ink, const Timeline::Span& span) {
    if (span.fill == Fill::hatch) return ink.tokens().surface;
    return span.fill == Fill::solid ? colour(span.hue, ink.tokens()) : tint(span.hue, ink.tokens());
  }

  /// Inside its span where it fits, else after it. Where neither is long enough it is shortened, or left out where
  /// another row says it.
  void paint_words(
      Ink& ink, const Timeline::Row& line, std::size_t index, const std::vector<QRectF>& boxes, double right) const {
    const Timeline::Span& span = line.spans[index];
    const QRectF& own = boxes[index];
    const QString words = text_of(span.words());
    const TextRole role = span.below ? TextRole::tick : TextRole::label_strong;
    const QSizeF size = ink.size(words, role);
    if (words.isEmpty()) return;
    const double inside = own.width() - ink.px(14);
    const auto [after, ground] = room_after(ink, line, index, boxes, right);
    const bool within = inside >= size.width() || inside >= after;
    const double width = std::min(size.width(), within ? inside : after);
    if (width < size.width() && (width < ink.px(50) || is_said_again(span.words(), line))) return;
    const QRectF box(
        within ? own.left() + ink.px(8) : own.right() + ink.px(6), own.center().y() - size.height() / 2, width,
        size.height());
    if (within && span.fill == Fill::hatch)
      ink.painter().fillRect(
          QRectF(box.left() - ink.px(3), own.top() + 1, box.width() + ink.px(6), own.height() - 2),
          ink.tokens().surface);
    ink.text(box, Qt::AlignVCenter, words, role, text_on(within ? ground_of(ink, span) : ground), "span");
  }

  bool is_said_again(const std::string& words, const Timeline::Row& line) const {
    return std::any_of(timeline_.rows.begin(), timeline_.rows.end(), [&](const Timeline::Row& other) {
      const auto same = [&](const Timeline::Span& span) { return span.words() == words; };
      return &other != &line && std::any_of(other.spans.begin(), other.spans.end(), same);
    });
  }

  /// How far words can go on after a span, and on which ground.
  static std::pair<double, QColor> room_after(
      const Ink& ink, const Timeline::Row& line, std::size_t index, const std::vector<QRectF>& boxes, double right) {
    QColor ground = ink.tokens().surface;
    double end = right;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      if (i == index || line.spans[i].below != line.spans[index].below || boxes[i].right() <= boxes[index].right() + 1)
        continue;
      if (!line.spans[i].label.empty())
        end = std::min(end, boxes[i].left());
      else if (boxes[i].left() <= boxes[index].right() + ink.px(6))
        ground = ground_of(ink, line.spans[i]);
    }
    return {end - boxes[index].right() - ink.px(10), ground};
  }

  Timeline timeline_;
};

}  // namespace

std::unique_ptr<Body> make_timeline(const Timeline& timeline) { return std::make_unique<TimelineBody>(timeline); }

}  // namespace llmsize::gui

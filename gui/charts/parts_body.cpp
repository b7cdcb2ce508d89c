// SPDX-License-Identifier: GPL-3.0-or-later
// One bar, and below it what it is made of: swatch, name, arithmetic, value.
#include "gui/charts/axis.hpp"
#include "gui/charts/bodies.hpp"
#include "gui/charts/stacking.hpp"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace llmsize::gui {

namespace {

constexpr double row_least = 14, row_most = 29, row_usual = 26;

class PartsBody : public Body {
 public:
  explicit PartsBody(Stack stack) : stack_(std::move(stack)) {
    const auto& parts = bar().parts;
    short_notes_ =
        std::all_of(parts.begin(), parts.end(), [](const Stack::Part& part) { return part.note.size() <= 6; });
    against_limit_ = !stack_.limits.empty();
  }

  void paint(Ink& ink, const QRectF& area) override {
    const double bar_height = ink.px(std::clamp(area.height() * 0.14, 18.0, 34.0));
    double y = area.top();
    if (against_limit_)
      y = paint_against_limit(ink, area, bar_height);
    else
      y = paint_whole(ink, QRectF(area.left(), y, area.width(), bar_height));
    paint_list(ink, QRectF(area.left(), y, area.width(), area.bottom() - y));
  }

  QSizeF wish(const Style& style) const override {
    const auto rows = static_cast<double>(
        short_notes_ && !against_limit_ && bar().parts.size() > 4 ? (bar().parts.size() + 1) / 2
                                                                  : bar().parts.size() + 1);
    return QSizeF(380, (against_limit_ ? 90 : 46) + rows * row_usual) * style.metrics.scale;
  }

 private:
  const Stack::Bar& bar() const { return stack_.bars.front(); }
  /// Two columns where names fit beside values, or where one column would not fit below the other.
  bool two_columns(double width, double height, double names) const {
    if (!short_notes_ || against_limit_ || bar().parts.size() <= 4) return false;
    return width > 2 * names + 270 || height < row_least * static_cast<double>(bar().parts.size());
  }

  double paint_whole(Ink& ink, const QRectF& box) {
    double total = 0;
    for (const auto& part : bar().parts) total += part.value > 0 ? part.value : 0;
    Scale scale = stack_.scale;
    scale.low = 0;
    scale.high = total > 0 ? total : 1;
    paint_stack(ink, bar(), Axis(scale, box.left(), box.right()), box, 0, true, samples_);
    return box.bottom() + ink.px(10);
  }

  double paint_against_limit(Ink& ink, const QRectF& area, double bar_height) {
    const double top = area.top() + ink.size(QStringLiteral("0"), TextRole::label_strong).height() + ink.px(10);
    const QRectF plot(area.left(), top, area.width() - ink.px(46), bar_height + ink.px(10));
    const Axis axis(part_of(stack_.scale, 0, 1, 5), plot.left(), plot.right());
    paint_bottom(ink, Axis(without_title(axis.scale()), plot.left(), plot.right()), plot, true, area.left());
    const double height = ink.size(QStringLiteral("0"), TextRole::tick).height();
    const std::string& unit = axis.scale().unit_in;
    ink.text(
        {plot.right() + ink.px(14), plot.bottom() + ink.px(5), ink.px(32), height}, Qt::AlignRight, text_of(unit),
        TextRole::tick, ink.tokens().text3, "axis");
    const QRectF box(plot.left(), plot.top(), plot.width(), bar_height);
    const double end = paint_stack(ink, bar(), axis, box, 0, false, samples_);
    paint_total(ink, bar(), axis, box, end, stack_.limits, area.right());
    paint_upright_limits(ink, axis, plot, stack_.limits);
    return plot.bottom() + ink.px(12) + height;
  }

  static Scale without_title(Scale scale) {
    scale.title.clear();
    scale.unit_in.clear();
    return scale;
  }

  void paint_list(Ink& ink, const QRectF& area) {
    const auto& parts = bar().parts;
    const double name_width = widest_name(ink);
    const bool two = two_columns(area.width() / ink.px(1), area.height() / ink.px(1), name_width / ink.px(1));
    const bool total = !two && !bar().total.empty();
    const std::size_t lines = two ? (parts.size() + 1) / 2 : parts.size();
    const double room = area.height() / ink.px(1);
    const bool total_fits = total && room >= row_least * static_cast<double>(lines + 1);
    const auto wanted = static_cast<double>(lines + (total_fits ? 1 : 0));
    const double row = ink.px(std::clamp(room / std::max(1.0, wanted), row_least, row_most));
    const auto fitting = std::min(lines, static_cast<std::size_t>(std::max(0.0, area.height() / row)));
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::size_t line = two ? i % lines : i;
      if (line >= fitting) continue;
      const double width = two ? (area.width() - ink.px(24)) / 2 : area.width();
      const double left = area.left() + (two && i >= lines ? width + ink.px(24) : 0);
      const QRectF box(left, area.top() + static_cast<double>(line) * row, width, row);
      paint_row(ink, parts[i], box, name_width);
      samples_[i].box = samples_[i].box.isEmpty() ? box : samples_[i].box;
    }
    if (total_fits)
      paint_total_row(ink, QRectF(area.left(), area.top() + static_cast<double>(lines) * row, area.width(), row));
  }

  double widest_name(const Ink& ink) const {
    double widest = 0;
    for (const auto& part : bar().parts)
      widest = std::max(widest, ink.size(text_of(part.title), TextRole::label).width());
    return widest;
  }

  void paint_row(Ink& ink, const Stack::Part& part, const QRectF& row, double name_width) {
    const Tokens& set = ink.tokens();
    const double swatch = ink.px(10), gap = ink.px(8);
    ink.part({row.left() + ink.px(1), std::round(row.center().y() - swatch / 2), swatch, swatch}, part.hue, part.fill);
    double right = row.right();
    const TextRole role = row.height() < ink.px(16) ? TextRole::tick : TextRole::label;
    const double value_width = ink.size(text_of(part.shown), role).width();
    const bool room = row.width() >= name_width + value_width + ink.px(38) + swatch + 3 * gap;
    if (short_notes_ && room && !part.note.empty()) {
      const double width = ink.px(38);
      ink.text(
          {right - width, row.top(), width, row.height()}, Qt::AlignRight | Qt::AlignVCenter, text_of(part.note), role,
          set.text2, "note");
      right -= width + gap;
    }
    ink.text(
        {right - value_width, row.top(), value_width, row.height()}, Qt::AlignRight | Qt::AlignVCenter,
        text_of(part.shown), role, set.text, "value");
    right -= value_width + gap;
    const double left = row.left() + swatch + gap;
    const double name = std::min(name_width, std::max(0.0, right - left));
    ink.text({left, row.top(), name, row.height()}, Qt::AlignVCenter, text_of(part.title), role, set.text, "row");
    const double note_left = left + name + ink.px(18);
    if (!short_notes_ && right - note_left > ink.px(60))
      ink.text(
          {note_left, row.top(), right - note_left, row.height()}, Qt::AlignVCenter, text_of(part.note), TextRole::tick,
          set.text2, "note");
  }

  void paint_total_row(Ink& ink, const QRectF& row) {
    const Tokens& set = ink.tokens();
    ink.line(row.topLeft(), row.topRight(), set.border);
    ink.text(
        row.adjusted(ink.px(18), 0, 0, 0), Qt::AlignVCenter, QCoreApplication::translate("charts", "Total"),
        TextRole::label_strong, set.text, "row");
    ink.text(
        row, Qt::AlignRight | Qt::AlignVCenter, text_of(bar().total_words()), TextRole::label_strong, set.text,
        "value");
  }

  Stack stack_;
  bool short_notes_ = false, against_limit_ = false;
};

}  // namespace

std::unique_ptr<Body> make_parts(const Stack& stack) { return std::make_unique<PartsBody>(stack); }

}  // namespace llmsize::gui

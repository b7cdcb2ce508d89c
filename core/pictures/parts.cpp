// SPDX-License-Identifier: Apache-2.0
// One bar, and below it what it is made of.
#include "core/pictures/stacking.hpp"

#include <algorithm>

namespace llmsize::pictures {
namespace {

constexpr RowHeights part_rows{15, 28, 25};
constexpr double note_short = 42;

class PartsPainter {
 public:
  PartsPainter(Ink& ink, const Stack& stack) : ink_(ink), stack_(stack), against_limit_(!stack.limits.empty()) {
    const auto& parts = bar().parts;
    short_notes_ =
        std::all_of(parts.begin(), parts.end(), [](const Stack::Part& part) { return part.note.size() <= 6; });
    for (const Stack::Part& part : parts) {
      names_ = std::max(names_, ink_.width(part.title, Role::label));
      values_ = std::max(values_, ink_.width(part.shown, Role::label));
    }
  }

  void paint(const Box& area) {
    const double height = std::clamp(area.height * 0.14, ink_.px(18), ink_.px(34));
    const double top =
        against_limit_ ? paint_against_limit(area, height) : paint_whole({area.left, area.top, area.width, height});
    paint_list({area.left, top, area.width, area.bottom() - top});
  }

  /// Two columns where names fit beside values.
  bool two_columns(double width) const {
    return short_notes_ && !against_limit_ && bar().parts.size() > 4 &&
           width > 2 * (names_ + values_ + ink_.px(note_short + 46)) + ink_.px(24);
  }

 private:
  const Stack::Bar& bar() const { return stack_.bars.front(); }

  double paint_whole(const Box& box) {
    double total = 0;
    for (const Stack::Part& part : bar().parts) total += part.value > 0 ? part.value : 0;
    Scale scale = stack_.scale;
    scale.low = 0;
    scale.high = total > 0 ? total : 1;
    paint_stack(ink_, bar(), Ruler(scale, box.left, box.right()), box, true);
    return box.bottom() + ink_.px(10);
  }

  double paint_against_limit(const Box& area, double height) {
    const double tick = ink_.height(Role::tick), right = area.right() - ink_.px(46);
    Box plot{area.left, area.top, right - area.left, height + ink_.px(10)};
    Ruler axis = ruler(ink_, stack_.scale, plot.left, plot.right(), 80);
    plot.top += std::max(limits_height(ink_, axis, plot, stack_.limits), ink_.px(4));
    Scale bare = axis.scale();
    const std::string unit = bare.unit_in;
    bare.title.clear();
    bare.unit_in.clear();
    paint_bottom(ink_, Ruler(bare, plot.left, plot.right()), plot, true, area.left);
    const double left = plot.right() + ink_.px(14);
    ink_.text(
        {left, plot.bottom() + ink_.px(5), area.right() - left, tick}, Align::right, unit, Role::tick, colours::text3);
    const Box box{plot.left, plot.top, plot.width, height};
    const double end = paint_stack(ink_, bar(), axis, box, false);
    paint_total(ink_, bar(), axis, box, end, stack_.limits, area.right());
    paint_upright_limits(ink_, axis, plot, stack_.limits);
    return plot.bottom() + ink_.px(14) + tick;
  }

  void paint_list(const Box& area) {
    const auto& parts = bar().parts;
    const bool two = two_columns(area.width);
    const std::size_t lines = two ? (parts.size() + 1) / 2 : parts.size();
    const bool total =
        !two && !bar().total.empty() && area.height >= ink_.px(part_rows.least) * static_cast<double>(lines + 1);
    const double row = row_height(ink_, area.height, lines + (total ? 1 : 0), part_rows);
    const auto fitting = std::min(lines, static_cast<std::size_t>(std::max(0.0, area.height / row + 1e-6)));
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::size_t line = two ? i % lines : i;
      if (line >= fitting) continue;
      const double width = two ? (area.width - ink_.px(24)) / 2 : area.width;
      const double left = area.left + (two && i >= lines ? width + ink_.px(24) : 0);
      paint_row(parts[i], {left, area.top + static_cast<double>(line) * row, width, row});
    }
    if (total) paint_total_row({area.left, area.top + static_cast<double>(lines) * row, area.width, row});
  }

  void paint_row(const Stack::Part& part, const Box& row) {
    const double swatch = ink_.px(10), gap = ink_.px(8);
    ink_.part({row.left + ink_.px(1), row.centre().y - swatch / 2, swatch, swatch}, part.hue, part.fill);
    double right = row.right();
    if (short_notes_ && !part.note.empty() && row.width >= names_ + values_ + ink_.px(note_short) + swatch + 3 * gap) {
      const double width = ink_.px(note_short);
      ink_.text({right - width, row.top, width, row.height}, Align::right, part.note, Role::label, colours::text2);
      right -= width + gap;
    }
    const double value = ink_.width(part.shown, Role::label);
    ink_.text({right - value, row.top, value, row.height}, Align::right, part.shown, Role::label, colours::text);
    right -= value + gap;
    const double left = row.left + swatch + gap, name = std::min(names_, std::max(0.0, right - left));
    ink_.text({left, row.top, name, row.height}, Align::left, part.title, Role::label, colours::text);
    const double note = left + name + ink_.px(18);
    if (!short_notes_ && right - note > ink_.px(60))
      ink_.text({note, row.top, right - note, row.height}, Align::left, part.note, Role::tick, colours::text2);
  }

  void paint_total_row(const Box& row) {
    ink_.line({row.left, row.top}, {row.right(), row.top}, colours::border);
    const double indent = ink_.px(18);
    ink_.text(
        {row.left + indent, row.top, row.width - indent, row.height}, Align::left, "Total", Role::label_strong,
        colours::text);
    ink_.text(row, Align::right, bar().total_words(), Role::label_strong, colours::text);
  }

  Ink& ink_;
  const Stack& stack_;
  bool against_limit_, short_notes_ = false;
  double names_ = 0, values_ = 0;
};

}  // namespace

void paint_parts(Ink& ink, const Stack& stack, const Box& area) { PartsPainter(ink, stack).paint(area); }

double parts_height(const Ink& ink, const Stack& stack, double width) {
  Ink trial = ink;
  const std::size_t parts = stack.bars.front().parts.size();
  const std::size_t rows = PartsPainter(trial, stack).two_columns(width) ? (parts + 1) / 2 : parts + 1;
  return ink.px((stack.limits.empty() ? 46 : 90) + part_rows.usual * static_cast<double>(rows));
}

}  // namespace llmsize::pictures

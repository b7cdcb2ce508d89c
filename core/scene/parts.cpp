// SPDX-License-Identifier: Apache-2.0
// One bar, and below it what it is made of.
#include "core/scene/stacking.hpp"

#include <algorithm>

namespace llmsize::scene {
namespace {

constexpr RowHeights part_rows{15, 28, 25};
constexpr double note_short = 42;

class PartsLayout {
 public:
  PartsLayout(Canvas& canvas, const Stack& stack)
      : canvas_(canvas), stack_(stack), against_limit_(!stack.limits.empty()) {
    const auto& parts = bar().parts;
    short_notes_ =
        std::all_of(parts.begin(), parts.end(), [](const Stack::Part& part) { return part.note.size() <= 6; });
    for (const Stack::Part& part : parts) {
      names_ = std::max(names_, canvas_.width(part.title, Role::label));
      values_ = std::max(values_, canvas_.width(part.shown, Role::label));
    }
  }

  void draw(const Box& area) {
    const double height = std::clamp(area.height * 0.14, canvas_.px(18), canvas_.px(34));
    const double top =
        against_limit_ ? draw_against_limit(area, height) : draw_whole({area.left, area.top, area.width, height});
    draw_list({area.left, top, area.width, area.bottom() - top});
  }

  /// Two columns where names fit beside values.
  bool two_columns(double width) const {
    return short_notes_ && !against_limit_ && bar().parts.size() > 4 &&
           width > 2 * (names_ + values_ + canvas_.px(note_short + 46)) + canvas_.px(24);
  }

 private:
  const Stack::Bar& bar() const { return stack_.bars.front(); }

  double draw_whole(const Box& box) {
    double total = 0;
    for (const Stack::Part& part : bar().parts) total += part.value > 0 ? part.value : 0;
    Scale scale = stack_.scale;
    scale.low = 0;
    scale.high = total > 0 ? total : 1;
    draw_stack(canvas_, bar(), Ruler(scale, box.left, box.right()), box, 0, true);
    return box.bottom() + canvas_.px(10);
  }

  double draw_against_limit(const Box& area, double height) {
    const double tick = canvas_.height(Role::tick), right = area.right() - canvas_.px(46);
    Box plot{area.left, area.top, right - area.left, height + canvas_.px(10)};
    Ruler axis = ruler(canvas_.letters(), stack_.scale, plot.left, plot.right(), 80);
    plot.top += std::max(limits_height(canvas_.letters(), axis, plot, stack_.limits), canvas_.px(4));
    Scale bare = axis.scale();
    const std::string unit = bare.unit_in;
    bare.title.clear();
    bare.unit_in.clear();
    draw_bottom(canvas_, Ruler(bare, plot.left, plot.right()), plot, true, area.left);
    const double left = plot.right() + canvas_.px(14);
    canvas_.text(
        {left, plot.bottom() + canvas_.px(5), area.right() - left, tick}, Align::right, unit, Role::tick,
        colours::text3);
    const Box box{plot.left, plot.top, plot.width, height};
    const double end = draw_stack(canvas_, bar(), axis, box, 0);
    draw_total(canvas_, bar(), axis, box, end, stack_.limits, area.right());
    draw_upright_limits(canvas_, axis, plot, stack_.limits);
    return plot.bottom() + canvas_.px(14) + tick;
  }

  void draw_list(const Box& area) {
    const auto& parts = bar().parts;
    const bool two = two_columns(area.width);
    const std::size_t lines = two ? (parts.size() + 1) / 2 : parts.size();
    const bool total =
        !two && !bar().total.empty() && area.height >= canvas_.px(part_rows.least) * static_cast<double>(lines + 1);
    const double row = row_height(canvas_.letters(), area.height, lines + (total ? 1 : 0), part_rows);
    const auto fitting = std::min(lines, static_cast<std::size_t>(std::max(0.0, area.height / row + 1e-6)));
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::size_t line = two ? i % lines : i;
      if (line >= fitting) continue;
      const double width = two ? (area.width - canvas_.px(24)) / 2 : area.width;
      const double left = area.left + (two && i >= lines ? width + canvas_.px(24) : 0);
      const Box box{left, area.top + static_cast<double>(line) * row, width, row};
      draw_row(parts[i], box);
      // What is too small to be seen in the bar is pointed at here.
      if (Sample& sample = canvas_.scene().samples[i]; sample.box.width <= 0) sample.box = box;
    }
    if (total) draw_total_row({area.left, area.top + static_cast<double>(lines) * row, area.width, row});
  }

  void draw_row(const Stack::Part& part, const Box& row) {
    const double swatch = canvas_.px(10), gap = canvas_.px(8);
    canvas_.part({row.left + canvas_.px(1), row.centre().y - swatch / 2, swatch, swatch}, part.hue, part.fill);
    double right = row.right();
    if (short_notes_ && !part.note.empty() &&
        row.width >= names_ + values_ + canvas_.px(note_short) + swatch + 3 * gap) {
      const double width = canvas_.px(note_short);
      canvas_.text({right - width, row.top, width, row.height}, Align::right, part.note, Role::label, colours::text2);
      right -= width + gap;
    }
    const double value = canvas_.width(part.shown, Role::label);
    canvas_.text({right - value, row.top, value, row.height}, Align::right, part.shown, Role::label, colours::text);
    right -= value + gap;
    const double left = row.left + swatch + gap, name = std::min(names_, std::max(0.0, right - left));
    canvas_.text({left, row.top, name, row.height}, Align::left, part.title, Role::label, colours::text);
    const double note = left + name + canvas_.px(18);
    if (!short_notes_ && right - note > canvas_.px(60))
      canvas_.text({note, row.top, right - note, row.height}, Align::left, part.note, Role::tick, colours::text2);
  }

  void draw_total_row(const Box& row) {
    canvas_.line({row.left, row.top}, {row.right(), row.top}, colours::border);
    const double indent = canvas_.px(18);
    canvas_.text(
        {row.left + indent, row.top, row.width - indent, row.height}, Align::left, "Total", Role::label_strong,
        colours::text);
    canvas_.text(row, Align::right, bar().total_words(), Role::label_strong, colours::text);
  }

  Canvas& canvas_;
  const Stack& stack_;
  bool against_limit_, short_notes_ = false;
  double names_ = 0, values_ = 0;
};

}  // namespace

void draw_parts(Canvas& canvas, const Stack& stack, const Box& area) { PartsLayout(canvas, stack).draw(area); }

double parts_height(const Letters& letters, const Stack& stack, double width) {
  Canvas trial(letters);
  const std::size_t parts = stack.bars.front().parts.size();
  const std::size_t rows = PartsLayout(trial, stack).two_columns(width) ? (parts + 1) / 2 : parts + 1;
  return letters.px((stack.limits.empty() ? 46 : 90) + part_rows.usual * static_cast<double>(rows));
}

}  // namespace llmsize::scene

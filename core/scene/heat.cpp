// SPDX-License-Identifier: Apache-2.0
// A value per cell of two axes: the fuller its colour, the larger it is.
#include "core/scene/axes.hpp"
#include "core/scene/bodies.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize::scene {
namespace {

constexpr RowHeights heat_rows{16, 64, 34};
constexpr double palest = 0.06;  ///< of the smallest value: it is not nothing

class HeatLayout {
 public:
  HeatLayout(Canvas& canvas, const Heat& heat) : canvas_(canvas), heat_(heat) {}

  void draw(const Box& area) {
    const double tick = canvas_.height(Role::tick), head = 2 * tick + canvas_.px(6), foot = tick + canvas_.px(14);
    const double row = row_height(canvas_.letters(), area.height - head - foot, heat_.rows.size(), heat_rows);
    const auto fitting =
        std::min(heat_.rows.size(), static_cast<std::size_t>(std::max(1.0, (area.height - head - foot) / row + 1e-6)));
    const double titles = widest(heat_.rows, heat_.down), left = area.left + titles + canvas_.px(10);
    const double width = (area.right() - left) / static_cast<double>(std::max<std::size_t>(1, heat_.columns.size()));
    draw_axes({left, area.top, area.right() - left, tick}, {area.left, area.top + tick, titles, tick}, width);
    has_room_ = widest_value() + canvas_.px(6) <= width && row >= tick;
    for (std::size_t i = 0; i < fitting; ++i) {
      const double top = area.top + head + static_cast<double>(i) * row;
      canvas_.text({area.left, top, titles, row}, Align::right, heat_.rows[i], Role::tick, colours::text2);
      for (std::size_t k = 0; k < heat_.columns.size(); ++k)
        draw_cell(i, k, {left + static_cast<double>(k) * width, top, width - canvas_.px(1.5), row - canvas_.px(1.5)});
    }
    draw_legend(
        {left, area.top + head + static_cast<double>(fitting) * row + canvas_.px(8), area.right() - left, tick});
  }

 private:
  double widest(const std::vector<std::string>& texts, const std::string& title) const {
    double widest = canvas_.width(title, Role::tick);
    for (const std::string& text : texts) widest = std::max(widest, canvas_.width(text, Role::tick));
    return widest;
  }

  double widest_value() const {
    double widest = 0;
    for (const Heat::Cell& cell : heat_.cells) widest = std::max(widest, canvas_.width(cell.shown, Role::tick));
    return widest;
  }

  /// Names of columns that would touch their neighbour are left out.
  void draw_axes(const Box& across, const Box& down, double width) {
    canvas_.text(down, Align::right, heat_.down, Role::tick, colours::text3);
    canvas_.text(across, Align::left, heat_.across, Role::tick, colours::text3);
    double free_from = -1e9;
    for (std::size_t i = 0; i < heat_.columns.size(); ++i) {
      const double words = canvas_.width(heat_.columns[i], Role::tick);
      const double left = across.left + (static_cast<double>(i) + 0.5) * width - words / 2;
      if (left < free_from) continue;
      canvas_.text(
          {left, across.bottom(), words, across.height}, Align::left, heat_.columns[i], Role::tick, colours::text2);
      free_from = left + words + canvas_.px(6);
    }
  }

  void draw_cell(std::size_t row, std::size_t column, const Box& box) {
    const Heat::Cell& cell = heat_.cells[row * heat_.columns.size() + column];
    const double share = Ruler(heat_.scale, 0, 1).share(cell.value);
    const bool empty = cell.impossible || !std::isfinite(share);
    const double shade = palest + (1 - palest) * std::clamp(share, 0.0, 1.0);
    canvas_.fill(box, colours::surface);
    if (empty) {
      canvas_.hatch(box, colours::grid);
      if (cell.impossible) draw_cross(box);
    } else {
      canvas_.veil(box, colour(Hue::gpu), shade);
    }
    constexpr double half = 0.55;
    if (has_room_)
      canvas_.text(
          box, Align::centre, cell.shown, Role::tick,
          cell.impossible         ? colours::text3
          : empty || shade < half ? colours::text
                                  : text_on(colour(Hue::gpu)),
          empty);
    canvas_.sample({.box = box, .row = row, .mark = column, .source = cell.source});
  }

  /// In the corner beside the value, or alone where values have no room.
  void draw_cross(const Box& box) {
    const double r = canvas_.px(3);
    const Point at = has_room_ ? Point{box.right() - 2 * r, box.top + 2 * r} : box.centre();
    canvas_.line(at + Point{-r, -r}, at + Point{r, r}, colours::error, 1.6);
    canvas_.line(at + Point{-r, r}, at + Point{r, -r}, colours::error, 1.6);
  }

  /// From the smallest to the largest value, and what is crossed out.
  void draw_legend(const Box& line) {
    constexpr int steps = 8;
    const auto at = [this](bool largest) {
      const Heat::Cell* found = nullptr;
      for (const Heat::Cell& cell : heat_.cells)
        if (std::isfinite(cell.value) && !cell.impossible &&
            (!found || (largest ? cell.value > found->value : cell.value < found->value)))
          found = &cell;
      return found ? found->shown : std::string{};
    };
    const std::string low = at(false), high = at(true);
    double x = line.left;
    const auto words = [&](const std::string& text, const Colour& colour) {
      const double width = canvas_.width(text, Role::tick);
      canvas_.text({x, line.top, width, line.height}, Align::left, text, Role::tick, colour);
      x += width + canvas_.px(8);
    };
    if (!low.empty()) {
      words(low, colours::text3);
      for (int i = 0; i < steps; ++i, x += canvas_.px(14))
        canvas_.veil(
            {x, line.top + canvas_.px(2), canvas_.px(14), line.height - canvas_.px(4)}, colour(Hue::gpu),
            palest + (1 - palest) * i / (steps - 1));
      x += canvas_.px(8);
      words(high, colours::text3);
    }
    const std::string crossed = "does not fit";
    x += canvas_.px(12);
    if (x + canvas_.px(12) + canvas_.width(crossed, Role::tick) <= line.right() && has_impossible()) {
      const bool had_room = std::exchange(has_room_, false);
      draw_cross({x, line.top, canvas_.px(6), line.height});
      has_room_ = had_room;
      x += canvas_.px(12);
      words(crossed, colours::text3);
    }
  }

  bool has_impossible() const {
    return std::any_of(heat_.cells.begin(), heat_.cells.end(), [](const Heat::Cell& cell) { return cell.impossible; });
  }

  Canvas& canvas_;
  const Heat& heat_;
  bool has_room_ = false;
};

}  // namespace

void lay_out(Canvas& canvas, const Heat& heat, const Box& area, const View&) { HeatLayout(canvas, heat).draw(area); }

double wished_height(const Letters& letters, const Heat& heat, double) {
  return 3 * letters.height(Role::tick) + letters.px(20 + heat_rows.usual * static_cast<double>(heat.rows.size()));
}

Values values_of(const Heat& heat) {
  Values values(heat.rows.size());
  for (std::size_t i = 0; i < heat.cells.size(); ++i) values[i / heat.columns.size()].push_back(heat.cells[i].value);
  return values;
}

std::string words_of(const Heat& heat, std::size_t row, std::size_t mark) {
  const Heat::Cell& cell = heat.cells[row * heat.columns.size() + mark];
  return fmt::format(
      "{} {}, {} {}: {}{}", heat.down, heat.rows[row], heat.across, heat.columns[mark], cell.shown,
      cell.impossible ? ", not possible" : "");
}

}  // namespace llmsize::scene

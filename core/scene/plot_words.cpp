// SPDX-License-Identifier: Apache-2.0
// The words on a plot, the most important first; each takes its room from the later ones.
#include "core/scene/plot.hpp"
#include "core/scene/room.hpp"

#include <algorithm>
#include <array>

namespace llmsize::scene {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char each : text)
    if (each == '\n')
      lines.emplace_back();
    else
      lines.back() += each;
  return lines;
}

class Words {
 public:
  Words(Canvas& canvas, const PlotLayout& geometry)
      : canvas_(canvas),
        geometry_(geometry),
        room_(
            {geometry.frame.left + 1, geometry.frame.top - canvas.px(6), geometry.frame.width + canvas.px(13),
             geometry.frame.height + canvas.px(6) - 1}) {
    for (const auto& line : geometry.lines) add_line(room_, line);
    for (const Plot::Limit& limit : geometry.plot.limits) add_limit(limit);
    for (const Plot::Series& series : geometry.plot.series)
      for (const Plot::Point& point : series.points) add_mark(point);
  }

  bool draw() {
    draw_asides();
    const auto each_point = [&](auto place) {
      for (const Plot::Series& series : geometry_.plot.series)
        for (const Plot::Point& point : series.points)
          if (geometry_.shows(geometry_.at(point))) place(series, point);
    };
    each_point([&](const Plot::Series&, const Plot::Point& point) {
      if (!point.callout.empty()) draw_callout(geometry_.at(point), lines_of(point.callout));
    });
    if (!geometry_.limits_right)
      for (const Aside& limit : limits_of(geometry_)) draw_limit(limit);
    each_point([&](const Plot::Series& series, const Plot::Point& point) {
      if (!point.label.empty()) draw_mark_words(series, point);
    });
    bool all = true;
    if (!geometry_.names_right && !geometry_.keyed)
      for (std::size_t i = 0; i < geometry_.plot.series.size(); ++i) all = draw_name(i) && all;
    return all;
  }

 private:
  static void add_line(Room& room, const std::vector<Point>& line) {
    for (std::size_t i = 1; i < line.size(); ++i)
      if (is_finite(line[i - 1]) && is_finite(line[i])) room.add_line(line[i - 1], line[i]);
  }

  void add_limit(const Plot::Limit& limit) {
    const Box& frame = geometry_.frame;
    const double along = limit.vertical ? geometry_.x.pixel(limit.at) : geometry_.y.pixel(limit.at);
    if (limit.vertical)
      room_.add_line({along, frame.top}, {along, frame.bottom()});
    else
      room_.add_line({frame.left, along}, {frame.right(), along});
  }

  void add_mark(const Plot::Point& point) {
    const Point centre = geometry_.at(point);
    if (point.mark == Plot::Mark::none || !geometry_.shows(centre)) return;
    const double r = canvas_.px(point.mark == Plot::Mark::dot ? 3 : 6);
    if (point.mark == Plot::Mark::dot) {
      room_.add_line(centre - Point{r, 0}, centre + Point{r, 0});
      room_.add_line(centre - Point{0, r}, centre + Point{0, r});
    } else {
      room_.add_box({centre.x - r, centre.y - r, 2 * r, 2 * r});
    }
  }

  void draw_asides() {
    std::vector<Aside> asides;
    if (geometry_.names_right) asides = names_of(geometry_);
    if (geometry_.limits_right) {
      const auto limits = limits_of(geometry_);
      asides.insert(asides.end(), limits.begin(), limits.end());
    }
    const double height = canvas_.height(Role::series), left = geometry_.frame.right() + canvas_.px(8);
    spread(asides, height * 0.95, height, geometry_.frame);
    for (const Aside& aside : asides) {
      const Box box{left, aside.y - height / 2, geometry_.area.right() - left, height};
      canvas_.text(box, Align::left, aside.words, aside.role, aside.colour);
      room_.add_box({left, box.top, canvas_.width(aside.words, aside.role), height});
    }
  }

  /// A box beside its mark; where it finds no room, a smaller one with the first line only.
  void draw_callout(Point mark, const std::vector<std::string>& lines) {
    const auto role = [](std::size_t line) { return line == 0 ? Role::label_strong : Role::label; };
    Size size{0, canvas_.px(12)};
    for (std::size_t i = 0; i < lines.size(); ++i) {
      size.width = std::max(size.width, canvas_.width(lines[i], role(i)) + canvas_.px(20));
      size.height += canvas_.height(role(i));
    }
    std::vector<Box> places;
    for (const double far : {20.0, 32.0, 48.0, 70.0})
      for (const auto& [dx, dy] : std::array<std::pair<double, double>, 8>{
               {{1, -1}, {-1, -1}, {1, 1}, {-1, 1}, {0, -1}, {0, 1}, {1, 0}, {-1, 0}}}) {
        const double d = canvas_.px(far);
        places.push_back(
            {mark.x + dx * d +
                 (dx < 0   ? -size.width
                  : dx > 0 ? 0
                           : -size.width / 2),
             mark.y + dy * d +
                 (dy < 0   ? -size.height
                  : dy > 0 ? 0
                           : -size.height / 2),
             size.width, size.height});
      }
    const auto place = room_.least_covered(places);
    if (!place) {
      if (lines.size() > 1) draw_callout(mark, {lines.front()});
      return;
    }
    const Point near{std::clamp(mark.x, place->left, place->right()), std::clamp(mark.y, place->top, place->bottom())};
    const Point way = (near - mark) * (1 / std::max(1.0, distance(mark, near)));
    canvas_.line(mark + way * canvas_.px(6), near, colours::text2);
    room_.add_line(mark, near);
    canvas_.fill(*place, colours::surface, canvas_.px(4));
    canvas_.frame(*place, colours::border, 1, canvas_.px(4));
    double y = place->top + canvas_.px(6);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const double height = canvas_.height(role(i));
      canvas_.text(
          {place->left + canvas_.px(10), y, size.width, height}, Align::left, lines[i], role(i),
          i ? colours::text2 : colours::text);
      y += height;
    }
    room_.add_box(place->grown(canvas_.px(3), canvas_.px(3)));
  }

  void draw_limit(const Aside& limit) {
    const Size size = canvas_.size(limit.words, limit.role);
    const double gap = canvas_.px(3);
    std::vector<Box> places;
    for (const double share : {0.0, 1.0, 0.25, 0.5, 0.75})
      for (const double top : {limit.y - gap - size.height, limit.y + gap})
        places.push_back(Box::at(
            {geometry_.frame.left + canvas_.px(6) + share * (geometry_.frame.width - size.width - canvas_.px(12)), top},
            size));
    // A limit without its name says nothing: it may cover what lies below.
    constexpr int anything = 1000;
    place_words(places, limit.words, limit.role, limit.colour, anything);
  }

  void draw_mark_words(const Plot::Series& series, const Plot::Point& point) {
    const Point mark = geometry_.at(point);
    const bool cross = point.mark == Plot::Mark::cross;
    const Size size = canvas_.size(point.label, Role::label_strong);
    const double gap = canvas_.px(7), w = size.width, h = size.height;
    std::vector<Box> places;
    for (const double far : {1.0, 1.6, 2.2}) places.push_back(Box::at(mark + Point{-w / 2, -gap * far - h}, size));
    for (const double far : {1.0, 1.8}) {
      const double d = gap * far;
      for (const Point corner :
           {Point{-w / 2, -d - h}, Point{-w - d, -h / 2 - d}, Point{d, -h / 2 + d}, Point{d, -h / 2 - d},
            Point{-w / 2, d}, Point{-w - d, -h / 2 + d}, Point{d, -h / 2}, Point{-w - d, -h / 2}, Point{-w, -d - h},
            Point{0, -d - h}, Point{-w, d}, Point{0, d}})
        places.push_back(Box::at(mark + corner, size));
    }
    const bool quiet =
        point.mark == Plot::Mark::open || point.mark == Plot::Mark::dot || series.stroke == Plot::Stroke::none;
    place_words(
        places, point.label, Role::label_strong,
        cross   ? colours::error
        : quiet ? colours::text2
                : colours::text,
        cross ? 20 : 5);
  }

  /// At the right end, at the left end, or where the line has most room around it.
  bool draw_name(std::size_t index) {
    const Plot::Series& series = geometry_.plot.series[index];
    if (!is_named(series)) return true;
    const Size size = canvas_.size(series.title, Role::series);
    const double gap = canvas_.px(6), w = size.width, h = size.height;
    std::vector<std::pair<double, Box>> places;
    const std::vector<Point> anchors =
        series.stroke == Plot::Stroke::none ? marks_of(series) : along(geometry_.lines[index]);
    const Room others = without(index);
    for (std::size_t i = 0; i < anchors.size(); ++i) {
      const double share = anchors.size() > 1 ? static_cast<double>(i) / static_cast<double>(anchors.size() - 1) : 1;
      const double bonus = share > 0.92 ? 12 : share < 0.08 ? 8 : 0;
      for (const Point corner :
           {Point{-w / 2, -gap - h}, Point{-w / 2, gap}, Point{gap, -h / 2}, Point{-w - gap, -h / 2},
            Point{gap, -gap - h}, Point{gap, gap}, Point{-w - gap, -gap - h}, Point{-w - gap, gap}}) {
        const Box box = Box::at(anchors[i] + corner, size);
        const double around = canvas_.px(18), near = gap * 2.2;
        if (!room_.free(box) || others.covers(box.grown(near, near)) > 0) continue;
        places.emplace_back(bonus - others.covers(box.grown(around, around)), box);
      }
    }
    const auto best = std::max_element(
        places.begin(), places.end(), [](const auto& one, const auto& other) { return one.first < other.first; });
    if (best != places.end()) place_words({best->second}, series.title, Role::series, ink(series.hue), 0);
    return best != places.end();
  }

  /// The lines of all other series.
  Room without(std::size_t index) const {
    Room others(geometry_.frame);
    for (std::size_t i = 0; i < geometry_.lines.size(); ++i)
      if (i != index) add_line(others, geometry_.lines[i]);
    return others;
  }

  std::vector<Point> marks_of(const Plot::Series& series) const {
    std::vector<Point> result;
    for (const Plot::Point& point : series.points)
      if (const Point at = geometry_.at(point); geometry_.shows(at) && point.mark != Plot::Mark::none)
        result.push_back(at);
    return result;
  }

  /// Points every few pixels of a line, left to right, inside the frame.
  std::vector<Point> along(const std::vector<Point>& line) const {
    std::vector<Point> result;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (!is_finite(line[i])) continue;
      const bool joined = i > 0 && is_finite(line[i - 1]);
      const Point from = joined ? line[i - 1] : line[i];
      const int steps = std::clamp(static_cast<int>(distance(from, line[i]) / canvas_.px(14)), 1, 60);
      for (int k = 1; k <= steps; ++k) {
        const Point here = from + (line[i] - from) * (static_cast<double>(k) / steps);
        if (geometry_.shows(here) && (result.empty() || distance(result.back(), here) > canvas_.px(8)))
          result.push_back(here);
      }
    }
    return result;
  }

  void place_words(
      const std::vector<Box>& places, const std::string& words, Role role, const Colour& colour, int cover) {
    auto place = room_.first_free(places);
    if (!place && cover > 0) {
      place = room_.least_covered(places);
      if (place && room_.covers(*place) > cover) place.reset();
    }
    if (!place) return;
    canvas_.text(*place, Align::left, words, role, colour, true);
    room_.add_box(place->grown(canvas_.px(3), 0));
  }

  Canvas& canvas_;
  const PlotLayout& geometry_;
  Room room_;
};

}  // namespace

bool draw_words(Canvas& canvas, const PlotLayout& geometry) { return Words(canvas, geometry).draw(); }

}  // namespace llmsize::scene

// SPDX-License-Identifier: Apache-2.0
// Tiers of networks from the highest down: words on the left, some of the equal parts and their links on the right.
#include "core/scene/bodies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize::scene {
namespace {

constexpr double tier_height = 32, links_height = 42, across_height = 30, title_height = 24, fabric_gap = 28,
                 two_columns = 760, slot = 30, box_height = 15, most_drawn = 10;

/// All that has a number, in the order of marks: each tier and the links above it, then links across.
struct NetworkMark {
  std::string title, note;
  double count;
  Source source;
};

std::vector<NetworkMark> marks_of(const Networks::Fabric& fabric) {
  std::vector<NetworkMark> marks;
  const auto add = [&](const auto& part) { marks.push_back({part.title, part.note, part.count, part.source}); };
  for (std::size_t i = 0; i < fabric.tiers.size(); ++i) {
    add(fabric.tiers[i]);
    if (i < fabric.links.size()) add(fabric.links[i]);
  }
  for (const Networks::Links& links : fabric.across) add(links);
  return marks;
}

double fabric_height(const Networks::Fabric& fabric) {
  return title_height + tier_height * static_cast<double>(fabric.tiers.size()) +
         links_height * static_cast<double>(fabric.links.size()) +
         across_height * static_cast<double>(fabric.across.size());
}

/// The parts of a tier that are drawn, and where; one place stands for those that are left out.
struct Drawn {
  std::vector<Box> boxes;
  std::size_t gap;  ///< the place that is left out; none: the number of boxes
};

class NetworkLayout {
 public:
  NetworkLayout(Canvas& canvas, const Networks::Fabric& fabric, std::size_t row)
      : canvas_(canvas), fabric_(fabric), row_(row), marks_(marks_of(fabric)) {}

  void draw(const Box& area) {
    canvas_.text(
        {area.left, area.top, area.width, canvas_.px(title_height)}, Align::left,
        fabric_.note.empty() ? fabric_.title : fabric_.title + ", " + fabric_.note, Role::label_strong, colours::text);
    double words = 0;
    for (const NetworkMark& mark : marks_)
      words = std::max({words, canvas_.width(mark.title, Role::label_strong), canvas_.width(mark.note, Role::tick)});
    words = std::min(words + canvas_.px(18), 0.6 * area.width);
    double top = area.top + canvas_.px(title_height);
    for (std::size_t i = 0; i < fabric_.across.size(); ++i, top += canvas_.px(across_height))
      say({area.left, top, words, canvas_.px(across_height)}, 2 * fabric_.tiers.size() - 1 + i, false);
    const Box drawing{area.left + words, top, area.width - words, area.bottom() - top};
    Drawn above;
    for (std::size_t i = fabric_.tiers.size(); i-- > 0;) {
      const Box tier{area.left, top, words, canvas_.px(tier_height)};
      const Drawn here = drawn(fabric_.tiers[i].count, {drawing.left, top, drawing.width, tier.height});
      if (i < fabric_.links.size()) join(here, above, i);
      if (i + 1 == fabric_.tiers.size() && !fabric_.across.empty()) join_across(here);
      place(here, fabric_.tiers[i], 2 * i);
      say(tier, 2 * i, true);
      if (i > 0) say({area.left, tier.bottom(), words, canvas_.px(links_height)}, 2 * i - 1, false);
      above = here;
      top += canvas_.px(tier_height + links_height);
    }
  }

 private:
  /// Title and note of a mark, one below the other.
  void say(const Box& box, std::size_t mark, bool strong) {
    const NetworkMark& part = marks_[mark];
    const Role role = strong ? Role::label_strong : Role::label;
    const double title = canvas_.height(role), note = part.note.empty() ? 0 : canvas_.height(Role::tick);
    const double top = box.centre().y - (title + note) / 2;
    canvas_.text(
        {box.left, top, box.width - canvas_.px(10), title}, Align::left, part.title, role,
        strong ? colours::text : colours::text2);
    canvas_.text(
        {box.left, top + title, box.width - canvas_.px(10), note}, Align::left, part.note, Role::tick, colours::text2);
    canvas_.sample(
        {.box = {box.left, top, box.width - canvas_.px(10), title + note},
         .row = row_,
         .mark = mark,
         .source = part.source});
  }

  Drawn drawn(double count, const Box& room) const {
    const double most = std::max(3.0, std::floor(room.width / canvas_.px(slot)));
    const double places = std::max(1.0, std::min({count, most, most_drawn}));
    const double width = std::min(room.width / places, canvas_.px(1.6 * slot));
    const double left = room.centre().x - width * places / 2;
    Drawn parts{{}, static_cast<std::size_t>(places)};
    if (count > places) parts.gap = static_cast<std::size_t>(places / 2);
    for (double i = 0; i < places; ++i)
      parts.boxes.push_back(
          {left + i * width + width * 0.12, room.centre().y - canvas_.px(box_height) / 2, width * 0.76,
           canvas_.px(box_height)});
    return parts;
  }

  /// Every part with every one of its group above; what is in groups of several is drawn so.
  void join(const Drawn& lower, const Drawn& upper, std::size_t tier) {
    const double groups = fabric_.links[tier].groups;
    const auto most_groups = [&](const Drawn& drawn, std::size_t of) {
      const auto places = static_cast<double>(drawn.boxes.size());
      return fabric_.tiers[of].count >= 2 * groups ? std::floor(places / 2) : places;
    };
    const double most = std::max(1.0, std::min({groups, most_groups(lower, tier), most_groups(upper, tier + 1)}));
    const auto group = [&](std::size_t place, const Drawn& drawn) {
      return std::floor(static_cast<double>(place) * most / static_cast<double>(drawn.boxes.size()));
    };
    for (std::size_t i = 0; i < lower.boxes.size(); ++i)
      for (std::size_t j = 0; j < upper.boxes.size(); ++j) {
        if (i == lower.gap || j == upper.gap || group(i, lower) != group(j, upper)) continue;
        const Box &from = lower.boxes[i], &to = upper.boxes[j];
        canvas_.line({from.centre().x, from.top}, {to.centre().x, to.bottom()}, colours::control, 0.7);
      }
  }

  void join_across(const Drawn& parts) {
    if (parts.boxes.size() < 2) return;
    const double y = parts.boxes.front().top - canvas_.px(9);
    canvas_.line({parts.boxes.front().centre().x, y}, {parts.boxes.back().centre().x, y}, colours::control, 1.4);
    for (std::size_t i = 0; i < parts.boxes.size(); ++i)
      if (i != parts.gap)
        canvas_.line(
            {parts.boxes[i].centre().x, y}, {parts.boxes[i].centre().x, parts.boxes[i].top}, colours::control, 1.4);
  }

  void place(const Drawn& parts, const Networks::Tier& tier, std::size_t mark) {
    for (std::size_t i = 0; i < parts.boxes.size(); ++i)
      if (i == parts.gap)
        canvas_.text(parts.boxes[i], Align::centre, "…", Role::label_strong, colours::text2);
      else
        canvas_.part(parts.boxes[i], tier.hue, tier.fill);
    const Box &first = parts.boxes.front(), &last = parts.boxes.back();
    canvas_.sample(
        {.box = {first.left, first.top, last.right() - first.left, first.height},
         .row = row_,
         .mark = mark,
         .source = tier.source});
  }

  Canvas& canvas_;
  const Networks::Fabric& fabric_;
  std::size_t row_;
  std::vector<NetworkMark> marks_;
};

bool stand_side_by_side(const Letters& letters, const Networks& networks, double width) {
  return networks.fabrics.size() == 2 && width >= letters.px(two_columns);
}

}  // namespace

void lay_out(Canvas& canvas, const Networks& networks, const Box& area, const View&) {
  const bool two = stand_side_by_side(canvas.letters(), networks, area.width);
  const double gap = canvas.px(fabric_gap), width = two ? (area.width - gap) / 2 : area.width;
  Box box{area.left, area.top, width, area.height};
  for (std::size_t i = 0; i < networks.fabrics.size(); ++i) {
    NetworkLayout(canvas, networks.fabrics[i], i).draw(box);
    if (two)
      box.left += width + gap;
    else
      box.top += canvas.px(fabric_height(networks.fabrics[i])) + gap;
  }
}

double wished_height(const Letters& letters, const Networks& networks, double width) {
  double sum = 0, most = 0;
  for (const Networks::Fabric& fabric : networks.fabrics) {
    const double height = letters.px(fabric_height(fabric));
    most = std::max(most, height);
    sum += height + (sum > 0 ? letters.px(fabric_gap) : 0);
  }
  return letters.px(8) + (stand_side_by_side(letters, networks, width) ? most : sum);
}

Values values_of(const Networks& networks) {
  Values values;
  for (const Networks::Fabric& fabric : networks.fabrics)
    for (values.emplace_back(); const NetworkMark& mark : marks_of(fabric)) values.back().push_back(mark.count);
  return values;
}

std::string words_of(const Networks& networks, std::size_t row, std::size_t mark) {
  const Networks::Fabric& fabric = networks.fabrics[row];
  const NetworkMark part = marks_of(fabric)[mark];
  return fmt::format("{}: {}{}{}", fabric.title, part.title, part.note.empty() ? "" : ", ", part.note);
}

}  // namespace llmsize::scene

// SPDX-License-Identifier: Apache-2.0
// Racks from the front. Few are explained by words beside them, many by a legend.
#include "core/scene/bodies.hpp"
#include "core/scene/stacking.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize::scene {
namespace {

constexpr double usual_rack = 78, least_rack = 22, rack_gap = 14, usual_unit = 5.4, line = 15, most_wider = 42;

/// Where an item is in its rack.
struct Mount {
  Box box;
  double each;  ///< height of one
};

/// Each kind of item once.
std::vector<Stack::Part> kinds_of(const Elevation& elevation) {
  std::vector<Stack::Part> kinds;
  for (const Elevation::Rack& rack : elevation.racks)
    for (const Elevation::Item& item : rack.items)
      if (std::none_of(kinds.begin(), kinds.end(), [&](const Stack::Part& kind) { return kind.title == item.title; }))
        kinds.push_back({item.title, item.count, item.hue, item.fill});
  return kinds;
}

std::string words_of(const Elevation::Limit& limit) {
  return fmt::format("{} {}{}", limit.title, limit.shown, limit.holds ? "" : ", above the limit");
}

std::string caption_of(const Elevation::Rack& rack) {
  return rack.racks > 1 ? fmt::format("{} × {:.0f}", rack.title, rack.racks) : rack.title;
}

/// Height of a rack in rack units: more than the usual one where its contents are higher.
double units_of(const Elevation& elevation, const Elevation::Rack& rack) {
  double units = 0;
  for (const Elevation::Item& item : rack.items)
    if (!std::isnan(item.units)) units += item.count * item.units;
  return std::max(elevation.height, units);
}

double most_units(const Elevation& elevation) {
  double most = elevation.height;
  for (const Elevation::Rack& rack : elevation.racks) most = std::max(most, units_of(elevation, rack));
  return most;
}

class ElevationLayout {
 public:
  ElevationLayout(const Letters& letters, const Elevation& elevation, double width)
      : letters_(letters), elevation_(elevation), width_(width) {
    double all = 0;
    for (const Elevation::Rack& rack : elevation.racks) {
      double words = 0;
      for (const Elevation::Item& item : rack.items) words = std::max(words, letters.width(item.shown, Role::tick));
      words_.push_back(std::max(letters.px(usual_rack + 12) + words, caption_width(rack)) + letters.px(rack_gap + 12));
      all += words_.back();
    }
    beside_ = all <= width;
    if (beside_ && !words_.empty())
      wider_ = std::min(letters.px(most_wider), (width - all) / static_cast<double>(2 * words_.size()));
  }

  double height() const {
    return letters_.px(usual_unit) * most_units(elevation_) + letters_.px(9) + captions() + foot();
  }

  void draw(Canvas& canvas, const Box& area) const {
    const double top = area.top + letters_.px(9), room = area.bottom() - foot() - captions() - top;
    const double unit = std::min(room / most_units(elevation_), letters_.px(1.6 * usual_unit));
    const double bottom = top + unit * most_units(elevation_);
    double left = area.left + letters_.px(1);
    for (std::size_t i = 0; i < elevation_.racks.size(); ++i) {
      const double cell = cell_width(i);
      const double width = beside_ ? letters_.px(usual_rack) + wider_ : cell - letters_.px(rack_gap);
      const double height = unit * units_of(elevation_, elevation_.racks[i]);
      draw_rack(canvas, i, {left, bottom - height, width, height}, cell - letters_.px(rack_gap));
      left += cell;
    }
    Box below{area.left, bottom + captions(), area.width, foot()};
    if (!beside_) below.top += lay_legend(letters_, &canvas, kinds_of(elevation_), below);
    lay_limits(&canvas, below);
  }

 private:
  double caption_width(const Elevation::Rack& rack) const {
    return std::max(
        letters_.width(caption_of(rack), Role::label_strong), letters_.width(power_words(rack), Role::tick));
  }
  static std::string power_words(const Elevation::Rack& rack) {
    return rack.racks > 1 && !std::isnan(rack.power) ? rack.shown + " each" : rack.shown;
  }
  double captions() const { return letters_.height(Role::label_strong) + letters_.height(Role::tick) + letters_.px(8); }
  double foot() const {
    const Box area{0, 0, width_, 0};
    return (beside_ ? 0 : lay_legend(letters_, nullptr, kinds_of(elevation_), area)) + lay_limits(nullptr, area);
  }
  double cell_width(std::size_t rack) const {
    if (beside_) return words_[rack] + 2 * wider_;
    const double most = letters_.px(usual_rack + rack_gap);
    return std::max(letters_.px(least_rack), std::min(most, width_ / static_cast<double>(words_.size())));
  }

  void draw_rack(Canvas& canvas, std::size_t index, const Box& box, double cell) const {
    const Elevation::Rack& rack = elevation_.racks[index];
    if (rack.racks > 1)
      for (const double behind : {6.0, 3.0}) {
        const Box other{box.left + canvas.px(behind), box.top - canvas.px(behind), box.width, box.height};
        canvas.fill(other, colours::surface);
        canvas.frame(other, colours::control);
      }
    canvas.fill(box, colours::surface);
    const std::vector<Mount> mounts = mounts_of(rack, box.grown(-canvas.px(3), -canvas.px(2)));
    for (std::size_t i = 0; i < mounts.size(); ++i) {
      draw_item(canvas, rack.items[i], mounts[i]);
      canvas.sample({.box = mounts[i].box, .row = index, .mark = i, .source = rack.items[i].source});
    }
    canvas.frame(box, colours::control, 1.4);
    if (beside_) draw_words(canvas, rack, mounts, box, cell);
    const double name = canvas.height(Role::label_strong), power = canvas.height(Role::tick);
    const Box caption{box.left, box.bottom() + canvas.px(5), cell, name + power};
    canvas.text(
        {caption.left, caption.top, cell, name}, Align::left, caption_of(rack), Role::label_strong, colours::text);
    canvas.text(
        {caption.left, caption.top + name, cell, power}, Align::left, power_words(rack), Role::tick, colours::text2);
    canvas.sample({.box = caption, .row = index, .mark = rack.items.size(), .source = rack.source});
  }

  std::vector<Mount> mounts_of(const Elevation::Rack& rack, const Box& inside) const {
    const double units = units_of(elevation_, rack), share = units / std::max(1.0, most_unknown());
    std::vector<Mount> mounts;
    mounts.reserve(rack.items.size());
    double top = inside.top, bottom = inside.bottom();
    for (const Elevation::Item& item : rack.items) {
      const double each = (std::isnan(item.units) ? share : item.units) * inside.height / units;
      const double height = each * item.count;
      if (!item.hangs) bottom -= height;
      mounts.push_back({{inside.left, item.hangs ? top : bottom, inside.width, height}, each});
      if (item.hangs) top += height;
    }
    return mounts;
  }

  /// How many things of unknown height a rack holds at most.
  double most_unknown() const {
    double most = 0;
    for (const Elevation::Rack& rack : elevation_.racks) {
      double count = 0;
      for (const Elevation::Item& item : rack.items) count += std::isnan(item.units) ? item.count : 0;
      most = std::max(most, count);
    }
    return most;
  }

  void draw_item(Canvas& canvas, const Elevation::Item& item, const Mount& mount) const {
    const bool apart = mount.each >= canvas.px(3);
    const double gap = apart ? std::min(canvas.px(1.2), mount.each / 4) : 0, count = apart ? item.count : 1;
    const double each = mount.box.height / count;
    for (double i = 0; i < count; ++i) {
      const Box box{mount.box.left, mount.box.top + i * each + gap / 2, mount.box.width, each - gap};
      canvas.part(box, item.hue, item.fill);
      const Size size = canvas.size(item.title, Role::tick);
      const bool fits = size.width + canvas.px(6) <= box.width && size.height <= box.height;
      if (!beside_ && fits && item.fill == Fill::solid)
        canvas.text(box, Align::centre, item.title, Role::tick, text_on(colour(item.hue)));
    }
  }

  /// Right of the rack, each at the middle of what it names, as far as they do not touch.
  void draw_words(
      Canvas& canvas, const Elevation::Rack& rack, const std::vector<Mount>& mounts, const Box& box,
      double cell) const {
    std::vector<std::size_t> order(mounts.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return mounts[a].box.centre().y < mounts[b].box.centre().y;
    });
    const double height = canvas.px(line);
    std::vector<double> tops(order.size());
    double next = box.top - canvas.px(4);
    for (std::size_t i = 0; i < order.size(); ++i)
      next = (tops[i] = std::max(next, mounts[order[i]].box.centre().y - height / 2)) + height;
    double most = box.bottom();
    for (std::size_t i = order.size(); i-- > 0;) most = tops[i] = std::min(tops[i], most - height);
    const double behind = rack.racks > 1 ? canvas.px(6) : 0, from = box.right() + behind, to = from + canvas.px(8);
    for (std::size_t i = 0; i < order.size(); ++i) {
      const double y = tops[i] + height / 2;
      canvas.line({box.right(), mounts[order[i]].box.centre().y}, {to, y}, colours::control);
      canvas.text(
          {to + canvas.px(3), tops[i], box.left + cell + canvas.px(8) - to, height}, Align::left,
          rack.items[order[i]].shown, Role::tick, colours::text);
    }
  }

  /// Limits beside each other, in lines as wide as the area. Returns their height.
  double lay_limits(Canvas* canvas, const Box& area) const {
    const double height = letters_.px(18);
    double x = area.left, y = area.top + letters_.px(4);
    for (std::size_t i = 0; i < elevation_.limits.size(); ++i) {
      const Elevation::Limit& limit = elevation_.limits[i];
      const std::string words = words_of(limit);
      const double width = letters_.width(words, Role::label);
      if (x > area.left && x + width > area.left + area.width) {
        x = area.left;
        y += height;
      }
      if (canvas) {
        const Box box{x, y, std::min(width, area.width), height};
        canvas->text(box, Align::left, words, Role::label, limit.holds ? colours::text2 : ink(Hue::limit));
        canvas->sample({.box = box, .row = elevation_.racks.size(), .mark = i, .source = limit.source});
      }
      x += width + letters_.px(22);
    }
    return elevation_.limits.empty() ? 0 : y + height - area.top;
  }

  const Letters& letters_;
  const Elevation& elevation_;
  double width_;
  std::vector<double> words_;  ///< width of each rack with words beside it
  double wider_ = 0;           ///< than usual where there is room: a rack and what is right of it
  bool beside_ = false;
};

}  // namespace

void lay_out(Canvas& canvas, const Elevation& elevation, const Box& area, const View&) {
  ElevationLayout(canvas.letters(), elevation, area.width).draw(canvas, area);
}

double wished_height(const Letters& letters, const Elevation& elevation, double width) {
  return ElevationLayout(letters, elevation, width).height();
}

/// Racks by their power; what they hold has no order.
Values values_of(const Elevation& elevation) {
  Values values;
  for (const Elevation::Rack& rack : elevation.racks) {
    values.emplace_back(rack.items.size(), std::nan(""));
    values.back().push_back(rack.power);
  }
  return values;
}

std::string words_of(const Elevation& elevation, std::size_t row, std::size_t mark) {
  if (row == elevation.racks.size()) return words_of(elevation.limits[mark]);
  const Elevation::Rack& rack = elevation.racks[row];
  const std::string of = rack.racks > 1 ? ", in each" : "";
  if (mark < rack.items.size()) return fmt::format("{}{}: {}", rack.title, of, rack.items[mark].shown);
  return fmt::format("{}{}: {}", rack.title, of, rack.shown);
}

}  // namespace llmsize::scene

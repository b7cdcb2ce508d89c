// SPDX-License-Identifier: Apache-2.0
// Writes the elements. Nothing refers to anything by an id, so that pictures can stand beside each other in one page.
#include "core/pictures/ink.hpp"

#include "core/files/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize::pictures {
namespace {

constexpr double halo_width = 3.5;
/// From the middle of a line of letters to their base line, in sizes of the font: half a capital.
constexpr double base_line = 0.35;

std::string path(const std::vector<Point>& points) {
  std::string text;
  for (const Point& at : points) text += fmt::format("{}{},{}", text.empty() ? "" : " ", length(at.x), length(at.y));
  return text;
}

}  // namespace

std::string length(double pixels) {
  std::string text = fmt::format("{:.2f}", pixels);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char each : cleaned(text)) switch (each) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      default: result += each;
    }
  return result;
}

void Ink::text(const Box& box, Align align, const std::string& text, Role role, const Colour& colour, bool halo) {
  const std::string shown = letters_.elided(text, role, box.width);
  if (shown.empty()) return;
  const auto [size, bold] = font(role);
  const double x = align == Align::left ? box.left : align == Align::centre ? box.centre().x : box.right();
  const char* anchor = align == Align::left     ? ""
                       : align == Align::centre ? " text-anchor=\"middle\""
                                                : " text-anchor=\"end\"";
  const auto write = [&](const std::string& look) {
    svg_ += fmt::format(
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{}{}{}>{}</text>\n", length(x),
        length(box.centre().y + base_line * px(size)), length(px(size)), bold ? " font-weight=\"bold\"" : "", anchor,
        look, escaped(shown));
  };
  if (halo)
    write(fmt::format(
        " aria-hidden=\"true\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"",
        css(colours::surface), length(px(halo_width))));
  write(fmt::format(" fill=\"{}\"", css(colour)));
}

void Ink::rect(const Box& box, const std::string& look) {
  svg_ += fmt::format(
      "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}/>\n", length(box.left), length(box.top),
      length(std::max(0.0, box.width)), length(std::max(0.0, box.height)), look);
}

void Ink::fill(const Box& box, const Colour& colour, double radius) {
  rect(box, fmt::format("{} fill=\"{}\"", radius > 0 ? fmt::format(" rx=\"{}\"", length(radius)) : "", css(colour)));
}

void Ink::frame(const Box& box, const Colour& colour, double width, double radius) {
  rect(
      box, fmt::format(
               "{} fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"",
               radius > 0 ? fmt::format(" rx=\"{}\"", length(radius)) : "", css(colour), length(px(width))));
}

void Ink::veil(const Box& box, const Colour& colour, double opacity) {
  rect(box, fmt::format(" fill=\"{}\" fill-opacity=\"{}\"", css(colour), opacity));
}

void Ink::part(const Box& box, Hue hue, Fill fill) {
  const Colour full = colour(hue);
  if (fill == Fill::solid) return this->fill(box, full);
  this->fill(box, tint(hue));
  if (fill == Fill::hatch) hatch(box, full);
  const double half = px(0.5);
  if (box.width > 2 * half && box.height > 2 * half) frame(box.grown(-half, -half), full);
}

void Ink::hatch(const Box& box, const Colour& colour) {
  std::string strokes;
  // Lines x + y = sum, cut at the box.
  const double from = box.left + box.top, to = box.right() + box.bottom();
  for (double sum = from + px(3.5); sum < to; sum += px(6)) {
    const double low = std::max(box.left, sum - box.bottom()), high = std::min(box.right(), sum - box.top);
    if (high > low)
      strokes += fmt::format("M{} {}L{} {}", length(low), length(sum - low), length(high), length(sum - high));
  }
  if (!strokes.empty())
    svg_ += fmt::format(
        "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"/>\n", strokes, css(colour), length(px(1.2)));
}

void Ink::line(Point from, Point to, const Colour& colour, double width, const char* dashes) {
  svg_ += fmt::format(
      "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"{}\"{}/>\n", length(from.x),
      length(from.y), length(to.x), length(to.y), css(colour), length(px(width)),
      dashes ? fmt::format(" stroke-dasharray=\"{}\"", dashes) : "");
}

void Ink::dashed(Point from, Point to, const Colour& colour) {
  line(from, to, colour, 1.5, fmt::format("{},{}", length(px(6)), length(px(4.5))).c_str());
}

void Ink::polyline(
    const std::vector<Point>& points, const Colour& colour, double width, const std::vector<double>& dashes) {
  if (points.size() < 2) return;
  std::string pattern;
  for (const double each : dashes) pattern += (pattern.empty() ? "" : ",") + length(px(each * width));
  svg_ += fmt::format(
      "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"{}/>\n",
      path(points), css(colour), length(px(width)),
      pattern.empty() ? "" : fmt::format(" stroke-dasharray=\"{}\"", pattern));
}

void Ink::area(const std::vector<Point>& points, const Colour& colour) {
  if (points.size() < 3) return;
  svg_ += fmt::format(
      "<polygon points=\"{}\" fill=\"{}\" fill-opacity=\"{}\"/>\n", path(points), css(colour), band_opacity(theme_));
}

void Ink::mark(Point at, double radius, Hue hue, const Mark& look) {
  std::string style = look.fill ? fmt::format(" fill=\"{}\"", css(*look.fill)) : std::string(" fill=\"none\"");
  if (look.outline) style += fmt::format(" stroke=\"{}\" stroke-width=\"{}\"", css(*look.outline), length(px(1.8)));
  if (look.opacity < 1) style += fmt::format(" opacity=\"{}\"", look.opacity);
  const double r = radius;
  const auto polygon = [&](std::vector<Point> corners) {
    for (Point& corner : corners) corner = at + corner * r;
    svg_ += fmt::format("<polygon points=\"{}\"{}/>\n", path(corners), style);
  };
  switch (hue) {
    case Hue::cpu: polygon({{-0.9, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.9, 0.9}}); break;
    case Hue::nvme:
    case Hue::network: polygon({{0, -1.1}, {1.1, 0.9}, {-1.1, 0.9}}); break;
    case Hue::shared: polygon({{0, -1.2}, {1.2, 0}, {0, 1.2}, {-1.2, 0}}); break;
    default:
      svg_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>\n", length(at.x), length(at.y), length(r), style);
  }
}

}  // namespace llmsize::pictures

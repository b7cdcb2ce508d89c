// SPDX-License-Identifier: Apache-2.0
#include "core/scene/svg.hpp"

#include "core/files/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize::scene {
namespace {

constexpr double halo_width = 3.5;
/// From the middle of a line of letters to their base line, in sizes of the font: half a capital.
constexpr double base_line = 0.35;

std::string path(const std::vector<Point>& points) {
  std::string text;
  for (const Point& at : points) text += fmt::format("{}{},{}", text.empty() ? "" : " ", length(at.x), length(at.y));
  return text;
}

std::string dashes_of(const std::vector<double>& dashes) {
  std::string pattern;
  for (const double each : dashes) pattern += (pattern.empty() ? "" : ",") + length(each);
  return pattern.empty() ? pattern : fmt::format(" stroke-dasharray=\"{}\"", pattern);
}

class Writer {
 public:
  Writer(const Scene& scene, PictureTheme theme) : scale_(scene.scale), theme_(theme) {
    for (const auto& item : scene.items) std::visit(*this, item);
  }

  std::string taken() { return std::move(svg_); }

  void operator()(const TextRun& run) {
    if (run.halo)
      write(
          run, fmt::format(
                   " aria-hidden=\"true\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"",
                   css(colours::surface), length(scale_ * halo_width)));
    write(run, fmt::format(" fill=\"{}\"", css(run.colour)));
  }

  void operator()(const Line& line) {
    svg_ += fmt::format(
        "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"{}\"{}/>\n", length(line.from.x),
        length(line.from.y), length(line.to.x), length(line.to.y), css(line.colour), length(line.width),
        dashes_of(line.dashes));
  }

  void operator()(const Polyline& line) {
    svg_ += fmt::format(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"{}/>\n",
        path(line.points), css(line.colour), length(line.width), dashes_of(line.dashes));
  }

  void operator()(const Area& area) {
    svg_ += fmt::format(
        "<polygon points=\"{}\" fill=\"{}\" fill-opacity=\"{}\"/>\n", path(area.points), css(area.colour),
        band_opacity(theme_));
  }

  void operator()(const Block& block) {
    const std::string colour = css(block.colour);
    const std::string round = block.radius > 0 ? fmt::format(" rx=\"{}\"", length(block.radius)) : "";
    switch (block.cover) {
      case Block::Cover::fill: return rect(block.box, fmt::format("{} fill=\"{}\"", round, colour));
      case Block::Cover::veil:
        return rect(block.box, fmt::format(" fill=\"{}\" fill-opacity=\"{}\"", colour, block.opacity));
      case Block::Cover::frame:
        return rect(
            block.box,
            fmt::format("{} fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"", round, colour, length(block.width)));
      case Block::Cover::hatch: return hatch(block);
    }
  }

  void operator()(const Mark& mark) {
    std::string style = mark.fill ? fmt::format(" fill=\"{}\"", css(*mark.fill)) : std::string(" fill=\"none\"");
    if (mark.outline)
      style += fmt::format(" stroke=\"{}\" stroke-width=\"{}\"", css(*mark.outline), length(mark.width));
    if (mark.opacity < 1) style += fmt::format(" opacity=\"{}\"", mark.opacity);
    if (const std::vector<Point> corners = corners_of(mark); !corners.empty())
      svg_ += fmt::format("<polygon points=\"{}\"{}/>\n", path(corners), style);
    else
      svg_ += fmt::format(
          "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>\n", length(mark.at.x), length(mark.at.y), length(mark.radius),
          style);
  }

 private:
  std::string css(const Colour& colour) const { return scene::css(colour, theme_); }

  void write(const TextRun& run, const std::string& look) {
    const auto [size, bold] = font(run.role);
    const double x = run.align == Align::left     ? run.box.left
                     : run.align == Align::centre ? run.box.centre().x
                                                  : run.box.right();
    const char* anchor = run.align == Align::left     ? ""
                         : run.align == Align::centre ? " text-anchor=\"middle\""
                                                      : " text-anchor=\"end\"";
    svg_ += fmt::format(
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{}{}{}>{}</text>\n", length(x),
        length(run.box.centre().y + base_line * (scale_ * size)), length(scale_ * size),
        bold ? " font-weight=\"bold\"" : "", anchor, look, escaped(run.text));
  }

  void rect(const Box& box, const std::string& look) {
    svg_ += fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}/>\n", length(box.left), length(box.top),
        length(std::max(0.0, box.width)), length(std::max(0.0, box.height)), look);
  }

  void hatch(const Block& block) {
    std::string strokes;
    for (const auto& [from, to] : strokes_of(block, scale_))
      strokes += fmt::format("M{} {}L{} {}", length(from.x), length(from.y), length(to.x), length(to.y));
    if (!strokes.empty())
      svg_ += fmt::format(
          "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"/>\n", strokes, css(block.colour),
          length(block.width));
  }

  double scale_;
  PictureTheme theme_;
  std::string svg_;
};

}  // namespace

std::string as_elements(const Scene& scene, PictureTheme theme) { return Writer(scene, theme).taken(); }

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

}  // namespace llmsize::scene

// SPDX-License-Identifier: Apache-2.0
// Title, subtitle, body and footer on the ground of the theme.
#include "core/pictures/svg.hpp"

#include "core/pictures/bodies.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

using namespace pictures;

constexpr double side = 16, above = 12, below = 10;

struct Head {
  std::vector<std::string> title, subtitle;
  double height = 0;
};

Head head_of(const Ink& ink, const Chart& chart, const PictureLook& look, double width) {
  constexpr std::size_t most_lines = 3;
  Head head;
  if (!look.titles) return head;
  head.title = ink.letters().wrapped(chart.title, Role::title, width, most_lines);
  head.subtitle = ink.letters().wrapped(chart.subtitle, Role::label, width, most_lines);
  head.height = static_cast<double>(head.title.size()) * ink.height(Role::title) +
                static_cast<double>(head.subtitle.size()) * ink.height(Role::label) + ink.px(12);
  return head;
}

void paint_head(Ink& ink, const Head& head, const Box& inside) {
  double top = inside.top;
  const auto paint = [&](const std::vector<std::string>& lines, Role role, const Colour& colour) {
    for (const std::string& line : lines) {
      ink.text({inside.left, top, inside.width, ink.height(role)}, Align::left, line, role, colour);
      top += ink.height(role);
    }
  };
  paint(head.title, Role::title, colours::text);
  top += ink.px(2);
  paint(head.subtitle, Role::label, colours::text3);
}

std::vector<std::string> footer_of(const Ink& ink, const PictureLook& look, double width) {
  constexpr std::size_t most_lines = 2;
  return ink.letters().wrapped(look.footer, Role::tick, width, most_lines);
}

double footer_height(const Ink& ink, const std::vector<std::string>& lines) {
  return lines.empty() ? 0 : static_cast<double>(lines.size()) * ink.height(Role::tick) + ink.px(8);
}

/// Room for what is drawn: without titles it reaches to the edges, as whoever embeds it keeps distance himself.
Box inside_of(const Ink& ink, const PictureLook& look) {
  const double x = look.titles ? ink.px(side) : ink.px(2), top = look.titles ? ink.px(above) : ink.px(2),
               bottom = look.titles ? ink.px(below) : ink.px(2);
  return {x, top, std::max(1.0, look.width - 2 * x), std::max(1.0, look.height - top - bottom)};
}

}  // namespace

std::string as_svg(const Chart& chart, const PictureLook& look) {
  Ink ink(look.theme, look.letters);
  ink.fill({0, 0, look.width, look.height}, colours::surface);
  Box inside = inside_of(ink, look);
  const Head head = head_of(ink, chart, look, inside.width);
  paint_head(ink, head, inside);
  inside.top += head.height;
  const std::vector<std::string> footer = footer_of(ink, look, inside.width);
  inside.height -= head.height + footer_height(ink, footer);
  for (std::size_t i = 0; i < footer.size(); ++i)
    ink.text(
        {inside.left, inside.bottom() + ink.px(8) + static_cast<double>(i) * ink.height(Role::tick), inside.width,
         ink.height(Role::tick)},
        Align::left, footer[i], Role::tick, colours::text3);
  if (!chart.empty.empty())
    ink.text(inside, Align::centre, chart.empty, Role::label, colours::text2);
  else if (inside.width > 8 && inside.height > 8)
    std::visit([&](const auto& body) { paint(ink, body, inside); }, chart.body);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" role=\"img\" width=\"{0}\" height=\"{1}\" "
      "viewBox=\"0 0 {0} {1}\" font-family=\"{2}\">\n<title>{3}</title>\n<desc>{4}</desc>\n{5}</svg>\n",
      length(look.width), length(look.height), font_family, escaped(chart.title), escaped(chart.subtitle), ink.taken());
}

double wished_height(const Chart& chart, const PictureLook& look) {
  const Ink ink(look.theme, look.letters);
  const Box inside = inside_of(ink, look);
  const double body =
      chart.empty.empty()
          ? std::visit([&](const auto& each) { return pictures::wished_height(ink, each, inside.width); }, chart.body)
          : 4 * ink.height(Role::label);
  return std::ceil(
      look.height - inside.height + head_of(ink, chart, look, inside.width).height + body +
      footer_height(ink, footer_of(ink, look, inside.width)));
}

}  // namespace llmsize

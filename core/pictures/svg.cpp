// SPDX-License-Identifier: Apache-2.0
// Title, subtitle, body and footer on the ground of the theme.
#include "core/pictures/svg.hpp"

#include "core/pictures/bodies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

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

/// A chart without ground and head of the document, from the corner of what it is painted into.
std::string painted(const Chart& chart, const PictureLook& look) {
  Ink ink(look.theme, look.letters);
  Box inside = inside_of(ink, look);
  const Head head = head_of(ink, chart, look, inside.width);
  paint_head(ink, head, inside);
  const std::vector<std::string> footer = footer_of(ink, look, inside.width);
  inside.top += head.height;
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
  return ink.taken();
}

std::string document(
    const std::string& title, const std::string& about, const PictureLook& look, const std::string& content) {
  Ink ground(look.theme, look.letters);
  ground.fill({0, 0, look.width, look.height}, colours::surface);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" role=\"img\" width=\"{0}\" height=\"{1}\" "
      "viewBox=\"0 0 {0} {1}\" font-family=\"{2}\">\n<title>{3}</title>\n<desc>{4}</desc>\n{5}{6}</svg>\n",
      length(look.width), length(look.height), font_family, escaped(title), escaped(about), ground.taken(), content);
}

/// How many charts stand beside each other: so that each is about as wide as screens are.
std::size_t columns_of(std::size_t charts, const PictureLook& look) {
  constexpr double wanted = 1.7;
  if (look.columns > 0) return std::min(look.columns, charts);
  std::size_t best = 1;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t columns = 1; columns <= charts; ++columns) {
    const auto across = static_cast<double>(columns), down = std::ceil(static_cast<double>(charts) / across);
    const double off = std::abs(std::log(look.width / across / (look.height / down) / wanted)) +
                       0.2 * (across * down - static_cast<double>(charts));
    if (off < least) best = columns, least = off;
  }
  return best;
}

/// The look of each of several charts, and where it stands.
struct Panel {
  PictureLook look;
  Point corner;
};

std::vector<Panel> panels_of(std::size_t charts, const PictureLook& look) {
  const Ink ink(look.theme, look.letters);
  const double foot = look.footer.empty() ? 0 : ink.height(Role::tick) + ink.px(below);
  const std::size_t columns = columns_of(charts, look), rows = (charts + columns - 1) / columns;
  PictureLook each = look;
  each.footer.clear();
  each.width = look.width / static_cast<double>(columns);
  each.height = (look.height - foot) / static_cast<double>(rows);
  std::vector<Panel> panels;
  for (std::size_t i = 0; i < charts; ++i) {
    const std::size_t column = i % columns, row = i / columns;
    panels.push_back({each, {static_cast<double>(column) * each.width, static_cast<double>(row) * each.height}});
  }
  return panels;
}

}  // namespace

std::string as_svg(const Chart& chart, const PictureLook& look) {
  return document(chart.title, chart.subtitle, look, painted(chart, look));
}

std::string as_svg(const std::vector<Chart>& charts, const PictureLook& look) {
  if (charts.size() == 1) return as_svg(charts.front(), look);
  const std::vector<Panel> panels = panels_of(charts.size(), look);
  std::string content, titles;
  for (std::size_t i = 0; i < charts.size(); ++i) {
    content += fmt::format(
        "<g transform=\"translate({} {})\">\n{}</g>\n", length(panels[i].corner.x), length(panels[i].corner.y),
        painted(charts[i], panels[i].look));
    titles += (titles.empty() ? "" : ". ") + charts[i].title;
  }
  if (!look.footer.empty()) {
    Ink ink(look.theme, look.letters);
    const double height = ink.height(Role::tick), x = ink.px(side);
    ink.text(
        {x, look.height - height - ink.px(below), look.width - 2 * x, height}, Align::left, look.footer, Role::tick,
        colours::text3);
    content += ink.taken();
  }
  return document(titles, fmt::format("{} charts", charts.size()), look, content);
}

PictureLook with_fitting_letters(const std::vector<Chart>& charts, PictureLook look) {
  constexpr double usual_width = 800, usual_height = 450, least = 0.6, step = 0.95;
  const std::vector<Panel> panels = panels_of(charts.size(), look);
  look.letters = std::min(panels.front().look.width / usual_width, panels.front().look.height / usual_height);
  look.letters = std::max(look.letters, least);
  const auto fits = [&] {
    const std::vector<Panel> now = panels_of(charts.size(), look);
    return std::all_of(charts.begin(), charts.end(), [&](const Chart& chart) {
      const PictureLook& own = charts.size() == 1 ? look : now.front().look;
      return wished_height(chart, own) <= own.height;
    });
  };
  while (look.letters * step >= least && !fits()) look.letters *= step;
  return look;
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

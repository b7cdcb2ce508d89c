// SPDX-License-Identifier: Apache-2.0
// Title, subtitle, body and footer on the ground of the theme.
#include "core/scene/picture.hpp"

#include "core/scene/canvas.hpp"
#include "core/scene/pango_letters.hpp"
#include "core/scene/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace llmsize {
namespace {

using namespace scene;

constexpr double side = 16, above = 12, below = 10;

struct Head {
  std::vector<std::string> title, subtitle;
  double height = 0;
};

Head head_of(const Letters& letters, const Chart& chart, const PictureLook& look, double width) {
  constexpr std::size_t most_lines = 3;
  Head head;
  if (!look.titles) return head;
  head.title = letters.wrapped(chart.title, Role::title, width, most_lines);
  head.subtitle = letters.wrapped(chart.subtitle, Role::label, width, most_lines);
  head.height = static_cast<double>(head.title.size()) * letters.height(Role::title) +
                static_cast<double>(head.subtitle.size()) * letters.height(Role::label) + letters.px(12);
  return head;
}

void draw_head(Canvas& canvas, const Head& head, const Box& inside) {
  double top = inside.top;
  const auto draw = [&](const std::vector<std::string>& lines, Role role, const Colour& colour) {
    for (const std::string& line : lines) {
      canvas.text({inside.left, top, inside.width, canvas.height(role)}, Align::left, line, role, colour);
      top += canvas.height(role);
    }
  };
  draw(head.title, Role::title, colours::text);
  top += canvas.px(2);
  draw(head.subtitle, Role::label, colours::text3);
}

std::vector<std::string> footer_of(const Letters& letters, const PictureLook& look, double width) {
  constexpr std::size_t most_lines = 2;
  return letters.wrapped(look.footer, Role::tick, width, most_lines);
}

double footer_height(const Letters& letters, const std::vector<std::string>& lines) {
  return lines.empty() ? 0 : static_cast<double>(lines.size()) * letters.height(Role::tick) + letters.px(8);
}

/// Room for what is drawn: without titles it reaches to the edges, as whoever embeds it keeps distance himself.
Box inside_of(const Letters& letters, const PictureLook& look) {
  const double x = look.titles ? letters.px(side) : letters.px(2),
               top = look.titles ? letters.px(above) : letters.px(2),
               bottom = look.titles ? letters.px(below) : letters.px(2);
  return {x, top, std::max(1.0, look.width - 2 * x), std::max(1.0, look.height - top - bottom)};
}

/// A chart without ground and head of the document, from the corner of what it is painted into.
std::string painted(const Chart& chart, const PictureLook& look) {
  const PangoLetters letters(look.letters);
  Canvas around(letters);
  Box inside = inside_of(letters, look);
  const Head head = head_of(letters, chart, look, inside.width);
  draw_head(around, head, inside);
  const std::vector<std::string> footer = footer_of(letters, look, inside.width);
  const double line = letters.height(Role::tick);
  inside.top += head.height;
  inside.height -= head.height + footer_height(letters, footer);
  for (std::size_t i = 0; i < footer.size(); ++i)
    around.text(
        {inside.left, inside.bottom() + letters.px(8) + static_cast<double>(i) * line, inside.width, line}, Align::left,
        footer[i], Role::tick, colours::text3);
  return as_elements(around.scene(), look.theme) + as_elements(laid_out(chart, inside, letters), look.theme);
}

std::string document(
    const std::string& title, const std::string& about, const PictureLook& look, const std::string& content) {
  const Scene ground{.items = {Block{.box = {0, 0, look.width, look.height}, .colour = colours::surface}}};
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" role=\"img\" width=\"{0}\" height=\"{1}\" "
      "viewBox=\"0 0 {0} {1}\" font-family=\"{2}\">\n<title>{3}</title>\n<desc>{4}</desc>\n{5}{6}</svg>\n",
      length(look.width), length(look.height), font_family, escaped(title), escaped(about),
      as_elements(ground, look.theme), content);
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
  const PangoLetters letters(look.letters);
  const double foot = look.footer.empty() ? 0 : letters.height(Role::tick) + letters.px(below);
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
    const PangoLetters letters(look.letters);
    Canvas canvas(letters);
    const double height = canvas.height(Role::tick), x = canvas.px(side);
    canvas.text(
        {x, look.height - height - canvas.px(below), look.width - 2 * x, height}, Align::left, look.footer, Role::tick,
        colours::text3);
    content += as_elements(canvas.scene(), look.theme);
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
  const PangoLetters letters(look.letters);
  const Box inside = inside_of(letters, look);
  return std::ceil(
      look.height - inside.height + head_of(letters, chart, look, inside.width).height +
      scene::wished_height(chart, inside.width, letters) +
      footer_height(letters, footer_of(letters, look, inside.width)));
}

}  // namespace llmsize

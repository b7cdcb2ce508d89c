// SPDX-License-Identifier: Apache-2.0
// Pictures of charts: every kind of body is painted, words neither touch nor leave the picture, and files are what
// their endings say.
#include "core/scene/pango_letters.hpp"
#include "core/scene/picture.hpp"
#include "core/scene/render.hpp"
#include "tests/unit/subjects.hpp"

#include <pugixml.hpp>

using namespace llmsize;
using namespace llmsize::test;
using scene::Box;
using scene::PangoLetters;
using scene::Role;

namespace {

struct Words {
  std::string text;
  Box box;
};

pugi::xml_document parsed(const std::string& svg) {
  pugi::xml_document document;
  const pugi::xml_parse_result result = document.load_buffer(svg.data(), svg.size());
  INFO(result.description());
  REQUIRE(result);
  return document;
}

/// Every text of a picture at letters of usual size, where it stands.
std::vector<Words> words_of(const std::string& svg) {
  std::vector<Words> all;
  const PangoLetters letters(1);
  const pugi::xml_document document = parsed(svg);
  for (const pugi::xml_node& text : document.child("svg").children("text")) {
    if (text.attribute("aria-hidden")) continue;
    const double size = text.attribute("font-size").as_double();
    const bool bold = text.attribute("font-weight");
    const Role role = size == 15 ? Role::title : size == 11 ? Role::tick : bold ? Role::label_strong : Role::label;
    const std::string anchor = text.attribute("text-anchor").value();
    const double width = letters.width(text.child_value(), role), x = text.attribute("x").as_double();
    // From the top of capitals to the base line: what must not be covered.
    const double height = 0.7 * size;
    all.push_back(
        {text.child_value(),
         {anchor == "end"      ? x - width
          : anchor == "middle" ? x - width / 2
                               : x,
          text.attribute("y").as_double() - height, width, height}});
  }
  return all;
}

void check_legible(const Chart& chart, const PictureLook& look) {
  INFO(chart.id << " " << look.width << "x" << look.height);
  const std::vector<Words> words = words_of(as_svg(chart, look));
  const Box picture = Box{0, 0, look.width, look.height}.grown(0.5, 0.5);
  for (std::size_t i = 0; i < words.size(); ++i) {
    INFO(words[i].text);
    CHECK(picture.contains(words[i].box));
    for (std::size_t k = 0; k < i; ++k) {
      INFO(words[k].text);
      CHECK_FALSE(words[i].box.intersects(words[k].box));
    }
  }
}

Chart plot_of(std::vector<Plot::Point> points) {
  Plot plot{
      .x = {.title = "nodes", .low = 0, .high = 10},
      .y = {.title = "time", .unit = Unit::seconds, .low = 0, .high = 100},
      .series = {{.title = "a & b <c>", .stroke = Plot::Stroke::solid, .points = std::move(points)}}};
  return {.id = "made.up", .title = "Less < more & \"all\"", .subtitle = "Made up", .body = plot};
}

}  // namespace

TEST_CASE("Words of pictures neither touch each other nor leave the picture", "[pictures][pages]") {
  for (const PageKind& kind : page_kinds())
    for (const Chart& chart : page_of(kind.id, {planned(), planned()}, built_in()).charts)
      for (const double width : {480.0, 720.0, 1100.0}) {
        PictureLook look{.width = width, .footer = "llmsize"};
        look.height = std::max(0.5 * width, wished_height(chart, look));
        check_legible(chart, look);
      }
}

TEST_CASE("A picture stands alone and says what it shows", "[pictures]") {
  const std::string svg = as_svg(plot_of({{.x = 1, .y = 10}, {.x = 9, .y = 90}}));
  const pugi::xml_document document = parsed(svg);
  const pugi::xml_node root = document.child("svg");
  CHECK(root.attribute("role").value() == std::string("img"));
  CHECK(root.child_value("title") == std::string("Less < more & \"all\""));
  CHECK(root.child_value("desc") == std::string("Made up"));
  CHECK(svg.find("id=") == std::string::npos);
  CHECK(svg.find("href") == std::string::npos);
  CHECK(svg.find("a &amp; b &lt;c&gt;") != std::string::npos);
}

TEST_CASE("A page can switch the colours of its pictures", "[pictures]") {
  const Chart chart = plot_of({{.x = 1, .y = 10}, {.x = 9, .y = 90}});
  CHECK(as_svg(chart, {.theme = PictureTheme::light}).find("#0072b2") != std::string::npos);
  CHECK(as_svg(chart, {.theme = PictureTheme::dark}).find("#4fa8e0") != std::string::npos);
  const std::string page = as_svg(chart, {.theme = PictureTheme::page});
  for (std::size_t at = page.find("var(--"); at != std::string::npos; at = page.find("var(--", at + 1)) {
    const std::string name = page.substr(at + 4, page.find(',', at) - at - 4);
    for (const PictureTheme theme : {PictureTheme::light, PictureTheme::dark})
      CHECK(theme_variables(theme).find(name + ':') != std::string::npos);
  }
}

TEST_CASE("Lines end at the frame, and values that an axis does not have interrupt them", "[pictures]") {
  const std::string svg = as_svg(
      plot_of(
          {{.x = 1, .y = 10}, {.x = 2, .y = 1000}, {.x = 3, .y = 20}, {.x = 4, .y = std::nan("")}, {.x = 5, .y = 5}}),
      {.width = 400, .height = 300});
  int pieces = 0;
  const pugi::xml_document document = parsed(svg);
  for (const pugi::xml_node& line : document.child("svg").children("polyline")) {
    ++pieces;
    std::istringstream points(line.attribute("points").value());
    for (std::string point; points >> point;) {
      const double y = std::stod(point.substr(point.find(',') + 1));
      CHECK(y >= 0);
      CHECK(y <= 300);
    }
  }
  CHECK(pieces == 2);
}

TEST_CASE("Pictures become pixels and pages", "[pictures]") {
  const std::string svg = as_svg(plot_of({{.x = 1, .y = 10}, {.x = 9, .y = 90}}), {.width = 400, .height = 300});
  const std::string png = as_png(svg, 2);
  CHECK(png.substr(0, 4) == "\x89PNG");
  CHECK(png.substr(16, 8) == std::string("\0\0\x03\x20\0\0\x02\x58", 8));
  const std::string pdf = as_pdf({svg, svg}, "Two charts");
  CHECK(pdf.substr(0, 5) == "%PDF-");
  CHECK(pdf.find("/Count 2") != std::string::npos);
  CHECK_THROWS_AS(as_png("no picture"), BadInput);
  CHECK_THROWS_AS(as_pdf({"<svg xmlns=\"http://www.w3.org/2000/svg\"/>"}), BadInput);
}

TEST_CASE("Long words are broken, never cut in their middle", "[pictures]") {
  const PangoLetters letters(1);
  const auto lines = letters.wrapped("one two three four five six seven", Role::label, 80, 9);
  CHECK(lines.size() > 1);
  std::string joined;
  for (const std::string& line : lines) {
    CHECK(letters.width(line, Role::label) <= 80.5);
    joined += (joined.empty() ? "" : " ") + line;
  }
  CHECK(joined == "one two three four five six seven");
  CHECK(letters.elided("ä–ö–ü", Role::label, 25).ends_with("…"));
  CHECK(letters.elided("short", Role::label, 80) == "short");
}

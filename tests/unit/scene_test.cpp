// SPDX-License-Identifier: Apache-2.0
// Scenes: what of a chart can be pointed at, what is said of it, and what is in view.
#include "core/scene/columns.hpp"
#include "core/scene/pango_letters.hpp"
#include "core/scene/readings.hpp"
#include "tests/unit/subjects.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

using namespace llmsize;
using namespace llmsize::test;
using namespace llmsize::scene;

namespace {

const Box area{0, 0, 600, 300};

Chart line_of(std::vector<Plot::Point> points) {
  Plot plot{
      .x = {.title = "nodes", .low = 1, .high = 100},
      .y = {.title = "time", .unit = Unit::seconds, .low = 0, .high = 100},
      .series = {{.title = "measured", .points = std::move(points)}}};
  plot.x.logarithmic = true;
  return {.id = "made.up", .title = "Made up", .subtitle = "", .body = plot};
}

Chart table_of(std::size_t rows) {
  Grid grid{.header = {"layout", "time"}, .rows = {}};
  for (std::size_t i = 0; i < rows; ++i)
    grid.rows.push_back({.cells = {{std::to_string(i)}, {"1 s", true, {"training.step_time", {}}}}});
  return {.id = "made.up", .title = "Made up", .subtitle = "", .body = grid};
}

std::vector<std::string> texts_of(const Scene& scene) {
  std::vector<std::string> texts;
  for (const auto& item : scene.items)
    if (const auto* run = std::get_if<TextRun>(&item)) texts.push_back(run->text);
  return texts;
}

}  // namespace

TEST_CASE("What can be pointed at lies in its chart and has words", "[scene][pages]") {
  const PangoLetters letters(1);
  for (const PageKind& kind : page_kinds())
    for (const Chart& chart : page_of(kind.id, {planned(), planned()}, built_in()).charts) {
      INFO(chart.id);
      const Box whole{0, 0, 700, std::max(360.0, scene::wished_height(chart, 700, letters))};
      const Scene scene = laid_out(chart, whole, letters);
      if (!chart.empty.empty()) continue;
      CHECK_FALSE(scene.samples.empty());
      CHECK(extremes(chart).empty() == std::holds_alternative<Grid>(chart.body));
      for (const Sample& sample : scene.samples) {
        CHECK(whole.grown(6, 6).contains(sample.box));
        CHECK_FALSE(words_of(chart, sample).empty());
      }
    }
}

TEST_CASE("A zoomed plot shows the points between the ends of its axes", "[scene]") {
  const PangoLetters letters(1);
  const Chart chart = line_of({{.x = 2, .y = 10}, {.x = 20, .y = 50}, {.x = 50, .y = 90}});
  const Scene scene = laid_out(chart, area, letters, {.window = {.left = 0.5, .right = 1}});
  REQUIRE(scene.samples.size() == 2);
  CHECK(words_of(chart, scene.samples.front()) == "measured, nodes 20: 50.0 s");
  // Half of a logarithmic axis from 1 to 100.
  CHECK(scene.axes->x.scale().low == Approx(10));
  CHECK(scene.axes->x.value(scene.axes->x.pixel(20)) == Approx(20));
}

TEST_CASE("A cursor reads lines between their points along the lengths of the axes", "[scene]") {
  const PangoLetters letters(1);
  const Chart chart = line_of({{.x = 1, .y = 0}, {.x = 100, .y = 100}});
  const Scene scene = laid_out(chart, area, letters);
  const auto readings = readings_at(std::get<Plot>(chart.body), *scene.axes, scene.axes->frame.centre());
  REQUIRE(readings);
  CHECK(readings->x == Approx(10).epsilon(0.01));
  REQUIRE(readings->values.size() == 1);
  CHECK(readings->values.front().value == "50.0 s");
  CHECK_FALSE(readings_at(std::get<Plot>(chart.body), *scene.axes, {-1, -1}));
}

TEST_CASE("A table is scrolled to its last row, or says how many are left out", "[scene]") {
  const PangoLetters letters(1);
  const Chart chart = table_of(40);
  const Scene top = laid_out(chart, area, letters, {.scrolled = 0});
  REQUIRE(top.scrolled);
  CHECK(top.scrolled->range > 0);
  const Scene end = laid_out(chart, area, letters, {.scrolled = top.scrolled->range});
  const auto is_shown = [](const Scene& scene, const std::string& text) {
    const auto texts = texts_of(scene);
    return std::find(texts.begin(), texts.end(), text) != texts.end();
  };
  CHECK(is_shown(top, "0"));
  CHECK_FALSE(is_shown(top, "39"));
  CHECK(is_shown(end, "39"));
  CHECK_FALSE(is_shown(end, "0"));
  // Keys reach rows that are out of view.
  CHECK(top.samples.size() == 40);
  const auto printed = texts_of(laid_out(chart, area, letters));
  CHECK(printed.back().starts_with("and "));
}

TEST_CASE("Columns get their width where it makes the most lines whole", "[scene]") {
  // Ten texts of two words of 40 and one of four: a row's worth of letters in each.
  const auto lines = [](std::size_t column, double width) -> std::size_t {
    const auto of = [width](std::size_t words) {
      const auto fit = std::max<std::size_t>(1, static_cast<std::size_t>(width / 40));
      return (words + fit - 1) / fit;
    };
    return column == 0 ? 10 * of(2) : of(4);
  };
  const std::vector<double> least{40, 40}, natural{80, 160};
  const auto close = [](double width) { return Approx(width).margin(1); };
  const auto at = [&](double room) { return few_lines(least, natural, room, lines); };
  CHECK(at(80) == least);
  CHECK(at(120)[0] == close(80));
  CHECK(at(120)[1] == close(40));
  CHECK(at(160)[1] == close(80));
  CHECK(at(300) == natural);
  CHECK(at(10) == least);
  for (double room = 80; room <= 260; room += 7) {
    const auto widths = at(room);
    CHECK(widths[0] + widths[1] <= Approx(std::min(room, 240.0)));
    CHECK(widths[0] >= 40);
    CHECK(widths[1] >= 40);
  }
}

TEST_CASE("A line is not broken before a dot between parts", "[scene]") {
  const PangoLetters letters(1);
  for (double width = 40; width < 160; width += 5)
    for (const std::string& line : letters.wrapped("TP 2 · PP 14 · DP 14", Role::label, width, 4))
      CHECK_FALSE(line.starts_with("·"));
  CHECK(end_of_word("TP · PP", 0) == std::string("TP ·").size());
  CHECK(end_of_word("TP", 0) == 2);
}

TEST_CASE("The extremes of a chart are told with its first number", "[scene]") {
  const Chart chart = line_of({{.x = 2, .y = 10}, {.x = 20, .y = std::nan("")}, {.x = 50, .y = 90}});
  CHECK(
      extremes(chart) ==
      "Smallest: measured, nodes 2: 10.0 s. Largest: measured, nodes 50: 90.0 s. First: measured, nodes 2: 10.0 s.");
  CHECK(extremes(table_of(2)).empty());
}

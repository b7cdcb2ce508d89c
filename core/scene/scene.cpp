// SPDX-License-Identifier: Apache-2.0
// From a chart to its kind of body.
#include "core/scene/scene.hpp"

#include "core/scene/bodies.hpp"

#include <fmt/format.h>

#include <limits>

namespace llmsize::scene {

Scene laid_out(const Chart& chart, const Box& area, const Letters& letters, const View& view) {
  constexpr double too_small = 8;
  Canvas canvas(letters);
  if (!chart.empty.empty())
    canvas.text(area, Align::centre, chart.empty, Role::label, colours::text2);
  else if (area.width > too_small && area.height > too_small)
    std::visit([&](const auto& body) { lay_out(canvas, body, area, view); }, chart.body);
  return std::move(canvas.scene());
}

double wished_height(const Chart& chart, double width, const Letters& letters) {
  constexpr double empty_lines = 4;
  if (!chart.empty.empty()) return empty_lines * letters.height(Role::label);
  return std::visit([&](const auto& body) { return wished_height(letters, body, width); }, chart.body);
}

std::string words_of(const Chart& chart, const Sample& sample) {
  return std::visit([&](const auto& body) { return words_of(body, sample.row, sample.mark); }, chart.body);
}

std::string extremes(const Chart& chart) {
  struct Place {
    std::size_t row, mark;
    double value;
  };
  std::optional<Place> first, smallest, largest;
  const Values values = std::visit([](const auto& body) { return values_of(body); }, chart.body);
  for (std::size_t row = 0; row < values.size(); ++row)
    for (std::size_t mark = 0; mark < values[row].size(); ++mark) {
      const Place here{row, mark, values[row][mark]};
      if (std::isnan(here.value)) continue;
      if (!first) first = here;
      if (!smallest || here.value < smallest->value) smallest = here;
      if (!largest || here.value > largest->value) largest = here;
    }
  if (!first) return {};
  const auto words = [&](const Place& place) {
    return std::visit([&](const auto& body) { return words_of(body, place.row, place.mark); }, chart.body);
  };
  return fmt::format("Smallest: {}. Largest: {}. First: {}.", words(*smallest), words(*largest), words(*first));
}

}  // namespace llmsize::scene

// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/page_subjects.hpp"

#include "core/answer/explanation.hpp"
#include "core/scenario/study.hpp"
#include "core/view/around.hpp"
#include "core/view/words.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace llmsize::test {
namespace {

/// The numbers of a chart, whatever its shape.
struct Collect {
  std::vector<ShownNumber> numbers{};

  void operator()(const Plot& plot) {
    for (const Plot::Series& series : plot.series)
      for (const Plot::Point& point : series.points) numbers.push_back({point.y, point.source});
  }
  void operator()(const Stack& stack) {
    for (const Stack::Bar& bar : stack.bars)
      for (const Stack::Part& part : bar.parts) numbers.push_back({part.value, part.source});
  }
  void operator()(const Bars& bars) {
    for (const Bars::Row& row : bars.rows) numbers.push_back({row.to, row.source});
  }
  void operator()(const Dots& dots) {
    for (const Dots::Row& row : dots.rows)
      for (const Dots::Dot& dot : row.dots)
        if (!is_absent(dot.value)) numbers.push_back({dot.value, dot.source});
  }
  void operator()(const Heat& heat) {
    for (const Heat::Cell& cell : heat.cells)
      if (!is_absent(cell.value)) numbers.push_back({cell.value, cell.source});
  }
  void operator()(const Timeline& line) {
    for (const Timeline::Row& row : line.rows)
      for (const Timeline::Span& span : row.spans)
        if (!span.source.name.empty()) numbers.push_back({span.to - span.from, span.source});
  }
  void operator()(const Elevation& elevation) {
    for (const Elevation::Rack& rack : elevation.racks)
      if (rack.source.name == "power.rack") numbers.push_back({rack.power, rack.source});
  }
  void operator()(const Networks& networks) {
    const auto add = [this](const auto& part) {
      if (!part.source.name.empty()) numbers.push_back({part.count, part.source});
    };
    for (const Networks::Fabric& fabric : networks.fabrics) {
      for (const Networks::Tier& tier : fabric.tiers) add(tier);
      for (const Networks::Links& links : fabric.links) add(links);
      for (const Networks::Links& links : fabric.across) add(links);
    }
  }
  void operator()(const Grid& grid) {
    for (const Grid::Row& row : grid.rows)
      for (const Grid::Cell& cell : row.cells)
        if (cell.value) numbers.push_back({*cell.value, cell.source});
  }
};

}  // namespace

const Said gpt3_in_30_days{
    {"model", "gpt3-175b"}, {"cluster.system", "dgx-h100"}, {"workload.tokens", "300B"}, {"goal.deadline", "30d"}};

const Subject& worked_example() {
  static const Subject subject = planned("GPT-3", scenario_of(gpt3_in_30_days), built_in());
  return subject;
}

const Subject& with_storage() {
  static const Subject subject =
      planned("GPT-3 on DDN", scenario_of(gpt3_in_30_days + Said{{"storage.id", "ddn-ai400x2"}}), built_in());
  return subject;
}

Subject unplanned(std::string name, const Scenario& scenario) {
  Subject subject = as_said(std::move(name), scenario);
  subject.chosen = Open{.pending = is_open(scenario) && layout_is_open(scenario)};
  return subject;
}

Subject preset(const std::string& id) {
  return unplanned(id, read_study(built_in().text("scenarios", id), id).scenarios().front());
}

const Subject& gpt3_on_dgx() {
  static const Subject subject = unplanned("GPT-3 on 128 DGX H100", scenario_of(gpt3_on_128_dgx));
  return subject;
}

const std::vector<Subject>& subjects() {
  static const std::vector<Subject> all = [] {
    std::vector<Subject> found{worked_example(), with_storage(), gpt3_on_dgx()};
    for (const std::string_view id : built_in().ids("scenarios")) found.push_back(preset(std::string(id)));
    for (const auto& [name, said] : typical_cases()) found.push_back(unplanned(name, scenario_of(said)));
    return found;
  }();
  return all;
}

std::vector<ShownNumber> numbers_of(const Chart& chart) {
  Collect collect;
  std::visit(collect, chart.body);
  return collect.numbers;
}

double explained(const Scenario& base, const Source& source) {
  return explain(complete(changed(base, source.changes), built_in()), source.name).value;
}

const Figure& figure_named(const Page& page, std::string_view label) {
  const auto found =
      std::find_if(page.figures.begin(), page.figures.end(), [&](const Figure& each) { return each.label == label; });
  if (found == page.figures.end()) throw std::out_of_range("no figure " + std::string(label));
  return *found;
}

void check_figure(const Page& page, const Subject& subject, std::string_view label, std::string_view id) {
  CAPTURE(label, id);
  const Figure& figure = figure_named(page, label);
  const double value = result(complete(subject.scenario, built_in()), id);
  CHECK(figure.source.name == id);
  CHECK(figure.value == value_and_unit(value, row_of(id).about->unit).first);
  CHECK(same(explained(subject.scenario, figure.source), value));
  CHECK(same(figure.number.value_or(absent), value));
}

}  // namespace llmsize::test

// SPDX-License-Identifier: Apache-2.0
// The pages of the desktop app: their numbers are the registry's, and every one of them can be explained.
#include "tests/unit/subjects.hpp"

#include "core/answer/explanation.hpp"
#include "core/quantity/parse.hpp"
#include "core/view/around.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>
#include <set>

namespace llmsize::test {
namespace {

/// A number that is drawn and where it comes from.
struct Drawn {
  double value;
  Source source;
};

template <class Rows, class Add>
void sample(const Rows& rows, Add add) {
  constexpr std::size_t most = 5;
  const std::size_t step = std::max<std::size_t>(1, rows.size() / most);
  for (std::size_t i = 0; i < rows.size(); i += step) add(rows[i]);
}

/// Some numbers of a chart, from every series and row.
std::vector<Drawn> drawn(const Chart& chart) {
  std::vector<Drawn> all;
  const auto add = [&](double value, const Source& source) {
    if (!source.name.empty()) all.push_back({value, source});
  };
  if (const auto* plot = std::get_if<Plot>(&chart.body))
    for (const auto& series : plot->series)
      sample(series.points, [&](const auto& point) { add(point.y, point.source); });
  if (const auto* stack = std::get_if<Stack>(&chart.body))
    for (const auto& bar : stack->bars)
      for (const auto& part : bar.parts) add(part.value, part.source);
  if (const auto* bars = std::get_if<Bars>(&chart.body))
    for (const auto& row : bars->rows) add(row.to, row.source);
  if (const auto* dots = std::get_if<Dots>(&chart.body))
    for (const auto& row : dots->rows)
      for (const auto& dot : row.dots) add(dot.value, dot.source);
  if (const auto* heat = std::get_if<Heat>(&chart.body))
    for (const auto& cell : heat->cells) add(cell.value, cell.source);
  if (const auto* line = std::get_if<Timeline>(&chart.body))
    for (const auto& row : line->rows)
      for (const auto& span : row.spans) add(span.to - span.from, span.source);
  if (const auto* elevation = std::get_if<Elevation>(&chart.body))
    for (const auto& rack : elevation->racks)
      if (rack.source.name == "power.rack") add(rack.power, rack.source);
  if (const auto* networks = std::get_if<Networks>(&chart.body))
    for (const auto& fabric : networks->fabrics) {
      for (const auto& tier : fabric.tiers) add(tier.count, tier.source);
      for (const auto& links : fabric.links) add(links.count, links.source);
    }
  if (const auto* grid = std::get_if<Grid>(&chart.body))
    for (const auto& row : grid->rows)
      for (const auto& cell : row.cells) add(cell.value.value_or(absent), cell.source);
  return all;
}

/// Charts that draw what is left of a result, or its change.
const std::set<std::string> derived_charts{"checkpoint.lost", "size.doubling", "size.movers"};

double explained(const Scenario& scenario, const Source& source) {
  return explain(complete(changed(scenario, source.changes), built_in()), source.name).value;
}

/// A text of a number reads as the number, to its last digit: "43.7 GB" as bytes. Texts with words of their own say
/// nothing here.
void check_reads_as(const std::string& text, double number, NumberId id) {
  const std::optional<double> read = parse(text, unit_of(id));
  if (!read) return;
  std::string digits = text.substr(0, text.find_first_not_of("0123456789.,"));
  digits.erase(0, digits.find_first_not_of("0.,"));
  const auto shown = std::count_if(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
  INFO(id.text() << ": " << text << " is " << number);
  CHECK(std::abs(*read - number) <= 0.51 * std::pow(10, 1 - shown) * std::max(std::abs(*read), std::abs(number)));
}

bool is_numeral(const std::string& text) { return text.find_first_not_of("0123456789.,−–") == std::string::npos; }

/// A figure carries the number that its source explains, and shows it.
void check_figure(const Scenario& scenario, const Figure& figure) {
  if (figure.source.name.empty()) return;
  INFO(figure.label << " " << figure.source.name);
  const double value = explained(scenario, figure.source);
  CHECK((figure.number || !figure.known || !is_numeral(figure.value)));
  if (!figure.number) return;
  CHECK(value == Approx(*figure.number).epsilon(1e-9));
  check_reads_as(
      figure.unit.empty() ? figure.value : figure.value + " " + figure.unit, value,
      NumberId::find(figure.source.name).value());
}

/// Cells of tables that carry a number show it.
void check_cells(const Chart& chart) {
  const auto* grid = std::get_if<Grid>(&chart.body);
  if (!grid) return;
  for (const Grid::Row& row : grid->rows)
    for (const Grid::Cell& cell : row.cells)
      if (cell.value) check_reads_as(cell.text, *cell.value, NumberId::find(cell.source.name).value());
}

double sum(const Stack::Bar& bar) {
  return std::accumulate(
      bar.parts.begin(), bar.parts.end(), 0.0, [](double total, const auto& part) { return total + part.value; });
}

TEST_CASE("Every page of the worked example has figures, a verdict and charts with their own ids", "[pages]") {
  for (const PageKind& kind : page_kinds()) {
    const Page page = page_of(kind.id, {planned(), planned_with({{"accelerator.peak", "1.5PFLOP/s"}})}, built_in());
    INFO(kind.id);
    CHECK(page.id == kind.id);
    CHECK(!page.title.empty());
    CHECK(page.verdict != Page::Verdict::incomplete);
    CHECK(!page.verdict_label.empty());
    CHECK(!page.sentence.empty());
    CHECK(!page.summary.empty());
    CHECK(page.figures.size() >= 2);
    std::set<std::string> ids;
    for (const Chart& chart : page.charts) {
      INFO(chart.id);
      CHECK(chart.id.starts_with(std::string(kind.id) + "."));
      CHECK(ids.insert(chart.id).second);
      CHECK(chart.empty.empty());
      CHECK(!chart.title.empty());
      CHECK(!chart.subtitle.empty());
      CHECK(!data_of(chart).rows.empty());
      for (const std::vector<std::string>& row : data_of(chart).rows) CHECK(row.size() == data_of(chart).header.size());
    }
  }
}

TEST_CASE("Tables of pages carry their numbers", "[pages]") {
  for (const char* id : {"size", "layout", "checkpoint", "data", "trends", "order"}) {
    std::size_t numbers = 0;
    for (const Chart& chart : shown_page(id, planned()).charts)
      if (const auto* grid = std::get_if<Grid>(&chart.body))
        for (const Grid::Row& row : grid->rows)
          for (const Grid::Cell& cell : row.cells) numbers += cell.value.has_value();
    INFO(id);
    CHECK(numbers >= 4);
  }
}

TEST_CASE("Every number that is drawn is the explained value of its source", "[pages]") {
  for (const Subject& subject : {planned(), given_subject(bloom), given_subject(gpt3_on_128_dgx)})
    for (const PageKind& kind : page_kinds()) {
      if (kind.id == "compare") continue;
      const Page page = shown_page(kind.id, subject);
      for (const Figure& figure : page.figures) check_figure(subject.scenario, figure);
      for (const Chart& chart : page.charts) {
        check_cells(chart);
        for (const Drawn& each : drawn(chart)) {
          INFO(chart.id << " " << each.source.name);
          const double value = explained(subject.scenario, each.source);
          if (!is_absent(each.value) && !derived_charts.count(chart.id))
            CHECK(value == Approx(each.value).epsilon(1e-9));
        }
      }
    }
}

TEST_CASE("Comparing draws every scenario from the first", "[pages]") {
  const Subject faster = planned_with({{"accelerator.peak", "1.5PFLOP/s"}, {"storage.id", "superpod-h100-good"}});
  const Page page = page_of("compare", {planned(), faster}, built_in());
  CHECK(chart_of(page, "compare.differences").title == "2 inputs differ");
  CHECK(speaks_of(chart_of(page, "compare.time").title, "Fastest: GPT-3 2 (20.1 days vs. 27.2 days)"));
  for (const Chart& chart : page.charts)
    for (const Drawn& each : drawn(chart)) {
      const double value = explained(planned().scenario, each.source);
      if (!is_absent(each.value)) CHECK(value == Approx(each.value).epsilon(1e-9));
    }
  const Page alone = shown_page("compare", planned());
  CHECK(alone.verdict == Page::Verdict::incomplete);
  for (const Chart& chart : alone.charts) CHECK(speaks_of(chart.empty, "Duplicate"));
}

TEST_CASE("Figures show the registry's results", "[pages]") {
  const Case plan = complete(planned().scenario, built_in());
  const Page size = shown_page("size", planned());
  CHECK(size.figures[0].value == pretty(given(plan, "cluster.nodes"), Unit::count));
  CHECK(size.figures[0].unit == "× DGX H100");
  const auto shows = [&](const Figure& figure, std::string_view id) {
    INFO(id);
    CHECK(figure.value + " " + figure.unit == pretty(result(plan, id), row_of(id).about->unit));
    CHECK(figure.source.name == id);
  };
  shows(size.figures[1], "training.calendar_time");
  shows(size.figures[2], "checkpoint.purchased_capacity");
  shows(size.figures[3], "power.it");
  shows(shown_page("layout", planned()).figures[1], "training.step_time");
  shows(shown_page("layout", planned()).figures[3], "memory.gpu_total");
  shows(shown_page("checkpoint", planned()).figures[0], "checkpoint.size");
  shows(shown_page("checkpoint", planned()).figures[2], "checkpoint.stall");
  shows(shown_page("network", planned()).figures[1], "training.flop_rate_per_gpu");
  shows(shown_page("data", planned()).figures[1], "ingest.required_bandwidth");
  CHECK(size.summary.starts_with(size.figures[0].value + " × DGX H100 · " + size.figures[1].value + " days, P80 "));
  CHECK(size.summary.ends_with("· bottleneck compute"));
}

TEST_CASE("Parts of a stack add up to the whole", "[pages]") {
  const Case plan = complete(planned().scenario, built_in());
  const Page size = shown_page("size", planned());
  CHECK(
      sum(std::get<Stack>(chart_of(size, "size.step").body).bars.front()) ==
      Approx(result(plan, "training.step_time")).epsilon(1e-12));
  CHECK(
      sum(std::get<Stack>(chart_of(size, "size.memory").body).bars.front()) ==
      Approx(result(plan, "memory.gpu_total")).epsilon(1e-12));
  const Page network = shown_page("network", planned());
  const auto& bars = std::get<Stack>(chart_of(network, "network.step").body).bars;
  for (std::size_t i = 1; i < bars.size(); ++i) CHECK(sum(bars[i]) <= sum(bars[i - 1]) * (1 + 1e-9));
}

}  // namespace
}  // namespace llmsize::test

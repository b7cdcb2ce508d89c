// SPDX-License-Identifier: Apache-2.0
// The pages of the desktop app: their numbers are the registry's, and every one of them can be explained.
#include "tests/unit/page_subjects.hpp"

#include "core/answer/explanation.hpp"
#include "core/quantity/parse.hpp"
#include "core/view/around.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>
#include <set>

namespace llmsize::test {
namespace {

/// Numbers of a chart that have a source; of many, each third.
std::vector<ShownNumber> drawn(const Chart& chart) {
  constexpr std::size_t many = 30;
  const std::vector<ShownNumber> all = numbers_of(chart);
  std::vector<ShownNumber> some;
  for (std::size_t i = 0; i<all.size(); i += all.size()> many ? 3 : 1)
    if (!all[i].source.name.empty()) some.push_back(all[i]);
  return some;
}

/// Charts that draw what is left of a result, or its change.
const std::set<std::string> derived_charts{"checkpoint.lost", "size.doubling", "size.movers"};

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

TEST_CASE("No two pages have one place in the rail", "[pages]") {
  std::set<int> places;
  for (const PageKind& kind : page_kinds()) {
    INFO(kind.id);
    CHECK(places.insert(kind.place).second);
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
        for (const ShownNumber& each : drawn(chart)) {
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
    for (const ShownNumber& each : drawn(chart)) {
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

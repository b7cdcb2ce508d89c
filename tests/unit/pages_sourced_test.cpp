// SPDX-License-Identifier: Apache-2.0
// Network, Data, Compare and Trends: every number is that of the registry, also after the changes that its source
// tells.
#include "tests/unit/page_subjects.hpp"

#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

namespace llmsize::test {
namespace {

constexpr std::string_view pages[] = {"network", "data", "compare", "trends"};

TEST_CASE("these pages have numbers, or say in a sentence what is missing, for every scenario", "[pages][long]") {
  for (const Subject& subject : subjects())
    for (const std::string_view id : pages) {
      CAPTURE(subject.name, id);
      const Page page = page_of(id, {subject, worked_example()}, built_in());
      CHECK(page.id == id);
      CHECK_FALSE(page.verdict_label.empty());
      CHECK(page.sentence.ends_with("."));
      CHECK(page.figures.size() <= 5);
      for (const Figure& figure : page.figures) {
        CAPTURE(figure.label, figure.value, figure.qualifier);
        CHECK_FALSE(figure.value.empty());
        CHECK((figure.value != "–" || !figure.qualifier.empty()));
        CHECK(
            (id == "compare" || figure.value == "–" || find_result(figure.source.name) ||
             find_input(figure.source.name)));
      }
      for (const Chart& chart : page.charts) {
        CAPTURE(chart.id, chart.title, chart.empty);
        CHECK(chart.id.starts_with(id));
        CHECK_FALSE(chart.title.empty());
        CHECK(chart.title.find("nan") == std::string::npos);
        CHECK(data_of(chart).rows.empty() != chart.empty.empty());
        CHECK((chart.empty.empty() || chart.empty.ends_with(".")));
        for (const ShownNumber& number : numbers_of(chart)) CHECK(std::isfinite(number.value));
      }
    }
}

TEST_CASE("every sourced number of a chart is explained after its changes", "[pages]") {
  const std::vector<Subject> some{
      with_storage(), gpt3_on_dgx(), preset("hpe-network-interfaces"), preset("hpe-slingshot-infiniband")};
  for (const Subject& subject : some)
    for (const std::string_view page : pages)
      for (const Chart& chart : page_of(page, {subject, worked_example()}, built_in()).charts)
        for (const ShownNumber& number : numbers_of(chart)) {
          if (number.source.name.empty()) continue;
          CAPTURE(subject.name, chart.id, number.source.name, number.source.changes);
          CHECK(explained(subject.scenario, number.source) == Approx(number.value).epsilon(1e-9));
        }
}

/// Numbers of a chart that somebody published: no formula of ours stands behind them.
std::ptrdiff_t published_points(const Chart& chart) {
  std::ptrdiff_t count = 0;
  if (const Plot* plot = std::get_if<Plot>(&chart.body))
    for (const Plot::Series& series : plot->series)
      if (series.title == "published") count += std::ssize(series.points);
  return count;
}

TEST_CASE("only what the catalog says and what others published has no source", "[pages]") {
  for (const std::string_view page : pages)
    for (const Chart& chart : page_of(page, {worked_example(), with_storage()}, built_in()).charts) {
      CAPTURE(chart.id);
      const std::vector<ShownNumber> numbers = numbers_of(chart);
      const auto unsourced = std::count_if(
          numbers.begin(), numbers.end(), [](const ShownNumber& each) { return each.source.name.empty(); });
      if (!chart.id.starts_with("trends.")) CHECK(unsourced == published_points(chart));
    }
}

TEST_CASE("the table of a chart has all its numbers", "[pages]") {
  for (const std::string_view page : pages)
    for (const Chart& chart : page_of(page, {with_storage(), worked_example()}, built_in()).charts) {
      if (std::holds_alternative<Grid>(chart.body)) continue;  // a table is its own
      CAPTURE(chart.id);
      const Table table = data_of(chart);
      for (const ShownNumber& number : numbers_of(chart)) {
        const std::string text = exact(number.value);
        CAPTURE(text);
        CHECK(std::any_of(table.rows.begin(), table.rows.end(), [&](const auto& row) {
          return std::find(row.begin(), row.end(), text) != row.end();
        }));
      }
      for (const auto& row : table.rows) CHECK(row.size() == table.header.size());
    }
}

TEST_CASE("an empty scenario is told what is missing", "[pages]") {
  for (const std::string_view id : pages) {
    CAPTURE(id);
    const Page page = page_of(id, {Subject{}}, built_in());
    CHECK(page.verdict == Page::Verdict::incomplete);
    CHECK_FALSE(page.sentence.empty());
    for (const Figure& figure : page.figures) {
      CHECK(figure.value == "–");
      CHECK(figure.qualifier.starts_with("needs "));
    }
    for (const Chart& chart : page.charts) CHECK_FALSE(chart.empty.empty());
  }
}

}  // namespace
}  // namespace llmsize::test

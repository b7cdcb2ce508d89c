// SPDX-License-Identifier: Apache-2.0
// Compare: scenarios side by side, each told by what it is bought for.
#include "tests/unit/page_subjects.hpp"

#include "core/answer/explanation.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"
#include "core/view/around.hpp"
#include "core/view/words.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>

namespace llmsize::test {
namespace {

const Grid::Row& row_named(const Page& page, std::string_view title) {
  for (const Grid::Row& row : std::get<Grid>(chart_of(page, "compare.differences").body).rows)
    if (row.cells.front().text == title) return row;
  throw std::out_of_range(std::string(title));
}

TEST_CASE("scenarios are compared with the first", "[pages]") {
  const Subject faster = unplanned("faster", changed(worked_example().scenario, {{"accelerator.peak", "1500TFLOP/s"}}));
  const Page page = compare_page({worked_example(), faster}, built_in());
  check_figure(page, worked_example(), "GPT-3", "training.calendar_time");
  const Figure& figure = figure_named(page, "faster");
  CHECK(
      explained(worked_example().scenario, figure.source) ==
      result(complete(faster.scenario, built_in()), "training.calendar_time"));
  const Grid& grid = std::get<Grid>(chart_of(page, "compare.differences").body);
  CHECK(grid.header == std::vector<std::string>{"", "GPT-3", "faster"});
  CHECK(grid.rows[0].cells.front().text == "Inputs");
  CHECK(grid.rows[1].cells.front().text == about_of("accelerator.peak").label);
  for (const Grid::Row& row : grid.rows) {
    REQUIRE(row.cells.size() == grid.header.size());
    for (std::size_t i = 1; i < row.cells.size(); ++i) {
      if (!row.cells[i].number) continue;
      const Source& source = row.cells[i].source;
      const ResultRow* about = find_result(source.name);
      CAPTURE(source.name, row.cells[i].text);
      const double value = explained(worked_example().scenario, source);
      if (about && about->about->unit == Unit::ratio)
        CHECK(row.cells[i].text.starts_with(value_and_unit(value, Unit::ratio).first + "%"));
      else
        CHECK(row.cells[i].text.starts_with(pretty(value, about ? about->about->unit : find_input(source.name)->unit)));
    }
  }
  CHECK(std::get<Plot>(chart_of(page, "compare.time").body).series.size() == 2);
}

TEST_CASE("a scenario that does not fit has no speed and no time, in the table as in the strip", "[pages]") {
  Subject small = gpt3_on_dgx();
  small.name = "small";
  for (const auto& [key, text] : Changes{{"cluster.nodes", "1"}, {"layout.tensor", "8"}, {"layout.pipeline", "1"}})
    small.scenario.set(key, text, {key});
  for (const bool first : {false, true}) {
    const std::vector<Subject> both =
        first ? std::vector{small, worked_example()} : std::vector{worked_example(), small};
    const std::size_t column = first ? 1 : 2;
    const Page page = compare_page(both, built_in());
    CHECK(figure_named(page, "small").qualifier == "does not fit");
    for (const char* title : {"Time to train (wall clock)", "Step time", "Training tokens per second"}) {
      CAPTURE(title, first);
      CHECK(row_named(page, title).cells[column].text == "does not fit");
      CHECK(row_named(page, title).cells[3 - column].text.find('(') == std::string::npos);
    }
    CHECK(row_named(page, "Peak GPU memory").cells[column].text != "does not fit");
    const Figure& runs = figure_named(page, "GPT-3");
    CHECK(page.sentence == "GPT-3 takes " + runs.value + " " + runs.unit + "; small does not fit.");
  }
}

TEST_CASE("plans that are surer than others are compared with them, and how sure each is", "[pages]") {
  const Subject surer = planned("surer", changed(worked_example().said, {{"goal.certainty", "p80"}}), built_in());
  const Page page = compare_page({worked_example(), surer}, built_in());
  CHECK(speaks_of(page.sentence, "Fewest GPUs: GPT-3 ("));
  CHECK(speaks_of(page.sentence, "; most likely on time: surer (8"));
  CHECK(speaks_of(page.sentence, "on time vs. 5"));
  const Grid::Row& sure = row_named(page, "Probability of meeting the deadline");
  for (std::size_t i = 0; i < 2; ++i) {
    const Subject& each = i == 0 ? worked_example() : surer;
    CHECK(sure.cells[i + 1].text.starts_with(
        value_and_unit(chance(complete(each.scenario, built_in())), Unit::ratio).first + "%"));
  }
}

TEST_CASE("differences are signed percentages, of shares points, and two are compared as two", "[pages]") {
  const Subject slower = unplanned("slower", changed(worked_example().scenario, {{"accelerator.peak", "300TFLOP/s"}}));
  const Page page = compare_page({worked_example(), slower}, built_in());
  CHECK(page.verdict == Page::Verdict::neutral);
  CHECK(speaks_of(page.sentence, "GPT-3 is faster: "));
  const std::string time = row_named(page, "Time to train (wall clock)").cells[2].text,
                    speed = row_named(page, "Training tokens per second").cells[2].text;
  CHECK(speaks_of(time, "(+"));
  CHECK(speaks_of(time, "%)"));
  CHECK(speaks_of(speed, "(\u2212"));
  CHECK(speaks_of(speed, "%)"));
  CHECK(speaks_of(row_named(page, "MFU (model FLOPs utilization)").cells[2].text, " points)"));
  CHECK(row_named(page, "Results").strong);
  CHECK(row_named(page, "Same in both").strong);
  CHECK(row_named(page, "Parameters").dull);
}

TEST_CASE("nodes and GPUs are listed once, as an input where every scenario states them", "[pages]") {
  const auto rows = [](const Page& page, std::string_view title) {
    const Grid& grid = std::get<Grid>(chart_of(page, "compare.differences").body);
    return std::count_if(
        grid.rows.begin(), grid.rows.end(), [&](const Grid::Row& row) { return row.cells.front().text == title; });
  };
  const auto sized = [](const char* nodes) {
    Subject subject = gpt3_on_dgx();
    subject.name = nodes;
    for (Scenario* each : {&subject.said, &subject.scenario}) each->set("cluster.nodes", nodes, Giver{nodes});
    return subject;
  };
  Subject planned = sized("160");
  planned.said.unset("cluster.nodes");
  const Page stated = compare_page({sized("128"), sized("160")}, built_in()),
             mixed = compare_page({sized("128"), planned}, built_in());
  for (const Page& page : {stated, mixed}) {
    CHECK(rows(page, "Nodes") == 1);
    CHECK(rows(page, "GPUs") <= 1);
  }
  CHECK(stated.charts.front().title == "1 input differs");
  CHECK(row_named(stated, "Nodes").cells[2].text == "160");
  CHECK(row_named(mixed, "Nodes").cells[2].text == "160 (+25%)");
}

TEST_CASE("scenarios that rest on other measurements are told apart", "[pages]") {
  auto measured = std::make_shared<Catalog>(built_in());
  measured->calibrate({Fact{"accelerator.sustained_16", 0.7, {}, "measured here on gpu-01, 2026-01-31", {}}});
  Subject here = worked_example();
  here.name = "here";
  here.catalog = measured;
  const Page page = compare_page({worked_example(), here}, built_in());
  CHECK(row_named(page, "Calibration").cells[1].text == "none");
  CHECK(row_named(page, "Calibration").cells[2].text == "1 input, measured here on gpu-01, 2026-01-31");
  CHECK(page.charts.front().title == "1 input differs");
}

TEST_CASE("one scenario has nothing to be compared with", "[pages]") {
  for (const std::vector<Subject>& few : {std::vector<Subject>{}, std::vector<Subject>{worked_example()}}) {
    const Page page = compare_page(few, built_in());
    CHECK(page.verdict == Page::Verdict::incomplete);
    for (const Chart& chart : page.charts) CHECK_FALSE(chart.empty.empty());
  }
}

TEST_CASE("a scenario is the same as itself", "[pages]") {
  const Page page = compare_page({worked_example(), worked_example()}, built_in());
  CHECK(page.charts.front().title == "All scenarios are identical");
  CHECK(page.figures.back().qualifier.ends_with(", same"));
}

TEST_CASE("a scenario is compared also where the base says what the other leaves to its system", "[pages]") {
  const Subject base = preset("hpe-network-interfaces");
  for (const Chart& chart : compare_page({base, worked_example()}, built_in()).charts)
    for (const ShownNumber& number : numbers_of(chart)) {
      CAPTURE(chart.id, number.source.name);
      if (!number.source.name.empty())
        CHECK(explained(base.scenario, number.source) == Approx(number.value).epsilon(1e-9));
    }
}

TEST_CASE("scenarios without a time are not compared in time", "[pages]") {
  const Page page = compare_page({Subject{}, Subject{}}, built_in());
  CHECK(page.verdict == Page::Verdict::incomplete);
}

TEST_CASE("it is told how to open a second scenario", "[pages]") {
  CHECK(compare_page({worked_example()}, built_in()).sentence.find("Ctrl+D") != std::string::npos);
}

void check_compared(const Subject& base, const Subject& other) {
  CAPTURE(base.name, other.name);
  const Page page = compare_page({base, other}, built_in());
  const Subject* both[] = {&base, &other};
  for (std::size_t i = 0; i < 2; ++i) {
    const Source& source = page.figures[i].source;
    if (!source.name.empty())
      CHECK(
          explained(base.scenario, source) ==
          Approx(explain(complete(both[i]->scenario, built_in()), source.name).value).epsilon(1e-9));
  }
}

TEST_CASE("scenarios can be compared, and no source tells another number", "[pages]") {
  const auto& all = subjects();
  for (std::size_t i = 0; i < all.size(); ++i) {
    check_compared(all[i], all[(i + 1) % all.size()]);
    check_compared(all[(i + 7) % all.size()], all[i]);
  }
}

// Each with two others; with every other with LLMSIZE_LONG.
TEST_CASE("any two scenarios can be compared", "[pages][long]") {
  const std::vector<Subject>& all = subjects();
  const std::size_t others = std::getenv("LLMSIZE_LONG") ? all.size() : 3;
  for (std::size_t base = 0; base < all.size(); ++base)
    for (std::size_t away = 0; away < others; ++away) check_compared(all[base], all[(base + away) % all.size()]);
}

TEST_CASE("services are compared by what they answer, not as trainings", "[pages]") {
  const auto on = [](const char* system) {
    const Said said{{"model", "llama-3.1-70b"},       {"cluster.system", system},   {"workload.mode", "infer"},
                    {"goal.request_rate", "40"},      {"serving.ttft_limit", "1s"}, {"serving.input_tokens", "1024"},
                    {"serving.output_tokens", "1024"}};
    return served(system, scenario_of(said), built_in());
  };
  const Subject base = on("dgx-h200"), other = on("dgx-b200");
  const Page page = compare_page({base, other}, built_in());
  REQUIRE(page.figures.size() == 2);
  CHECK(page.figures[0].unit == "req/s");
  CHECK(
      page.figures[0].value ==
      pretty(result(complete(base.scenario, built_in()), "serving.rate_at_limit"), Unit::ratio));
  CHECK(std::get<Plot>(chart_of(page, "compare.rate").body).series.size() == 2);
  const Grid& grid = std::get<Grid>(chart_of(page, "compare.differences").body);
  CHECK(std::any_of(grid.rows.begin(), grid.rows.end(), [](const Grid::Row& row) {
    return row.cells[0].text == "TPOT (time per output token)";
  }));
  CHECK(std::none_of(
      grid.rows.begin(), grid.rows.end(), [](const Grid::Row& row) { return row.cells[0].text == "Step time"; }));
  check_compared(base, other);
}

}  // namespace
}  // namespace llmsize::test

// SPDX-License-Identifier: Apache-2.0
// Offers for one job as a page: which are asked for, which is recommended, and what a row changes.
#include "core/pages/options_page.hpp"

#include "core/study/offers.hpp"
#include "core/tables/row_values.hpp"
#include "core/view/around.hpp"
#include "tests/unit/cases.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace llmsize::test {
namespace {

const Said pretraining{
    {"model", "llama-3.1-8b"}, {"cluster.system", "dgx-h100"}, {"workload.tokens", "15T"}, {"goal.deadline", "30d"}};
const Said chat{
    {"model", "llama-3.1-70b"},
    {"workload.mode", "infer"},
    {"cluster.system", "dgx-h200"},
    {"goal.request_rate", "40/s"}};

struct Shown {
  Subject subject;
  AnsweredRows table;
  Page page;
};

Shown shown(const Said& said, const std::vector<std::string>& systems, const StudyLook& look = {}) {
  Shown made{planned("", scenario_of(said), built_in()), {}, {}};
  find_certain_nodes(made.subject, built_in());
  find_sizes(made.subject, built_in());
  made.table = answered_offers(offers_of(made.subject, systems, built_in()), built_in());
  look_from(made.table, made.subject.scenario, look);
  made.page = options_page("Job", made.table, made.subject.said, look, built_in());
  return made;
}

/// The own system and another one, planned once for all tests that look at them.
const Shown& two_systems() {
  static const Shown options = shown(pretraining, {"dgx-b200", "dgx-h100"});
  return options;
}

const Grid& offers_in(const Page& page) { return std::get<Grid>(page.charts.front().body); }

std::size_t column_of(const Grid& grid, std::string_view title) {
  const auto found = std::find(grid.header.begin(), grid.header.end(), title);
  REQUIRE(found != grid.header.end());
  return static_cast<std::size_t>(found - grid.header.begin());
}

TEST_CASE("offers are the own system at every confidence and others for the same goal", "[pages][options]") {
  const Shown& options = two_systems();
  std::vector<std::string> names;
  for (const AnsweredRow& row : options.table.rows) names.push_back(row.name);
  CHECK(names == std::vector<std::string>{"next smaller", "P50", "P80", "P90", "P50", "P80"});
  for (const AnsweredRow& row : options.table.rows) CHECK(input_value(row, "goal.deadline") == 30 * 86400.0);
  // One size too small is late, the others of the own system are ever surer.
  CHECK(result_value(options.table.rows[0], row_of("goal.chance")) < 0.5);
  CHECK(result_value(options.table.rows[2], row_of("goal.chance")) >= 0.795);
  CHECK(result_value(options.table.rows[3], row_of("goal.chance")) >= 0.895);
}

TEST_CASE("every row of offers says what makes it the scenario", "[pages][options]") {
  const Shown& options = two_systems();
  const Grid& grid = offers_in(options.page);
  std::size_t own = 0;
  for (const Grid::Row& row : grid.rows) {
    own += row.apply.changes.empty();
    CHECK(row.strong == row.apply.changes.empty());
    const Scenario used = changed(options.subject.said, row.apply.changes);
    const bool known = std::any_of(options.table.rows.begin(), options.table.rows.end(), [&](const AnsweredRow& each) {
      return changes_to(used, each.scenario).empty();
    });
    CHECK(known);
  }
  CHECK(own == 1);
}

TEST_CASE("a proposal is on time at P80, or as surely as somebody asks", "[pages][options]") {
  const Shown& usual = two_systems();
  const auto chance_of_best = [](const Shown& options, double least) {
    const auto best = proposed_offer(Asked::training, options.table, {least});
    REQUIRE(best);
    return result_value(options.table.rows[best->row], row_of("goal.chance"));
  };
  CHECK(chance_of_best(usual, 0.8) >= 0.8);
  CHECK(chance_of_best(usual, 0) < 0.8);
  CHECK(usual.page.figures.front().label == "Recommended");
  CHECK(usual.page.verdict == Page::Verdict::good);
  const Shown asked = shown(pretraining + Said{{"goal.certainty", "p50"}}, {});
  CHECK(asked.page.verdict == Page::Verdict::just);
}

TEST_CASE("ranges of offers lie on one axis with a deadline that can be dragged", "[pages][options]") {
  const Shown& options = two_systems();
  const Grid& grid = offers_in(options.page);
  REQUIRE(grid.lane);
  REQUIRE(grid.lane->limits.size() == 1);
  CHECK(grid.lane->limits.front().key == "goal.deadline");
  CHECK(grid.lane->limits.front().at == 30 * 86400.0);
  const std::size_t chance = column_of(grid, "On time");
  for (const Grid::Row& row : grid.rows) {
    const auto& spread = row.cells[grid.lane->column].spread;
    REQUIRE(spread);
    CHECK((spread->low <= spread->at && spread->at <= spread->high));
    CHECK((grid.lane->scale.low <= spread->low && spread->high <= grid.lane->scale.high));
    // Who is on time in more than half of the cases has a median before the deadline.
    REQUIRE(row.cells[chance].share);
    CHECK((row.cells[chance].share->part > 0.5) == (spread->at < 30 * 86400.0));
  }
}

TEST_CASE("offers of a service are told by goodput and latencies", "[pages][options]") {
  const Shown options = shown(chat, {"dgx-b200"});
  const Grid& grid = offers_in(options.page);
  for (const char* title : {"Goodput", "TTFT", "TPOT", "Racks"}) column_of(grid, title);
  CHECK(!grid.lane);
  CHECK(std::find(grid.header.begin(), grid.header.end(), "On time") == grid.header.end());
  CHECK(options.page.figures.at(1).label == "Goodput");
}

TEST_CASE("public prices are marked as such", "[pages][options]") {
  const Shown& options = two_systems();
  const Grid& grid = offers_in(options.page);
  const std::size_t price = column_of(grid, "CapEx");
  const bool marked = std::any_of(
      grid.rows.begin(), grid.rows.end(), [&](const Grid::Row& row) { return row.cells[price].text.ends_with("*"); });
  CHECK(marked);
  CHECK(options.page.charts.front().subtitle.find("public prices") != std::string::npos);
}

TEST_CASE("without a deadline others are to take as long", "[pages][options]") {
  const Said open{
      {"model", "llama-3.1-8b"}, {"cluster.system", "dgx-h100"}, {"workload.tokens", "1T"}, {"cluster.nodes", "16"}};
  const Shown options = shown(open, {"dgx-b200"});
  REQUIRE(options.table.rows.size() == 2);
  const double own = result_value(options.table.rows[0], row_of("training.calendar_time")),
               other = result_value(options.table.rows[1], row_of("training.calendar_time"));
  CHECK(other <= input_value(options.table.rows[1], "goal.deadline"));
  CHECK(input_value(options.table.rows[1], "goal.deadline") == Approx(own).epsilon(0.05));
  CHECK(offers_in(options.page).lane->limits.empty());
}

}  // namespace
}  // namespace llmsize::test

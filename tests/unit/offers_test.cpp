// SPDX-License-Identifier: Apache-2.0
// Offers for one job side by side.
#include "tests/unit/cases.hpp"

#include "core/study/jobs.hpp"
#include "core/study/offers.hpp"
#include "core/tables/row_values.hpp"
#include "core/view/plan_rows.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace llmsize::test {
namespace {

/// Offers of systems for a job.
AnsweredRows offered(const Said& job, const std::vector<std::string>& systems) {
  std::vector<std::pair<std::string, Scenario>> named;
  for (const std::string& system : systems)
    named.emplace_back(system, scenario_of(job + Said{{"cluster.system", system}}));
  AnsweredRows table{{}, offered_results(asked_of(named.front().second)), {}};
  table.rows = planned_rows(named, built_in(), {table.results, true});
  return table;
}
const Said training{{"model", "llama-3-8b"}, {"workload.tokens", "15T"}, {"goal.deadline", "60d"}};
const Said service{{"model", "llama-3-70b"}, {"workload.mode", "infer"}, {"serving.rate", "20"}};

/// The column of a title; -1 where the table has none.
std::ptrdiff_t column_of(const Table& table, std::string_view title) {
  const auto found = std::find(table.header.begin(), table.header.end(), title);
  return found == table.header.end() ? -1 : found - table.header.begin();
}

TEST_CASE("an offer is what its system alone is planned to", "[offers]") {
  const AnsweredRows both = offered(training, {"dgx-h100", "dgx-b200"});
  for (const AnsweredRow& row : both.rows) {
    const AnsweredRows alone = offered(training, {input_word(row, "cluster.system")});
    for (const ResultRow* each : both.results) {
      CAPTURE(row.name, each->about->id);
      const double here = result_value(row, *each), there = result_value(alone.rows.front(), *each);
      CHECK((here == there || (is_absent(here) && is_absent(there))));
    }
  }
}

TEST_CASE("yields times their size give back the rate of an offer", "[offers]") {
  for (const Said& job : {training, service}) {
    const AnsweredRows table = offered(job + Said{{"economics.node_price", "400000"}}, {"dgx-h100", "dgx-b200"});
    const bool trains = asked_of(table.rows.front().scenario) == Asked::training;
    for (const AnsweredRow& row : table.rows) {
      const auto of = [&](ResultKey id) { return result_value(row, result_row(id)); };
      const double each = of(trains ? ResultKey("training.tokens_per_second_per_gpu") : "serving.throughput_per_gpu");
      const double rate = each * input_value(row, "cluster.gpus");
      CAPTURE(row.name, rate);
      CHECK(of("economics.rate_per_kilowatt") * of("power.it") / 1000 == Approx(rate));
      CHECK(of("economics.rate_per_million") * of("economics.capex") / 1e6 == Approx(rate));
    }
    const Table shown = yields_table(asked_of(table.rows.front().scenario), table).table;
    CHECK(column_of(shown, "Tokens/s per GPU") == 1);
    CHECK(std::count(shown.header.begin(), shown.header.end(), "Tokens/s per GPU") == 1);
  }
}

TEST_CASE("usual jobs are planned as if they were asked one by one", "[offers]") {
  const auto jobs = usual_jobs(scenario_of({{"cluster.system", "dgx-h100"}, {"cluster.nodes", "40"}}));
  REQUIRE(jobs.size() > 5);
  AnsweredRows table{{}, job_results(), {}};
  table.rows = planned_rows({jobs.front(), jobs.back()}, built_in(), {table.results, true});
  const Table shown = jobs_table(table).table;
  CHECK(shown.rows.size() == 2);
  CHECK_THAT(shown.rows[0][1], Catch::Contains("days, P80"));
  CHECK_THAT(shown.rows[1][1], Catch::Contains("req/s"));
  CHECK_THAT(shown.rows[0][2], Catch::Contains("tok/s"));
  CHECK_THAT(shown.rows[1][2], Catch::Contains("ISL"));
  // What a job says nobody says over it, and a service has no results of a training.
  CHECK_THROWS_AS(
      usual_jobs(scenario_of({{"cluster.system", "dgx-h100"}, {"cluster.nodes", "40"}, {"workload.tokens", "1T"}})),
      BadInput);
  AnsweredRows own = table;
  keep_own_results(own);
  CHECK_FALSE(own.rows[1].answer.find("training.tokens_per_second"));
  CHECK(own.rows[0].answer.find("training.tokens_per_second"));
  // Fewer nodes take no less time, and serve no more.
  const auto fewer = usual_jobs(scenario_of({{"cluster.system", "dgx-h100"}, {"cluster.nodes", "20"}}));
  AnsweredRows half = table;
  half.rows = planned_rows({fewer.front(), fewer.back()}, built_in(), {table.results, true});
  const auto of = [](const AnsweredRow& row, ResultKey id) { return result_value(row, result_row(id)); };
  CHECK(of(half.rows[0], "training.calendar_time") > of(table.rows[0], "training.calendar_time"));
  CHECK(of(half.rows[1], "serving.rate_at_limit") < of(table.rows[1], "serving.rate_at_limit"));
}

TEST_CASE("the best offers are those that hold", "[offers]") {
  AnsweredRows table = offered(training, {"dgx-h100", "dgx-b200", "dgx-a100-640"});
  const TitledTable shown = offers_table(Asked::training, table);
  const std::ptrdiff_t p50 = column_of(shown.table, "P50"), note = std::ptrdiff_t(shown.table.header.size()) - 1;
  REQUIRE(p50 > 0);
  CHECK(column_of(shown.table, "P80") == p50 + 1);
  CHECK(column_of(shown.table, "TTFT") == -1);
  CHECK(column_of(shown.table, "TCO") == -1);  // nobody named a price
  const auto power = [&](const AnsweredRow& row) { return result_value(row, row_of("power.it")); };
  const auto least = std::min_element(table.rows.begin(), table.rows.end(), [&](const auto& one, const auto& other) {
    return power(one) < power(other);
  });
  CHECK_THAT(
      shown.table.rows[std::size_t(least - table.rows.begin())][std::size_t(note)], Catch::Contains("least power"));
  // The one that cannot be taken says why and is never the best.
  least->status = AnsweredRow::Status::infeasible;
  least->sentence = "It is sold out.";
  const TitledTable without = offers_table(Asked::training, table);
  CHECK(without.table.rows[std::size_t(least - table.rows.begin())][std::size_t(note)] == "It is sold out.");
}

TEST_CASE("a price of one's own stands before public ones", "[offers][prices]") {
  const auto capex_of = [](const Said& said) {
    const Table shown = offers_table(Asked::training, offered(said, {"dgx-b200", "gb200-nvl72"})).table;
    const std::ptrdiff_t column = column_of(shown, "CapEx");
    return column < 0 ? std::string{} : shown.rows.front()[std::size_t(column)];
  };
  CHECK_THAT(capex_of(training), Catch::EndsWith("*"));
  CHECK_THAT(capex_of(training + Said{{"economics.node_price", "400000"}}), !Catch::EndsWith("*"));
}

TEST_CASE("offers of a service have rates and latencies", "[offers]") {
  const Table shown = offers_table(Asked::service, offered(service, {"dgx-h100", "dgx-b200"})).table;
  for (const char* title : {"Goodput", "TTFT", "TPOT", "IT power"}) {
    CAPTURE(title);
    CHECK(column_of(shown, title) > 0);
  }
  CHECK(column_of(shown, "P50") == -1);
}

}  // namespace
}  // namespace llmsize::test

// SPDX-License-Identifier: Apache-2.0
// A study is drawn as its shape suggests, and what does not fit is not drawn as if it did.
#include "core/study/chart.hpp"
#include "core/view/plan_rows.hpp"
#include "tests/unit/cases.hpp"

#include <catch2/catch.hpp>

using namespace llmsize;
using namespace llmsize::test;

namespace {

/// A sweep: what is said once, and axes as on the command line.
AnsweredRows swept(
    const Said& said, const std::vector<std::pair<std::string, std::string>>& axes,
    const std::vector<std::string>& results, bool ranges = false) {
  Study study;
  study.base = scenario_of(said);
  AnsweredRows table;
  for (const auto& [key, text] : axes) {
    study.axes.push_back(read_axis(key, text, {key}));
    table.keys.push_back(key);
  }
  for (const std::string& id : results) table.results.push_back(find_result(id));
  std::vector<std::pair<std::string, Scenario>> named;
  for (const Scenario& scenario : study.scenarios()) named.emplace_back("", scenario);
  table.rows = planned_rows(named, built_in(), {table.results, ranges});
  return table;
}

const Said gpt3{
    {"model", "gpt3-175b"},
    {"cluster.system", "dgx-h100"},
    {"workload.tokens", "300B"},
    {"layout.tensor", "8"},
    {"layout.pipeline", "8"}};

template <class Body>
Body body(const Chart& chart) {
  REQUIRE(std::holds_alternative<Body>(chart.body));
  return std::get<Body>(chart.body);
}

}  // namespace

TEST_CASE("Over one number a study is a line, and its title says where it leads", "[studies]") {
  const AnsweredRows table = swept(gpt3, {{"cluster.nodes", "16,32,64,128"}}, {"training.total_step_time"}, true);
  const std::vector<Chart> charts = study_charts(table);
  REQUIRE(charts.size() == 1);
  const Plot& plot = body<Plot>(charts.front());
  REQUIRE(plot.series.size() == 1);
  CHECK(plot.series.front().points.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    const Plot::Point& point = plot.series.front().points[i];
    const Result& result = *table.rows[i].answer.find("training.total_step_time");
    CHECK(point.y == result.value);
    CHECK(point.low == *result.p10);
    CHECK(point.high == *result.p90);
  }
  CHECK(charts.front().title.find("Total step time falls from ") == 0);
  CHECK(charts.front().title.find("with 16 nodes") != std::string::npos);
  CHECK(charts.front().subtitle.find("P10–P90") != std::string::npos);
  CHECK(charts.front().subtitle.find("GPT-3 175B") != std::string::npos);
}

TEST_CASE("A word beside a number is a line each", "[studies]") {
  const AnsweredRows table =
      swept(gpt3, {{"cluster.nodes", "32,64,128"}, {"layout.recompute", "none,full"}}, {"training.step_time"});
  const Plot& plot = body<Plot>(study_charts(table).front());
  REQUIRE(plot.series.size() >= 2);
  CHECK(plot.series[0].title == "none");
  CHECK(plot.series[1].title == "full");
}

TEST_CASE("Rows that do not fit are crosses and interrupt their line", "[studies]") {
  const AnsweredRows table = swept(
      {{"model", "gpt3-175b"},
       {"cluster.system", "dgx-h100"},
       {"cluster.nodes", "8"},
       {"layout.pipeline", "8"},
       {"layout.search", "plain"}},
      {{"layout.tensor", "1,2,4,8"}}, {"memory.gpu_total"});
  const std::size_t misfits =
      static_cast<std::size_t>(std::count_if(table.rows.begin(), table.rows.end(), [](const AnsweredRow& row) {
        return row.status == AnsweredRow::Status::infeasible;
      }));
  REQUIRE(misfits > 0);
  const Plot& plot = body<Plot>(study_charts(table, StudyKind::lines).front());
  std::size_t crosses = 0, gaps = 0;
  for (const Plot::Series& series : plot.series)
    for (const Plot::Point& point : series.points) {
      crosses += point.mark == Plot::Mark::cross;
      gaps += std::isnan(point.y);
    }
  CHECK(crosses == misfits);
  CHECK(gaps == misfits);
}

TEST_CASE("Over two numbers a study is a heat map with a cell for every row", "[studies]") {
  const AnsweredRows table =
      swept(gpt3, {{"layout.tensor", "2,4,8"}, {"layout.pipeline", "4,8,16"}}, {"memory.gpu_total"});
  const Heat& heat = body<Heat>(study_charts(table).front());
  CHECK(heat.rows == std::vector<std::string>{"2", "4", "8"});
  CHECK(heat.columns == std::vector<std::string>{"4", "8", "16"});
  REQUIRE(heat.cells.size() == 9);
  for (std::size_t i = 0; i < 9; ++i) {
    CHECK(heat.cells[i].impossible == (table.rows[i].status == AnsweredRow::Status::infeasible));
    if (const Result* found = table.rows[i].answer.find("memory.gpu_total"); found && !is_absent(found->value))
      CHECK(heat.cells[i].value == found->value);
  }
}

TEST_CASE("Words alone are bars, two of them in groups, and many decades are dots", "[studies]") {
  const Said said{{"model", "gpt3-175b"}, {"cluster.nodes", "64"}, {"layout.tensor", "8"}, {"layout.pipeline", "8"}};
  const AnsweredRows one = swept(said, {{"cluster.system", "dgx-a100-640,dgx-h100"}}, {"training.step_time"});
  const Bars& bars = body<Bars>(study_charts(one).front());
  CHECK(bars.rows.size() == 2);
  CHECK_FALSE(bars.dots);
  CHECK(bars.rows.front().title == "NVIDIA DGX A100 640GB");
  CHECK(body<Bars>(study_charts(one, StudyKind::dots).front()).dots);
  const AnsweredRows two = swept(
      said, {{"cluster.system", "dgx-a100-640,dgx-h100"}, {"layout.recompute", "none,full"}}, {"training.step_time"});
  const Bars& grouped = body<Bars>(study_charts(two).front());
  REQUIRE(grouped.rows.size() == 4);
  CHECK(grouped.rows[1].title.empty());
  CHECK(grouped.rows[1].note.find("full") == 0);
  const AnsweredRows far = swept({}, {{"model", "llama-3-8b,gpt3-175b,kimi-k2"}}, {"model.parameters"});
  CHECK(body<Bars>(study_charts(far).front()).dots);
}

TEST_CASE("A front keeps what no other choice beats in both", "[studies]") {
  const AnsweredRows table =
      swept(gpt3, {{"cluster.nodes", "16,32,64"}}, {"economics.power", "training.total_step_time"});
  const std::vector<Chart> charts = study_charts(table, StudyKind::front);
  REQUIRE(charts.size() == 1);
  const Plot& plot = body<Plot>(charts.front());
  // More nodes take more power and less time: none beats another.
  CHECK(plot.series.back().points.size() == 3);
}

TEST_CASE("Few results are a chart each; of many the one that people ask first", "[studies]") {
  const std::vector<std::pair<std::string, std::string>> nodes{{"cluster.nodes", "16,32,64"}};
  CHECK(study_charts(swept(gpt3, nodes, {"training.total_step_time", "economics.power"})).size() == 2);
  AnsweredRows table = swept(gpt3, nodes, {"training.total_step_time"});
  table.results = view(Asked::training, {Use::headline});
  table.rows = swept(gpt3, nodes, {"training.total_step_time", "training.calendar_time", "memory.gpu_total"}).rows;
  CHECK(study_charts(table).size() >= 1);
}

TEST_CASE("What is compared stands on one panel", "[studies]") {
  const AnsweredRows growth = swept(
      {{"model", "gpt3-175b"}, {"cluster.system", "dgx-a100-640"}, {"cluster.nodes", "16"}, {"layout.search", "plain"}},
      {{"trend.year", "2020,2021,2022,2023"}}, {"trend.parameters", "trend.gpu_memory"});
  const StudyMarks marks = read_marks("year,trend.parameters,series\n2023,175T,talk\n", "talk.csv");
  const std::vector<Chart> years = study_charts(growth, {}, marks);
  REQUIRE(years.size() == 1);
  const Plot& multiples = body<Plot>(years.front());
  REQUIRE(multiples.series.size() == 3);
  CHECK(multiples.series[0].points.front().y == 1);
  CHECK(multiples.series[0].points.back().y == Approx(1000));
  CHECK(multiples.series[1].points.back().y == Approx(1002.3).epsilon(1e-3));
  CHECK(multiples.series[2].points.back().y == Approx(5));
  CHECK(years.front().title == "Projected parameters ×1,000, projected GPU memory ×5 from 2020 to 2023");
  const Said loads{{"model", "gpt3-175b"}, {"cluster.system", "dgx-h100"}, {"storage.id", "superpod-h100-better"}};
  const AnsweredRows times = swept(loads, {{"cluster.nodes", "8,16,32,64"}}, {"load.time_direct", "load.time_chain"});
  const std::vector<Chart> charts = study_charts(times);
  REQUIRE(charts.size() == 1);
  const Plot& both = body<Plot>(charts.front());
  REQUIRE(both.series.size() == 2);
  for (std::size_t i = 0; i < 4; ++i)
    CHECK(both.series[1].points[i].y == times.rows[i].answer.find("load.time_chain")->value);
}

TEST_CASE("The title of a study says what of a stated goal its rows keep", "[studies]") {
  const auto title = [](const char* deadline) {
    const AnsweredRows table = swept(
        gpt3 + Said{{"goal.deadline", deadline}}, {{"cluster.nodes", "16,32,64,128"}}, {"training.calendar_time"});
    return study_charts(table).front().title;
  };
  CHECK_THAT(title("30d"), Catch::StartsWith("Deadline 30.0 days met in "));
  CHECK_THAT(
      title("1d"),
      Catch::StartsWith("Deadline 24.0 h missed in all 4 rows; nearest ") && Catch::Contains("(128 nodes)"));
}

TEST_CASE("A picture that the rows do not make is refused with what differs", "[studies]") {
  const AnsweredRows table =
      swept({{"model", "gpt3-175b"}}, {{"cluster.system", "dgx-a100-640,dgx-h100"}}, {"memory.gpu_capacity"});
  CHECK_THROWS_WITH(study_charts(table, StudyKind::lines), Catch::Contains("these rows differ in system"));
  CHECK_THROWS_WITH(study_charts(table, StudyKind::heat), Catch::Contains("two numeric inputs"));
  CHECK_THROWS_WITH(study_charts(table, StudyKind::front), Catch::Contains("two results"));
  AnsweredRows single = table;
  single.rows.resize(1);
  CHECK_THROWS_WITH(study_charts(single), Catch::Contains("expected two rows or more"));
  CHECK_THROWS_WITH(study_kind("line", "--picture-as"), Catch::Contains("did you mean 'lines'"));
}

TEST_CASE("Values from elsewhere stand where their inputs say", "[studies]") {
  const AnsweredRows table = swept(gpt3, {{"cluster.nodes", "16,32,64,128"}}, {"training.total_step_time"});
  const StudyMarks marks = read_marks("nodes,training.total_step_time,label,series\n64,30d,talk,printed\n", "talk.csv");
  const Chart chart = study_charts(table, {}, marks).front();
  CHECK(chart.subtitle.find("diamonds: printed") != std::string::npos);
  const Plot plot = body<Plot>(chart);
  const Plot::Series& printed = plot.series.back();
  REQUIRE(printed.points.size() == 1);
  CHECK(printed.points.front().x == 64);
  CHECK(printed.points.front().y == 30 * 86400.0);
  CHECK(printed.points.front().label == "talk");
  const Bars& bars = body<Bars>(study_charts(table, StudyKind::bars, marks).front());
  CHECK(bars.rows[2].note == "printed 30.0 days");
  CHECK(bars.rows[1].note.empty());
  CHECK_THROWS_WITH(read_marks("nodes\n64\n", "a.csv"), Catch::Contains("no column holds values of a result"));
  CHECK_THROWS_WITH(
      read_marks("nodes,training.total_step_time\n64,soon\n", "a.csv"),
      Catch::Contains("row 1: invalid value for training.total_step_time: 'soon'"));
}

// SPDX-License-Identifier: Apache-2.0
// A study as a page: what is looked at of its rows, and where their numbers come from.
#include "core/pages/study_page.hpp"

#include "core/answer/explanation.hpp"
#include "core/pages/pages.hpp"
#include "core/study/shape.hpp"
#include "core/view/around.hpp"
#include "tests/unit/cases.hpp"

#include <catch2/catch.hpp>

#include <atomic>

using namespace llmsize;
using namespace llmsize::test;

namespace {

const Said gpt3{{"model", "gpt3-175b"},      {"cluster.system", "dgx-h100"}, {"cluster.nodes", "32"},
                {"workload.tokens", "300B"}, {"layout.tensor", "8"},         {"layout.pipeline", "8"}};

AnsweredRows over_nodes() {
  Study study{.name = {}, .notes = {}, .results = {}, .base = scenario_of(gpt3), .axes = {}};
  study.axes.push_back(read_axis("cluster.nodes", "16,32,64", {"nodes"}));
  return answered_study(study, query_of(study), built_in());
}

const Grid& rows_of(const Page& page) { return std::get<Grid>(page.charts.back().body); }

}  // namespace

TEST_CASE("a study tells how many rows fit, the least and the most of what is drawn", "[pages][studies]") {
  const AnsweredRows table = over_nodes();
  const Page page = study_page("GPT-3", table, {});
  CHECK(page.id == "study");
  CHECK(page.figures.front().value == "3");
  CHECK(page.figures.at(1).label == "Lowest time to train (wall clock)");
  CHECK(page.figures.at(1).qualifier == "64 nodes");
  CHECK(page.figures.at(2).qualifier == "16 nodes");
  CHECK(rows_of(page).rows.size() == 3);
  // What is varied does not come again as a result.
  CHECK(std::count(rows_of(page).header.begin(), rows_of(page).header.end(), "Nodes") == 1);
}

TEST_CASE("rows say their verdict in the words of the pages", "[pages][studies]") {
  Study study{.name = {}, .notes = {}, .results = {}, .base = scenario_of(gpt3), .axes = {}};
  study.base.set("goal.deadline", "20d", {"deadline"});
  study.axes.push_back(read_axis("cluster.nodes", "1,32,64,256", {"nodes"}));
  const AnsweredRows table = answered_study(study, query_of(study), built_in());
  std::vector<std::string_view> words;
  for (const AnsweredRow& row : table.rows) words.push_back(state_words(row));
  CHECK(words[1] == "misses the deadline");
  CHECK(words.back() == "meets the deadline");
  const Page page = study_page("GPT-3", table, {});
  CHECK(page.verdict_label == "1 of 4 rows meet the deadline");
  study.base.set("goal.deadline", "36d", {"deadline"});
  study.axes = {read_axis("cluster.nodes", "50,256", {"nodes"})};
  const AnsweredRows close = answered_study(study, query_of(study), built_in());
  CHECK(state_words(close.rows.front()) == "meets it at P50 only");
  CHECK(study_page("GPT-3", close, {}).verdict_label == "All rows meet the deadline, 1 at P50 only");
  // What has to be bought has its place in the table.
  const std::vector<std::string>& header = rows_of(page).header;
  for (const char* each : {"Racks", "Training energy"})
    CHECK(std::any_of(header.begin(), header.end(), [&](const std::string& title) { return title.find(each) == 0; }));
}

TEST_CASE("a study that was stopped says of how many rows it has some", "[pages][studies]") {
  Study study{.name = {}, .notes = {}, .results = {}, .base = scenario_of(gpt3), .axes = {}};
  study.axes.push_back(read_axis("cluster.nodes", "16,32,64", {"nodes"}));
  std::atomic<std::size_t> done = 0;  // rows are answered on several threads
  const AnsweredRows table = answered_study(
      study, query_of(study), built_in(), [&](std::size_t rows) { done = rows; }, [&] { return done > 0; });
  CHECK(table.rows.size() < 3);
  REQUIRE(!table.rows.empty());
  StudyLook look;
  look.asked = 3;
  CHECK(study_page("GPT-3", table, look).figures.front().qualifier == "of 3, stopped");
}

TEST_CASE("every number of a study is explained from the scenario that is open", "[pages][studies]") {
  AnsweredRows table = over_nodes();
  const Scenario open =
      scenario_of({{"model", "llama-3.1-70b"}, {"cluster.system", "dgx-h200"}, {"goal.deadline", "9d"}});
  look_from(table, open, {});
  const Page page = study_page("GPT-3", table, {});
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    REQUIRE(table.rows[i].seen);
    const Case plan = complete(changed(open, table.rows[i].seen->way), built_in());
    const double time = explain(plan, "training.calendar_time").value;
    CHECK(time == Approx(table.rows[i].answer.find("training.calendar_time")->value).epsilon(1e-9));
  }
  const Plot& plot = std::get<Plot>(page.charts.front().body);
  for (const Plot::Point& point : plot.series.front().points) CHECK(point.source.name == "training.calendar_time");
}

TEST_CASE("brushed rows are drawn alone, pinned ones stay in sight", "[pages][studies]") {
  AnsweredRows table = over_nodes();
  const StudyLook look{.kind = {}, .result = ResultKey("economics.power"), .kept = {1}, .pinned = {0}};
  look_from(table, table.rows.front().scenario, look);
  const Page page = study_page("GPT-3", table, look);
  CHECK(page.figures.front().qualifier == "of 3, filtered; 1 pinned");
  REQUIRE(rows_of(page).rows.size() == 2);
  CHECK(rows_of(page).rows.front().strong);
  CHECK(page.figures.at(1).label == "Lowest node and appliance power");
  StudyLook one = look;
  one.pinned.clear();
  look_from(table, table.rows.front().scenario, one);
  CHECK(rows_of(study_page("GPT-3", table, one)).rows.size() == 1);
}

TEST_CASE("a scenario is varied in what people would vary first", "[pages][studies]") {
  const auto first = [](const Said& said) {
    const Study study = usual_study(planned("", scenario_of(said), built_in()), built_in());
    return study.axes.empty() ? std::string() : study.axes.front().key;
  };
  CHECK(first(gpt3) == "cluster.nodes");
  CHECK(
      first(
          {{"model", "llama-3.1-70b"},
           {"cluster.system", "dgx-h200"},
           {"workload.mode", "infer"},
           {"serving.rate", "10/s"},
           {"cluster.nodes", "1"}}) == "serving.rate");
  CHECK(
      first({{"model", "bloom-176b"}, {"cluster.system", "dgx-a100-640"}, {"memory.offload", "cpu"}}) ==
      "memory.offload");
  CHECK(first({}).empty());
  const Case plan = completed(gpt3);
  CHECK(values_around("cluster.nodes", plan, built_in()) == "8,16,32,64,128");
  CHECK(values_around("layout.recompute", plan, built_in()).find("full") != std::string::npos);
  CHECK(values_around("cluster.system", plan, built_in()).starts_with("dgx-h100,dgx-"));
}

TEST_CASE("the nodes of a load are drawn over that load", "[pages][studies]") {
  const Said service{
      {"model", "llama-3.1-8b"},
      {"cluster.system", "dgx-h200"},
      {"workload.mode", "infer"},
      {"goal.request_rate", "100/s"}};
  Study study{.name = {}, .notes = {}, .results = {}, .base = scenario_of(service), .axes = {}};
  study.axes.push_back(read_axis("goal.request_rate", "100/s,300/s,1000/s", {"target rate"}));
  const Page page = study_page("8B", answered_study(study, query_of(study), built_in()), {});
  CHECK(page.figures.at(1).label == "Lowest nodes");
  const std::string& title = page.charts.front().title;
  INFO(title);
  CHECK(title.starts_with("Nodes rise from "));
  CHECK(title.find("with target request rate 100 req/s to ") != std::string::npos);
  CHECK(title.ends_with(" with 1,000 req/s"));
}

TEST_CASE("without anything that varies the page says what to do", "[pages][studies]") {
  const Page page = page_of("study", {Subject{}}, built_in());
  CHECK(page.verdict == Page::Verdict::incomplete);
  CHECK(page.charts.front().empty.find("16..128x2") != std::string::npos);
}

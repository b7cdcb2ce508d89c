// SPDX-License-Identifier: Apache-2.0
// Jobs that share a cluster: their nodes add up, and are those of each question on its own.
#include "tests/unit/cases.hpp"

#include "core/portfolio/budget.hpp"
#include "core/portfolio/page.hpp"
#include "core/questions/question.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <random>

namespace llmsize::test {
namespace {

using Catch::Matchers::Contains;

/// A year of jobs drawn at random.
std::vector<NodeRequest> drawn_requests(std::mt19937& random) {
  const auto between = [&](int least, int most) { return std::uniform_int_distribution<int>(least, most)(random); };
  std::vector<NodeRequest> requests(static_cast<std::size_t>(between(1, 8)));
  for (NodeRequest& each : requests)
    each = {static_cast<double>(between(1, 20)), between(1, 12), between(1, 14), between(0, 1) == 1};
  return requests;
}

/// Nodes by month of jobs where a schedule places them.
NodeMonths sum_of(const std::vector<NodeRequest>& requests, const NodeSchedule& schedule) {
  NodeMonths sum{};
  for (std::size_t i = 0; i < requests.size(); ++i)
    if (const auto start = schedule.places[i].start)
      for (int month = *start; month <= last_month(*start, requests[i].months); ++month)
        sum[static_cast<std::size_t>(month - 1)] += requests[i].nodes;
  return sum;
}

constexpr std::uint32_t seed = 7;
constexpr int draws = 500;

TEST_CASE("a month has the nodes of its jobs, and none more than the peak", "[portfolio]") {
  std::mt19937 random(seed);
  for (int i = 0; i < draws; ++i) {
    const auto requests = drawn_requests(random);
    const NodeSchedule all = schedule_nodes(requests);
    CHECK(all.nodes == sum_of(requests, all));
    for (const double month : all.nodes) CHECK(month <= all.peak());
    CHECK(all.nodes[static_cast<std::size_t>(all.peak_month() - 1)] == all.peak());
    CHECK(all.load(all.peak()) <= 1);
    for (std::size_t job = 0; job < requests.size(); ++job) CHECK(all.places[job].start == requests[job].start);
  }
}

TEST_CASE("one job more lowers no month, and the order of jobs changes none", "[portfolio]") {
  std::mt19937 random(seed);
  for (int i = 0; i < draws; ++i) {
    auto requests = drawn_requests(random);
    const NodeMonths all = schedule_nodes(requests).nodes;
    std::shuffle(requests.begin(), requests.end(), random);
    CHECK(schedule_nodes(requests).nodes == all);
    requests.pop_back();
    const NodeMonths fewer = schedule_nodes(requests).nodes;
    for (std::size_t month = 0; month < all.size(); ++month) CHECK(fewer[month] <= all[month]);
  }
}

TEST_CASE("with the nodes of the peak all jobs start as asked", "[portfolio]") {
  std::mt19937 random(seed);
  for (int i = 0; i < draws; ++i) {
    const auto requests = drawn_requests(random);
    const NodeSchedule free = schedule_nodes(requests);
    for (const double more : {0.0, 1.0, 10.0}) {
      const NodeSchedule limited = schedule_nodes(requests, free.peak() + more);
      CHECK(limited.places == free.places);
      CHECK(limited.nodes == free.nodes);
    }
  }
}

TEST_CASE("limited jobs hold no more nodes than there are, and move only to later months of the year", "[portfolio]") {
  std::mt19937 random(seed);
  for (int i = 0; i < draws; ++i) {
    const auto requests = drawn_requests(random);
    constexpr double nodes = 24;
    const NodeSchedule limited = schedule_nodes(requests, nodes);
    CHECK(limited.nodes == sum_of(requests, limited));
    CHECK(limited.peak() <= nodes);
    for (std::size_t job = 0; job < requests.size(); ++job) {
      const NodePlace& place = limited.places[job];
      if (!place.start) {
        CHECK(place.free < requests[job].nodes);
        CHECK(place.free_from >= requests[job].start);
      } else if (*place.start != requests[job].start) {
        CHECK(requests[job].movable);
        CHECK(*place.start > requests[job].start);
        CHECK(*place.start + requests[job].months - 1 <= months_of_year);
      }
    }
  }
}

TEST_CASE("services come first, training jobs wait for their nodes", "[portfolio]") {
  const NodeRequest training{12, 2, 4, true}, service{10, 1, 3, false};
  // The service is second in the sheet.
  const NodeSchedule both = schedule_nodes({training, service}, 20);
  CHECK(both.places[0].start == 4);
  CHECK(both.places[1].start == 1);
  const NodePlace none = schedule_nodes({training, {10, 1, 12, false}}, 20).places[0];
  CHECK(none == NodePlace{{}, 2, 10});
  const NodePlace late = schedule_nodes({training, {10, 1, 10, false}}, 20).places[0];
  CHECK_FALSE(late.start);
}

/// The portfolio of a sheet.
Portfolio portfolio_of(const std::string& text, const ClusterLimits& limits = {}, const Said& over = {}) {
  const PortfolioSheet sheet = read_portfolio(text, "jobs.csv", scenario_of(over));
  return scheduled_portfolio(planned_jobs(sheet.jobs, built_in(), {}, false), sheet.year, limits, built_in());
}

/// The nodes that a question answers.
double nodes_of(std::string_view question, const Said& said) {
  const Asking asking{rows_of({"planning.nodes"})};
  const Answer answer = question_of_name(question).ask(scenario_of(said), built_in(), asking).answer();
  const Result* nodes = answer.find("planning.nodes");
  return nodes ? nodes->value : absent;
}

const std::string training_row = "Base,llama-3-8b,dgx-h100,2T,60d,,2\n",
                  service_row = "Chat,llama-3-70b,dgx-h100,,,20,1\n";
const std::string header = "name,model,system,tokens,deadline,rate,start\n";

TEST_CASE("a portfolio of one job has the nodes of its question", "[portfolio]") {
  const Said training{
      {"model", "llama-3-8b"}, {"cluster.system", "dgx-h100"}, {"workload.tokens", "2T"}, {"goal.deadline", "60d"}};
  const Portfolio base = portfolio_of(header + training_row);
  REQUIRE(base.clusters.size() == 1);
  CHECK(base.clusters.front().schedule.peak() == nodes_of("size", training));
  CHECK(base.places.front().start == 2);
  const Said service{{"model", "llama-3-70b"}, {"cluster.system", "dgx-h100"}, {"serving.rate", "20"}};
  const Portfolio chat = portfolio_of(header + service_row);
  REQUIRE(chat.jobs.front().job.serves());
  CHECK(chat.clusters.front().schedule.peak() == nodes_of("serve", service));
  CHECK(chat.jobs.front().months == months_of_year);
}

TEST_CASE("jobs of a portfolio add up, in any order", "[portfolio]") {
  const Portfolio one = portfolio_of(header + training_row), other = portfolio_of(header + service_row),
                  both = portfolio_of(header + training_row + service_row),
                  turned = portfolio_of(header + service_row + training_row);
  const auto months = [](const Portfolio& each) { return each.clusters.front().schedule.nodes; };
  for (std::size_t month = 0; month < static_cast<std::size_t>(months_of_year); ++month)
    CHECK(months(both)[month] == months(one)[month] + months(other)[month]);
  CHECK(months(turned) == months(both));
  CHECK(both.storage.capacity == one.storage.capacity + other.storage.capacity);
}

TEST_CASE("jobs on different systems share no nodes", "[portfolio]") {
  const std::string other = "Chat,llama-3-70b,dgx-b200,,,20,1\n";
  const Portfolio two = portfolio_of(header + training_row + other);
  REQUIRE(two.clusters.size() == 2);
  CHECK(two.clusters[0].system == "dgx-h100");
  CHECK(two.clusters[1].system == "dgx-b200");
  CHECK_THROWS_WITH(portfolio_of(header + training_row + other, {40.0, {}}), Contains("2 systems"));
}

TEST_CASE("a budget buys the most nodes whose CapEx it covers", "[portfolio]") {
  const Scenario cluster = cluster_of(scenario_of(
      {{"model", "llama-3-8b"},
       {"cluster.system", "dgx-h100"},
       {"cluster.nodes", "3"},
       {"economics.node_price", "400000"}}));
  CHECK_FALSE(cluster.find("model"));
  CHECK_FALSE(cluster.find("cluster.nodes"));
  for (const double budget : {1e6, 20e6, 123456789.0}) {
    const double nodes = affordable_nodes(cluster, budget, built_in());
    CHECK(cluster_capex(cluster, nodes, built_in()) <= budget);
    CHECK(cluster_capex(cluster, nodes + 1, built_in()) > budget);
  }
  CHECK(affordable_nodes(cluster, 20e6, built_in()) == 50);
  CHECK(affordable_nodes(cluster, 1000, built_in()) == 0);
  CHECK(is_absent(affordable_nodes(cluster_of(scenario_of({{"cluster.system", "dgx-h100"}})), 20e6, built_in())));
}

TEST_CASE("a job that gets no nodes is named with what it needs and what is free", "[portfolio]") {
  const double served = portfolio_of(header + service_row).clusters.front().schedule.peak();
  const Portfolio few = portfolio_of(header + training_row + service_row, {served, {}});
  CHECK(few.missing() == 1);
  CHECK_FALSE(few.places[0].start);
  CHECK_THAT(note_of(few, 0), Contains("Does not fit: needs") && Contains("free from"));
  CHECK(note_of(few, 1).empty());
  CHECK_THAT(portfolio_headline(few), Contains("1 of 2 jobs fit") && Contains("1 job does not fit"));
}

TEST_CASE("a service that goes on after December says so", "[portfolio]") {
  const auto note = [](const std::string& until) {
    return note_of(portfolio_of("model,system,rate,start,end,duration\nllama-3-8b,dgx-h100,5," + until + "\n"), 0);
  };
  CHECK(note("11,,6") == "Ends after December: 6 months from November");
  CHECK(note("2027-11,2028-02,") == "Ends after December: 4 months from November");
  CHECK(note("11,,2").empty());
  CHECK(note("11,,").empty());
}

TEST_CASE("months of a sheet are numbers or dates of one year", "[portfolio]") {
  const std::string own = "model,rate,start,end,duration\n";
  const auto job = [&](const std::string& cells) {
    return read_portfolio(own + "llama-3-8b,5," + cells + "\n", "jobs.csv", {}).jobs.front();
  };
  CHECK((job(",,").start == 1 && job(",,").months == 12));
  CHECK((job("4,6,").start == 4 && job("4,6,").months == 3));
  CHECK((job("2027-04,2027-06,").start == 4 && job("2027-04,2027-06,").months == 3));
  CHECK(job("2027-11,2028-02,").months == 4);
  CHECK(job("4,,5").months == 5);
  CHECK(job("4,,45d").months == 2);
  CHECK(read_portfolio(own + "llama-3-8b,5,2027-04-01,,\n", "jobs.csv", {}).year == 2027);
  for (const char* bad : {"0,,", "13,,", "1.5,,", "May,,", "2027-13,,", "6,4,", "1,3,2", "1,,0", "1,,x"}) {
    CAPTURE(bad);
    CHECK_THROWS_WITH(job(bad), Contains("jobs.csv: row 2, column"));
  }
  CHECK_THROWS_WITH(
      read_portfolio(own + "llama-3-8b,5,2027-04,,\nllama-3-8b,5,2028-04,,\n", "jobs.csv", {}),
      Contains("row 3") && Contains("2027"));
}

TEST_CASE("rows without a mode are services where they have traffic", "[portfolio]") {
  const auto job = [](const std::string& row) {
    return read_portfolio("model,tokens,deadline,users,mode,end\n" + row + "\n", "jobs.csv", {}).jobs.front();
  };
  CHECK(job("llama-3-8b,,,20k,,").serves());
  CHECK_FALSE(job("llama-3-8b,2T,,,,").serves());
  CHECK(workload_word(job("llama-3-8b,1B,,,finetune,")) == "Fine-tuning");
  CHECK_THROWS_WITH(job("llama-3-8b,2T,,20k,,"), Contains("row 2") && Contains("column mode"));
  CHECK_THROWS_WITH(job("llama-3-8b,2T,,,,6"), Contains("row 2, column 'end'"));
  CHECK_THROWS_WITH(job(",2T,,,,"), Contains("row 2") && Contains("expected a model"));
  CHECK_THROWS_WITH(
      read_portfolio("model,sytem\nllama-3-8b,dgx-h100\n", "jobs.csv", {}), Contains("unknown column 'sytem'"));
  CHECK_THROWS_WITH(read_portfolio("model,start\n", "jobs.csv", {}), Contains("expected a row per job"));
}

}  // namespace
}  // namespace llmsize::test

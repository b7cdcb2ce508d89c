// SPDX-License-Identifier: Apache-2.0
// Services that share a cluster over a day: never more nodes than each on its own, and those of each question alone.
#include "tests/unit/cases.hpp"

#include "core/portfolio/fleet_page.hpp"
#include "core/questions/question.hpp"
#include "core/view/service_day.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <random>

namespace llmsize::test {
namespace {

using Catch::Matchers::Contains;

double most_of(const DayHours& hours) { return *std::max_element(hours.begin(), hours.end()); }

/// Nodes of one service that shares with none.
double own_peak(const ServiceLoad& load) { return most_of(shared_nodes({load})); }

/// Services drawn at random on nodes of eight GPUs.
std::vector<ServiceLoad> drawn_loads(std::mt19937& random) {
  const auto between = [&](int least, int most) { return std::uniform_int_distribution<int>(least, most)(random); };
  std::vector<ServiceLoad> loads(static_cast<std::size_t>(between(1, 6)));
  for (ServiceLoad& each : loads) {
    const auto& curve = traffic::day_curves[static_cast<std::size_t>(between(0, 3))];
    const double peak_rate = between(1, 300) / 10.0, cold_start = 60.0 * between(0, 30);
    each = {
        hours_of(traffic::served_day(curve, peak_rate, 1, cold_start), between(-12, 14)),
        nodes_of_replica(between(1, 20), 8), static_cast<double>(between(0, 1))};
  }
  return loads;
}

constexpr std::uint32_t fleet_seed = 11;
constexpr int fleet_draws = 300;

TEST_CASE("services together never need more nodes than each with its own", "[fleet]") {
  std::mt19937 random(fleet_seed);
  for (int i = 0; i < fleet_draws; ++i) {
    auto loads = drawn_loads(random);
    const DayHours all = shared_nodes(loads);
    double separate = 0;
    for (const ServiceLoad& each : loads) separate += own_peak(each);
    CHECK(most_of(all) <= separate);
    for (std::size_t hour = 0; hour < all.size(); ++hour) {
      CHECK(all[hour] == std::floor(all[hour]));
      double parts = 0;
      for (const ServiceLoad& each : loads) parts += each.nodes()[hour] + each.spares;
      CHECK(all[hour] >= Approx(parts));
      CHECK(all[hour] < parts + 1);
    }
    std::shuffle(loads.begin(), loads.end(), random);
    CHECK(shared_nodes(loads) == all);
    loads.pop_back();
    const DayHours fewer = shared_nodes(loads);
    for (std::size_t hour = 0; hour < all.size(); ++hour) CHECK(fewer[hour] <= all[hour]);
  }
}

TEST_CASE("a time zone moves a day by its hours and changes nothing else", "[fleet]") {
  const auto office = traffic::find_day_curve("office").value();
  const traffic::ServedDay day = traffic::served_day(office, 40, 1, 300);
  const DayHours local = hours_of(day, 0);
  for (const int ahead : {-12, -5, 0, 1, 8, 14}) {
    const DayHours utc = hours_of(day, ahead);
    for (int hour = 0; hour < 24; ++hour)
      CHECK(utc[static_cast<std::size_t>(hour)] == local[static_cast<std::size_t>((hour + ahead + 24) % 24)]);
  }
  // Half an hour: each hour has a half of two of the local ones.
  const DayHours half = hours_of(day, 5.5);
  CHECK(most_of(half) == most_of(local));
  for (std::size_t hour = 0; hour < 24; ++hour)
    CHECK(half[hour] <= std::max(local[(hour + 5) % 24], local[(hour + 6) % 24]));
}

TEST_CASE("shifting all services by the same hours only turns the clock", "[fleet]") {
  std::mt19937 random(fleet_seed);
  for (int i = 0; i < fleet_draws; ++i) {
    auto loads = drawn_loads(random);
    DayHours all = shared_nodes(loads);
    for (ServiceLoad& each : loads) std::rotate(each.replicas.begin(), each.replicas.begin() + 7, each.replicas.end());
    std::rotate(all.begin(), all.begin() + 7, all.end());
    CHECK(shared_nodes(loads) == all);
  }
}

TEST_CASE("a replica takes its part of a node, or whole nodes", "[fleet]") {
  CHECK(nodes_of_replica(1, 8) == 0.125);
  CHECK(nodes_of_replica(2, 8) == 0.25);
  CHECK(nodes_of_replica(3, 8) == 0.5);  // two fit
  CHECK(nodes_of_replica(5, 8) == 1);
  CHECK(nodes_of_replica(8, 8) == 1);
  CHECK(nodes_of_replica(12, 8) == 2);
  CHECK(nodes_of_replica(16, 8) == 2);
  DayHours three{}, one{};
  three.fill(3);
  one.fill(1);
  // Three quarters and a quarter of a node are one node, seven thirds three.
  CHECK(most_of(shared_nodes({{three, 0.25}, {one, 0.25}})) == 1);
  CHECK(most_of(shared_nodes({{three, 1.0 / 3}, {three, 1.0 / 3}, {one, 1.0 / 3}})) == 3);
  CHECK(most_of(shared_nodes({{one, 2, 1}, {one, 0.5, 1}})) == 5);
}

/// The fleet of a sheet.
Fleet fleet_of(const std::string& text, const ClusterLimits& limits = {}, const Said& over = {}) {
  const auto services = read_fleet(text, "fleet.csv", scenario_of(over));
  return shared_fleet(planned_services(services, built_in(), {}, false), limits, built_in());
}

/// The nodes that `serve` plans.
double served_nodes(const Said& said) {
  const Asking asking{rows_of({"planning.nodes"})};
  const Answer answer = question_of_name("serve").ask(scenario_of(said), built_in(), asking).answer();
  return answer.find("planning.nodes")->value;
}

const std::string fleet_header = "name,model,system,users,traffic,day_curve,utc_offset\n";
const std::string europe = "Europe,llama-3.1-70b,dgx-h200,2M,chat,office,1\n",
                  america = "America,llama-3.1-70b,dgx-h200,2M,chat,office,-6\n",
                  search = "Search,llama-3.1-8b,dgx-h200,500k,rag,,\n";

TEST_CASE("a fleet of one service has the nodes of its question", "[fleet]") {
  for (const char* users : {"20k", "700k", "2M", "5M"})
    for (const char* curve : {"flat", "office", "consumer"}) {
      CAPTURE(users, curve);
      const Said said{
          {"model", "llama-3.1-70b"},
          {"cluster.system", "dgx-h200"},
          {"traffic.users", users},
          {"traffic.id", "chat"},
          {"traffic.day_curve", curve}};
      const Fleet fleet = fleet_of(
          "model,system,users,traffic,day_curve\nllama-3.1-70b,dgx-h200," + std::string(users) + ",chat," + curve +
          "\n");
      REQUIRE(fleet.clusters.size() == 1);
      CHECK(fleet.clusters.front().peak() == served_nodes(said));
      CHECK(fleet.clusters.front().separate == fleet.clusters.front().peak());
    }
}

TEST_CASE("more users never need fewer nodes", "[fleet]") {
  // Services take parts of nodes, which grow with their load, also where the replicas are given.
  for (const Said& over : {Said{}, Said{{"layout.tensor", "4"}}}) {
    double before = 0;
    for (const char* users : {"10k", "30k", "100k", "300k", "600k", "1M", "2M", "4M"}) {
      const std::string chat = std::string("Chat,llama-3.1-70b,dgx-h200,") + users + ",chat,office,1\n";
      const double nodes = fleet_of(fleet_header + chat + america + search, {}, over).clusters.front().peak();
      CAPTURE(users);
      CHECK(nodes >= before);
      before = nodes;
    }
  }
}

TEST_CASE("small services share a node where they take parts of it", "[fleet]") {
  const std::string two = "A,llama-3.1-8b,dgx-h200,10k,chat,office,1\nB,llama-3.1-8b,dgx-h200,10k,rag,office,1\n";
  const FleetCluster shared = fleet_of(fleet_header + two).clusters.front();
  CHECK(shared.peak() == 1);
  CHECK(shared.separate == 2);
}

TEST_CASE("services with different busy hours share nodes", "[fleet]") {
  const Fleet fleet = fleet_of(fleet_header + europe + america + search);
  REQUIRE(fleet.clusters.size() == 1);
  const FleetCluster& cluster = fleet.clusters.front();
  CHECK(cluster.peak() < cluster.separate);
  CHECK(cluster.nodes_by_hour[cluster.peak_hour()] == cluster.peak());
  for (const double nodes : cluster.nodes_by_hour) CHECK(nodes <= cluster.peak());
  // The search has no curve: the same all day, on a part of a node.
  CHECK_FALSE(fleet.services[2].varies());
  CHECK(fleet.services[0].most_replicas() == fleet.services[1].most_replicas());
  CHECK(fleet.services[0].load.nodes_of_replica < 1);
  CHECK(fleet.fits());
  CHECK_THAT(
      fleet_headline(fleet), Contains("serve all 3 services at the same time of day") &&
                                 Contains("if each had its own.\nSharing needs") &&
                                 Contains("Assumed: weights on local NVMe"));
}

TEST_CASE("the same time zone for all moves no node", "[fleet]") {
  const auto peak = [](const std::string& one, const std::string& other) {
    const Fleet fleet = fleet_of(
        fleet_header + "A,llama-3.1-70b,dgx-h200,2M,chat,office," + one + "\nB,llama-3.1-8b,dgx-h200,5M,rag,consumer," +
        other + "\n");
    return fleet.clusters.front().peak();
  };
  CHECK(peak("0", "-7") == peak("8", "1"));
  CHECK(peak("-5", "2") == peak("0", "7"));
  CHECK(peak("5.5", "9.5") == peak("1.5", "5.5"));
}

TEST_CASE("a fleet is answered alike each time", "[fleet]") {
  const auto text = [] {
    const Fleet fleet = fleet_of(fleet_header + europe + america + search);
    return fleet_json(fleet).dump() + fleet_rows_json(fleet, fleet_rows(fleet, {})).dump();
  };
  CHECK(text() == text());
}

TEST_CASE("nodes that are given fit the peak or are too few", "[fleet]") {
  const double peak = fleet_of(fleet_header + europe + america).clusters.front().peak();
  const Fleet enough = fleet_of(fleet_header + europe + america, {peak, {}});
  CHECK(enough.fits());
  CHECK_THAT(fleet_headline(enough), Contains("all 2 services fit") && Contains("✓"));
  const Fleet few = fleet_of(fleet_header + europe + america, {peak - 1, {}});
  CHECK_FALSE(few.fits());
  CHECK(few.clusters.front().hours_short() > 0);
  CHECK_THAT(
      fleet_headline(few), Contains("1 node too few for all 2 services") && Contains("✗ The nodes are too few."));
}

TEST_CASE("services on different systems share no nodes", "[fleet]") {
  const std::string other = "Other,llama-3.1-70b,dgx-b200,2M,chat,office,-6\n";
  const Fleet two = fleet_of(fleet_header + europe + other);
  REQUIRE(two.clusters.size() == 2);
  CHECK(two.clusters[0].peak() == two.services[0].nodes);
  CHECK(two.clusters[1].peak() == two.services[1].nodes);
  CHECK_THROWS_WITH(fleet_of(fleet_header + europe + other, {40.0, {}}), Contains("services are on 2 systems"));
}

TEST_CASE("a service with its own nodes holds them all day, with its spare nodes", "[fleet]") {
  const std::string own = "model,system,users,traffic,day_curve,nodes,spare_nodes\n";
  const Fleet fleet = fleet_of(own + "llama-3.1-70b,dgx-h200,2M,chat,office,12,1\n");
  for (const double nodes : fleet.clusters.front().nodes_by_hour) CHECK(nodes == 13);
}

TEST_CASE("a cold start has the load from storage where one is named", "[fleet]") {
  const std::string stored = "model,system,users,traffic,day_curve,storage\nllama-3.1-70b,dgx-h200,2M,chat,office,";
  const Fleet bare = fleet_of(stored + "\n"), loaded = fleet_of(stored + "ddn-ai400x2-turbo\n");
  CHECK(bare.services.front().cold_start == 60);
  CHECK_FALSE(bare.services.front().loads_from_storage);
  CHECK(loaded.services.front().cold_start > 60);
  CHECK(loaded.services.front().loads_from_storage);
  CHECK_THAT(fleet_headline(loaded), Contains("within the hour of sharing") && !Contains("Assumed"));
  const Fleet slow = fleet_of(stored + "ddn-ai400x2-turbo\n", {}, {{"engine.warmup", "2h"}});
  CHECK_THAT(fleet_headline(slow), Contains("longer than the hour of sharing"));
}

TEST_CASE("the time zone of a row is hours from -12 to 14", "[fleet]") {
  const auto service = [](const std::string& column, const std::string& cell) {
    return read_fleet("model,rate," + column + "\nllama-3-8b,5," + cell + "\n", "fleet.csv", {}).front();
  };
  CHECK(service("utc_offset", "-9.5").utc_offset == -9.5);
  CHECK(service("UTC offset (hours)", "14").utc_offset == 14);
  CHECK(service("utc_offset", "").utc_offset == 0);
  CHECK(service("name", "Chat").name == "Chat");
  CHECK(service("name", "").name == "llama-3-8b");
  for (const char* bad : {"-12.5", "15", "noon"}) {
    CAPTURE(bad);
    CHECK_THROWS_WITH(service("utc_offset", bad), Contains("fleet.csv: row 2, column 'utc_offset'"));
  }
  CHECK_THROWS_WITH(service("mode", "train"), Contains("row 2: mode 'train'") && Contains("llmsize portfolio"));
}

}  // namespace
}  // namespace llmsize::test

// SPDX-License-Identifier: Apache-2.0
// Switches and cables of published machines, and what holds for every fabric.
#include "tests/support/fixtures.hpp"
#include "tests/unit/cases.hpp"

#include "core/answer/findings.hpp"
#include "core/fabric/traffic.hpp"
#include "core/files/document.hpp"
#include "core/formula/functions.hpp"
#include "core/registry/registry.hpp"
#include "core/validation/bom_report.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <random>

namespace llmsize::test {
namespace {

/// So many nodes of eight rails on switches of 64 ports.
Said eight_rails(int nodes) {
  return {{"cluster.nodes", std::to_string(nodes)}, {"fabric.rails", "8"}, {"switch.ports", "64"}};
}
const Said superpod{{"cluster.system", "dgx-h100"}, {"fabric.id", "superpod-h100"}};

/// The numbers of a case, each computed once.
class Counts {
 public:
  explicit Counts(const Said& said) : plan_(completed(said)), values_(plan_.values, dependents()) {}
  double operator[](std::string_view id) const {
    return find_result(id) ? row_of(id).value(values_) : plan_[key_named(id)];
  }

 private:
  Case plan_;
  Once values_;
};

double divisor_by_trial(int n, double k) {
  for (int each = 1; each <= n; ++each)
    if (n % each == 0 && each >= k) return each;
  return absent;
}

}  // namespace

TEST_CASE("the least divisor is that of a trial", "[fabric]") {
  for (int n = 1; n <= 200; ++n)
    for (int half = 0; half <= 2 * n + 4; ++half) {
      const double k = half / 2.0, found = least_divisor(n, k), tried = divisor_by_trial(n, k);
      CAPTURE(n, k);
      CHECK((found == tried || (is_absent(found) && is_absent(tried))));
    }
  CHECK(is_absent(least_divisor(2.5, 1)));
  CHECK(is_absent(least_divisor(absent, 1)));
  CHECK(is_absent(least_divisor(8, absent)));
  CHECK(is_absent(least_divisor(1e12, 1)));
}

TEST_CASE("DGX H100 in scalable units of 32, as printed", "[fabric]") {
  // NVIDIA DGX SuperPOD H100 reference architecture RA-11333-001 V11, Table 4.
  const struct {
    int nodes, leaves, spines, node_cables, leaf_cables;
  } printed[] = {{31, 8, 4, 252, 256}, {63, 16, 8, 508, 512}, {95, 24, 16, 764, 768}, {127, 32, 16, 1020, 1024}};
  for (const auto& each : printed) {
    const Counts counts(superpod + Said{{"cluster.nodes", std::to_string(each.nodes)}});
    CAPTURE(each.nodes);
    CHECK(counts["fabric.leaves"] == each.leaves);
    CHECK(counts["fabric.spines"] == each.spines);
    CHECK(counts["fabric.node_cables"] == each.node_cables);
    CHECK(counts["fabric.leaf_cables"] == each.leaf_cables);
  }
}

TEST_CASE("few nodes without a scalable unit", "[fabric]") {
  const Counts five(eight_rails(5));
  CHECK(five["fabric.leaves"] == 1);
  CHECK(five["fabric.spines"] == 0);
  // Uplinks of odd numbers of nodes rise to a number that few spines divide.
  CHECK(Counts(eight_rails(17))["fabric.spines"] == 3);
  CHECK(Counts(eight_rails(17))["fabric.uplinks"] == 18);
  CHECK(Counts(eight_rails(29))["fabric.spines"] == 4);
  CHECK(Counts(eight_rails(31))["fabric.spines"] == 4);
}

TEST_CASE("three tiers", "[fabric]") {
  const Counts counts(eight_rails(512));
  CHECK(counts["fabric.tiers"] == 3);
  CHECK(counts["fabric.leaves"] == 128);
  CHECK(counts["fabric.spines"] == 128);
  CHECK(counts["fabric.cores"] == 64);
  CHECK(counts["fabric.core_cables"] == 4096);
}

TEST_CASE("published component tables", "[fabric]") {
  const BomReport report =
      read_bom(read_file(tests::fixture("component-tables.csv")), "component-tables.csv", built_in());
  const Json results = bom_results(report);
  const double values = results.at("validation.bom.values").at("value");
  const double exact_values = results.at("validation.bom.exact").at("value");
  CHECK(values >= 200);
  CHECK(exact_values >= 0.98 * values);
}

TEST_CASE("no switch has more links than ports, and every leaf as many to each spine", "[fabric]") {
  std::mt19937 random(7);
  const auto pick = [&](auto... values) {
    const std::array all{std::string(values)...};
    return all[random() % all.size()];
  };
  for (int i = 0; i < 400; ++i) {
    const Said said{
        {"cluster.nodes", std::to_string(2 + random() % 700)},
        {"fabric.rails", pick("1", "2", "4", "6", "8", "16")},
        {"switch.ports", pick("32", "36", "40", "64", "128", "144")},
        {"fabric.oversubscription", pick("1", "1", "1.5", "2", "3")},
        {"fabric.unit_nodes", pick("1", "1", "8", "32")},
        {"fabric.planes", pick("1", "1", "2")},
        {"fabric.attachment", pick("rail", "rail", "tree")}};
    const Counts counts(said);
    for (const auto& [key, text] : said) UNSCOPED_INFO(key << " " << text);
    const double down = counts["fabric.downlinks"], up = counts["fabric.uplinks"], ports = counts["switch.ports"];
    if (is_absent(counts["fabric.switches"])) continue;  // too large for three tiers
    CHECK(down + up <= ports);
    CHECK(up >= 0);
    CHECK(counts["fabric.plane_leaves"] * down >= counts["fabric.nodes_built"] * counts["fabric.rails"]);
    CHECK(counts["fabric.switches"] == counts["fabric.leaves"] + counts["fabric.spines"] + counts["fabric.cores"]);
    const double spines = counts["fabric.pod_spines"];
    if (spines == 0) continue;
    const double shared = up / spines;
    CHECK(shared == std::floor(shared));
    CHECK(counts["fabric.leaves_per_pod"] * shared + counts["fabric.spine_uplinks"] <= counts["switch.spine_ports"]);
    if (counts["fabric.tiers"] < 3) continue;
    CHECK(counts["fabric.cores"] * counts["switch.core_ports"] >= counts["fabric.core_links"]);
  }
}

TEST_CASE("a higher oversubscription never needs more switches", "[fabric]") {
  for (int nodes = 2; nodes <= 300; nodes += 1 + nodes / 9) {
    double before = 1e9;
    for (const char* ratio : {"1", "1.5", "2", "3", "7"}) {
      const Counts counts(eight_rails(nodes) + Said{{"fabric.oversubscription", ratio}});
      CAPTURE(nodes, ratio);
      CHECK(counts["fabric.switches"] <= before);
      before = counts["fabric.switches"];
    }
  }
}

TEST_CASE("a fabric that no switches connect is told", "[fabric]") {
  const Case plan = completed({{"cluster.system", "dgx-h100"}, {"cluster.nodes", "100000"}});
  const Once values(plan.values, dependents());
  const auto all = findings();
  const auto broken = [&](std::string_view id) {
    return std::any_of(all.begin(), all.end(), [&](const FindingRow& rule) {
      return rule.about->id == id && rule.margin(values) < 0;
    });
  };
  CHECK(broken("fabric.too_large"));
}

/// Errors of a bill of materials.
std::vector<std::string> errors_with(const Said& said) {
  const Case plan = completed(Said{{"cluster.system", "dgx-h100"}, {"cluster.nodes", "127"}} + said);
  std::vector<std::string> ids;
  for (const FindingRow* rule : broken_errors(Once(plan.values, dependents()))) ids.emplace_back(rule->about->id);
  return ids;
}

TEST_CASE("a leaf has no more links than ports, a rack no more nodes than height and power", "[fabric]") {
  CHECK(errors_with({}).empty());
  CHECK(errors_with({{"fabric.nodes_per_leaf_given", "64"}}).empty());
  CHECK(errors_with({{"fabric.nodes_per_leaf_given", "65"}}) == std::vector<std::string>{"fabric.no_ports"});
  // 42 rack units hold five nodes of 8.
  CHECK(errors_with({{"room.nodes_per_rack_given", "5"}}).empty());
  CHECK(errors_with({{"room.nodes_per_rack_given", "6"}}) == std::vector<std::string>{"bom.node_too_high"});
  CHECK(errors_with({{"economics.rack_power", "10.2kW"}}).empty());
  CHECK(errors_with({{"economics.rack_power", "10.1kW"}}) == std::vector<std::string>{"bom.node_too_hot"});
}

TEST_CASE("one node needs no network of its own", "[fabric]") {
  const Counts one({{"cluster.system", "dgx-h100"}, {"cluster.nodes", "1"}});
  for (const std::string_view id :
       {"fabric.switches", "fabric.node_cables", "bom.storage_switches", "bom.inband_switches", "bom.oob_switches",
        "bom.management_servers"}) {
    CAPTURE(id);
    CHECK(one[id] == 0);
  }
  CHECK(one["bom.racks"] == 1);
}

TEST_CASE("traffic on an oversubscribed fabric", "[fabric]") {
  // 512 nodes of 8 GPUs, 32 nodes per leaf, 2:1.
  const Said base{
      {"model", "gpt3-175b"},
      {"cluster.system", "dgx-h100"},
      {"cluster.nodes", "512"},
      {"fabric.unit_nodes", "32"},
      {"layout.tensor", "8"},
      {"layout.pipeline", "1"},
      {"workload.global_batch", "4096"},
      {"fabric.nodes_per_leaf_given", "32"}};
  const auto time = [&](const Said& more) { return result(completed(base + more), "training.gradient_exchange"); };
  const double open = time({});
  // Of 32 members on a leaf one sends out: a ring of all nodes loses nothing; scattered neither, 1 + 511·32/512 are
  // near.
  CHECK(time({{"fabric.oversubscription", "2"}}) == open);
  CHECK(time({{"fabric.oversubscription", "2"}, {"fabric.placement", "scattered"}}) == open);
  CHECK(time({{"fabric.planes", "2"}, {"fabric.planes_lost", "1"}}) > open);

  const auto shares = [&](const Said& more, const auto& share) {
    const Case plan = completed(base + more);
    return share(Once(plan.values, dependents()));
  };
  const auto packed_ring = [](const Once& x) { return double(fabric::ring_share(64.0, 1.0, x)); };
  const auto ring_of_leaves = [](const Once& x) { return double(fabric::ring_share(16.0, 32.0, x)); };
  const auto all_to_all = [](const Once& x) { return double(fabric::exchange_share(64.0, x)); };
  const Said two{{"fabric.oversubscription", "2"}}, scattered{{"fabric.placement", "scattered"}};
  CHECK(shares(two, packed_ring) == 1);
  CHECK(shares(two, ring_of_leaves) == 0.5);
  // Half of what 64 packed nodes exchange leaves their leaf: hardly more than it carries.
  CHECK(1 / shares(two, all_to_all) == Approx(2.0 * 32 / 63));
  CHECK(1 / shares(two + scattered, all_to_all) == Approx(1.88).margin(0.006));
  for (const Said& each : {Said{}, scattered, Said{{"fabric.oversubscription", "1"}}}) {
    CHECK(shares(each, packed_ring) == 1);
    CHECK(shares(each, ring_of_leaves) == 1);
    CHECK(shares(each, all_to_all) == 1);
    CHECK(
        result(completed(base + each), "training.total_step_time") ==
        result(completed(base), "training.total_step_time"));
  }
}

TEST_CASE("more nodes never need fewer leaves, racks or watts", "[fabric]") {
  std::map<std::string_view, double> before;
  for (int nodes = 1; nodes <= 600; nodes += 1 + nodes / 8) {
    const Counts counts({{"cluster.system", "dgx-h100"}, {"cluster.nodes", std::to_string(nodes)}});
    CAPTURE(nodes);
    for (const std::string_view id :
         {"fabric.leaves", "fabric.node_cables", "bom.racks", "bom.oob_switches", "power.it", "power.facility"}) {
      CHECK(counts[id] >= before[id]);
      before[id] = counts[id];
    }
  }
}

TEST_CASE("a dragonfly of one group has no links between groups", "[fabric]") {
  const Counts one(
      {{"cluster.nodes", "100"}, {"fabric.rails", "4"}, {"switch.ports", "64"}, {"fabric.attachment", "dragonfly"}});
  CHECK(one["fabric.leaves"] == 25);
  CHECK(one["fabric.core_cables"] == 0);
  // HPE Slingshot at its largest: 545 groups of 32 switches with 16 endpoints each.
  const Counts most(
      {{"cluster.nodes", "279040"}, {"fabric.rails", "1"}, {"switch.ports", "64"}, {"fabric.attachment", "dragonfly"}});
  CHECK(most["fabric.leaves"] == 17440);
}

TEST_CASE("parts of the power add up", "[fabric]") {
  for (const char* system : {"dgx-h100", "dgx-b200", "gb200-nvl72", "amd-mi300x-8", "frontier"}) {
    const Counts counts({{"cluster.system", system}, {"cluster.nodes", "48"}});
    CAPTURE(system);
    CHECK(
        counts["power.it"] ==
        Approx(counts["power.nodes"] + counts["power.network"] + counts["power.storage"] + counts["power.management"]));
    CHECK(counts["power.facility"] == Approx(counts["power.it"] * counts["power.pue"]));
    CHECK(counts["power.annual_pue"] > 1);
    CHECK(counts["power.pue"] > counts["power.annual_pue"]);
    CHECK(
        counts["bom.racks"] == counts["bom.compute_racks"] + counts["bom.network_racks"] + counts["bom.storage_racks"]);
  }
}

TEST_CASE("what a megawatt feeds", "[fabric]") {
  // Nodes of eight draw nine tenths of the IT power: network 7%, storage 2%, losses and management 2%.
  const auto most = [](const std::string& system, double watts, std::string_view power) {
    int nodes = 0;
    const auto fits = [&](int count) {
      return Counts(
                 {{"cluster.system", system},
                  {"cluster.nodes", std::to_string(count)},
                  {"power.network_share", "7%"},
                  {"bom.management_nodes", "0"},
                  {"bom.managers_each", "0"},
                  {"economics.pue", "1.2"}})[power] <= watts;
    };
    while (fits(nodes + 1)) ++nodes;
    return nodes;
  };
  CHECK(most("dgx-h100", 1e6, "power.it") == 88);
  CHECK(most("dgx-h100", 1e6, "power.facility") == 73);
  CHECK(most("dgx-b200", 1e6, "power.it") == 63);
  CHECK(most("dgx-b200", 1e6, "power.facility") == 52);
}

}  // namespace llmsize::test

// SPDX-License-Identifier: Apache-2.0
// Which claims hold together: what was hidden is found again, and what cannot hold is told apart.
#include "core/audit/audit.hpp"
#include "core/files/bad_input.hpp"
#include "core/planning/targets.hpp"
#include "tests/unit/cases.hpp"

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <algorithm>

namespace llmsize::test {
namespace {

const Said bloom{{"model", "bloom-176b"},       {"cluster.system", "dgx-a100-320"},   {"cluster.nodes", "1"},
                 {"node.storage_nics", "8"},    {"node.storage_nic_rate", "200Gb/s"}, {"storage.id", "ddn-ai400x2"},
                 {"workload.mode", "infer"},    {"workload.sequence", "32"},          {"serving.batch", "16"},
                 {"memory.resident_share", "0"}};

std::map<std::string, Case> on_all_targets() {
  std::map<std::string, Case> cases;
  for (const Scenario& on : on_targets(scenario_of(bloom), built_in()))
    cases.emplace(on.find("memory.offload")->value.word, complete(on, built_in()));
  return cases;
}

Audit audited(const std::vector<const char*>& claims, const std::vector<const char*>& hidden) {
  std::vector<Claim> read;
  for (const char* claim : claims) read.push_back(read_claim(claim));
  std::vector<Hidden> inputs;
  for (const char* each : hidden) inputs.push_back(read_hidden(each));
  return audit(read, inputs, on_all_targets());
}

TEST_CASE("of the four claims of the offload talk three hold together", "[audit]") {
  const Audit found = audited(
      {"shared:offload.throughput/nvme:offload.throughput=2", "shared:offload.throughput/cpu:offload.throughput=1+-1%",
       "shared:storage.read/nvme:node.nvme_read=5", "shared:offload.gpu_efficiency=85%"},
      {"path.rate=1GB/s..30GB/s", "node.nvme_read=5GB/s..60GB/s"});
  CHECK_FALSE(found.together.holds);
  REQUIRE_FALSE(found.sets.empty());
  CHECK(found.sets.front().claims == std::vector<std::size_t>{0, 1, 2});
  CHECK(found.sets.front().hidden[0] == Approx(4.5e9).epsilon(0.15));
  CHECK(found.sets.front().hidden[1] == Approx(18e9).epsilon(0.15));
  // Drives do not move what shared storage gives; the engine moves both alike.
  CHECK(found.sensitivities[1][0] == Approx(0).margin(0.01));
  CHECK(found.sensitivities[2][1] == Approx(-1).epsilon(0.01));
}

TEST_CASE("a hidden rate is found again from what it led to", "[audit]") {
  Said told = bloom + Said{{"node.nvme_read", "23GB/s"}, {"memory.offload", "nvme"}};
  const Scenario on = on_targets(scenario_of(told), built_in())[2];
  const double rate = result(complete(on, built_in()), "offload.throughput");
  const std::string claim = fmt::format("nvme:offload.throughput={}+-0.1%", rate);
  const Audit found = audited({claim.c_str()}, {"node.nvme_read=5GB/s..60GB/s"});
  REQUIRE(found.together.holds);
  CHECK(found.together.hidden[0] == Approx(23e9).epsilon(0.01));
}

TEST_CASE(
    "a hidden degree is whole and divides the model, whatever between two of them would serve a claim", "[audit]") {
  const Said training{{"model", "llama-3-8b"}, {"cluster.system", "dgx-h100"}, {"cluster.nodes", "4"}};
  const std::map<std::string, Case> cases{{"", complete(scenario_of(training), built_in())}};
  for (const char* claimed : {"training.mfu=30%", "training.mfu=40%", "training.mfu=50%"}) {
    CAPTURE(claimed);
    const Audit found = audit({read_claim(claimed)}, {read_hidden("layout.tensor=1..8")}, cases);
    const double degree = found.best().hidden.at(0);
    CHECK((degree == 1 || degree == 2 || degree == 4 || degree == 8));
  }
}

TEST_CASE("claims and ranges that cannot be read are refused", "[audit]") {
  for (const char* claim :
       {"", "offload.throughput", "offload.throughput=fast", "offload.thrughput=2", "tape:offload.throughput=2",
        "offload.throughput=2+-200%", "offload.throughput=0", "offload.throughput/=2"}) {
    CAPTURE(claim);
    CHECK_THROWS_AS(read_claim(claim), BadInput);
  }
  for (const char* hidden :
       {"", "path.rate", "path.rate=1GB/s", "path.rat=1GB/s..2GB/s", "path.rate=2GB/s..1GB/s", "path.rate=0..1GB/s",
        "path.rate=1..two"}) {
    CAPTURE(hidden);
    CHECK_THROWS_AS(read_hidden(hidden), BadInput);
  }
  const Claim claim = read_claim(" offload.throughput / tier.supply_read = 3 ± 5% ");
  CHECK(claim.claimed == 3);
  CHECK(claim.tolerance == Approx(0.05));
}

}  // namespace
}  // namespace llmsize::test

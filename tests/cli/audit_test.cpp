// SPDX-License-Identifier: Apache-2.0
// llmsize audit: what it answers people and programs, and what it refuses.
#include "answers.hpp"

#include <catch2/catch.hpp>

namespace llmsize::tests {
namespace {

using Catch::Contains;
using Json = nlohmann::json;

const std::string line =
    "audit --scenario ddn-bloom-176b --claim nvme:storage.read/nvme:node.nvme_read=5 --claim "
    "shared:offload.throughput/nvme:offload.throughput=2 --claim "
    "shared:offload.throughput/cpu:offload.throughput=1+-1% --claim shared:offload.gpu_efficiency=85% --hidden "
    "path.rate=1GB/s..30GB/s --hidden node.nvme_read=5GB/s..60GB/s";

TEST_CASE("Of the claims of the offload talk three are consistent, and the odd one is named") {
  CHECK_THAT(output(line), Contains("3 of 4 claims are consistent with offload engine bandwidth limit per GPU 4."));
  const Json found = document(line);
  CHECK(found.at("results").at("audit.claims").at("value") == 4);
  CHECK(found.at("results").at("audit.together").at("value") == 3);
  REQUIRE(found.at("rows").size() == 4 + 2 + 1);
  for (const std::size_t claim : {0u, 1u, 2u}) CHECK(found.at("rows").at(claim).at("holds") == true);
  CHECK(found.at("rows").at(3).at("holds") == false);
  CHECK(found.at("rows").at(4).at("hidden") == "path.rate");
  CHECK(found.at("rows").at(6).at("together").size() == 3);
  CHECK(lines(output(line + " --csv")) == 5);
}

TEST_CASE("A scenario brings its claims and hidden inputs, which options replace") {
  const Json found = document("audit --scenario ddn-bloom-176b");
  CHECK(found.at("results") == document(line).at("results"));
  CHECK(found.at("rows") == document(line).at("rows"));
  const Json one = document("audit --scenario ddn-bloom-176b --claim shared:offload.gpu_efficiency=85%");
  CHECK(one.at("results").at("audit.claims").at("value") == 1);
  CHECK(one.at("results").at("audit.together").at("value") == 0);
}

TEST_CASE("Claims that cannot be read or are not told are refused") {
  check_line_refused("audit", usage, {"--claim"});
  check_line_refused("audit --claim offload.throughput=2", usage, {"--hidden"});
  check_line_refused(
      "audit --claim shard:offload.throughput=2 --hidden path.rate=1GB/s..2GB/s", usage, {"did you mean 'shared'?"});
  check_line_refused(
      "audit --claim offload.througput=2 --hidden path.rate=1GB/s..2GB/s", usage, {"'offload.throughput'"});
  check_line_refused("audit --claim offload.throughput=2 --hidden path.rate=2GB/s", usage, {"KEY=LOW..HIGH"});
  check_line_refused(
      "audit --claim training.step_time=2s --hidden path.rate=1GB/s..2GB/s", data, {"not computed by the scenario"});
}

}  // namespace
}  // namespace llmsize::tests

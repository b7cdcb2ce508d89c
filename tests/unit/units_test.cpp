// SPDX-License-Identifier: Apache-2.0
// How numbers of cases are written: memory in GiB, rates with what they count, money with its currency.
#include "core/answer/findings.hpp"
#include "core/inputs/list.hpp"
#include "core/view/around.hpp"
#include "core/view/words.hpp"
#include "tests/unit/cases.hpp"

#include <catch2/catch.hpp>

namespace llmsize::test {
namespace {

Around around(const Said& said) { return Around(scenario_of(said), built_in()); }

const Said sixteen_h100{{"model", "gpt3-175b"}, {"cluster.system", "dgx-h100"}, {"cluster.nodes", "16"},
                        {"layout.tensor", "8"}, {"layout.pipeline", "16"},      {"workload.tokens", "300B"}};

TEST_CASE("Every rate says what it counts") {
  for (const ResultRow& row : results()) {
    CAPTURE(row.about->id);
    CHECK(row.about->unit != Unit::per_second);
  }
  for (const InputRow& row : inputs()) {
    CAPTURE(row.about->key);
    CHECK(row.about->unit != Unit::per_second);
  }
}

TEST_CASE("GPU memory reads in GiB, and stays bytes for programs") {
  const Around h100 = around(sixteen_h100);
  CHECK(h100.shown("memory.gpu_capacity") == "79.6 GiB");
  CHECK(symbol(result_row("memory.gpu_capacity").about->unit) == "B");
  CHECK(column_suffix(result_row("memory.gpu_capacity").about->unit) == "bytes");
  CHECK(h100.shown("checkpoint.size") == "2.44 TB");
}

TEST_CASE("Money has the currency that its prices are stated in") {
  const Said priced = sixteen_h100 + Said{{"economics.node_price", "300000 EUR"}};
  CHECK(around(priced).shown("economics.capex") == "4.8M EUR");
  CHECK(around(sixteen_h100 + Said{{"economics.node_price", "300000"}}).shown("economics.capex") == "4.8M");
  CHECK(price_note(around(priced)) == "at your prices; not included: network (no --network-price)");
  CHECK(price_note(around(priced + Said{{"economics.network_price", "20000 EUR"}})) == "at your prices");
  const Said over = priced + Said{{"goal.budget", "4M EUR"}};
  const std::vector<FoundFinding> found = answer(around(over).plan(), {{&result_row("economics.capex")}}).findings;
  CHECK(std::any_of(found.begin(), found.end(), [](const FoundFinding& each) {
    return each.said().find("4.8M EUR") != std::string::npos && each.said().find("4M EUR") != std::string::npos;
  }));
}

TEST_CASE("An assumption reads like every other uncertain value") {
  const Case plan = around(sixteen_h100).plan();
  const std::vector<FoundFinding> findings = answer(plan, {{&result_row("training.calendar_time")}}).findings;
  const auto overhead = std::find_if(findings.begin(), findings.end(), [](const FoundFinding& each) {
    return each.fields == std::vector<std::string>{"workload.overhead_share"};
  });
  REQUIRE(overhead != findings.end());
  constexpr InputKey key = "workload.overhead_share";
  const std::string spread = spread_text(plan[key], plan.spread(key), about_of(key).unit);
  CHECK(overhead->said().find(spread.substr(0, spread.size() - 1)) != std::string::npos);
}

}  // namespace
}  // namespace llmsize::test

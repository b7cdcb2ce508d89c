// SPDX-License-Identifier: Apache-2.0
// Plans that move a batch which nobody said and leave idle what does not divide; layouts that somebody runs.
#include "tests/unit/cases.hpp"

#include "core/planning/goals.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace llmsize::test {
namespace {

Case best_of(const LayoutPlan& plan) { return complete(plan.with(plan.search.best.front()), built_in()); }

TEST_CASE("any number of nodes has an answer when fewer would", "[planning]") {
  for (const char* nodes : {"6", "7", "13", "97", "127", "140"}) {
    CAPTURE(nodes);
    const LayoutPlan plan = plan_layout(
        scenario_of({{"model", "gpt3-175b"}, {"cluster.system", "dgx-h100"}, {"cluster.nodes", nodes}}), built_in());
    REQUIRE(plan.found());
    const Case best = best_of(plan);
    CHECK(best["cluster.nodes"] + best["cluster.spare_nodes"] == std::stod(nodes));
    CHECK(result(best, "planning.nodes") == std::stod(nodes));
    CHECK(best["cluster.spare_nodes"] <= 0.1 * std::stod(nodes));
  }
}

TEST_CASE("a batch that is said is not moved, and nodes stay idle instead", "[planning]") {
  const Said said{
      {"model", "gpt3-175b"},
      {"cluster.system", "dgx-h100"},
      {"cluster.nodes", "127"},
      {"workload.global_batch", "1536"}};
  const LayoutPlan fixed = plan_layout(scenario_of(said), built_in());
  REQUIRE(fixed.found());
  CHECK(best_of(fixed)["workload.global_batch"] == 1536);
  CHECK(best_of(fixed)["cluster.spare_nodes"] >= 1);
  const LayoutPlan moved = plan_layout(scenario_of(said + Said{{"workload.batch_flex", "10%"}}), built_in());
  REQUIRE(moved.found());
  CHECK(std::abs(best_of(moved)["workload.global_batch"] / 1536 - 1) <= 0.1);
  CHECK(moved.search.best.front().pace() <= fixed.search.best.front().pace());
}

TEST_CASE("a rack of 72 may run a job of 64 GPUs", "[planning]") {
  for (const char* model : {"llama-3-70b", "llama-3.1-405b", "gpt3-175b", "qwen2.5-32b"}) {
    CAPTURE(model);
    const LayoutPlan plan = plan_layout(
        scenario_of(
            {{"model", model}, {"cluster.system", "gb200-nvl72"}, {"workload.tokens", "2T"}, {"goal.deadline", "60d"}}),
        built_in());
    REQUIRE(plan.found());
    CHECK(plan.met);
    const double each = best_of(plan)["cluster.gpus"] / best_of(plan)["cluster.nodes"];
    CHECK((each == 72 || each == 64));
  }
}

TEST_CASE("a network that is chosen sets the rate of its NICs", "[planning]") {
  const Said said{
      {"model", "gpt3-175b"},
      {"cluster.system", "dgx-h100"},
      {"cluster.nodes", "64"},
      {"layout.tensor", "8"},
      {"layout.pipeline", "4"}};
  double before = 1e9;
  for (const char* network : {"ib-hdr", "ib-ndr", "ib-xdr"}) {
    CAPTURE(network);
    const double time = result(completed(said + Said{{"network.id", network}}), "training.data_time");
    CHECK(time < before);
    before = time;
  }
}

TEST_CASE("a deadline counts the tokens of the recipe where nobody says others", "[planning]") {
  const Said said{{"model", "llama-3.1-70b"}, {"cluster.system", "dgx-h100"}, {"goal.deadline", "60d"}};
  const LayoutPlan plan = plan_layout(scenario_of(said), built_in());
  CHECK(plan.met);
  CHECK(plan.nodes == plan_layout(scenario_of(said + Said{{"workload.tokens", "15T"}}), built_in()).nodes);
}

TEST_CASE("spare nodes are bought, powered and housed", "[planning]") {
  const Said said{{"model", "gpt3-175b"}, {"cluster.system", "dgx-h100"}, {"cluster.nodes", "64"}};
  const Case none = completed(said), two = completed(said + Said{{"cluster.spare_nodes", "2"}});
  CHECK(result(two, "economics.power") == Approx(result(none, "economics.power") * 66 / 64));
  CHECK(result(two, "economics.rack_units") == Approx(result(none, "economics.rack_units") * 66 / 64));
  CHECK(completed(said + Said{{"cluster.spare_share", "5%"}})["cluster.spare_nodes"] == 4);
}

TEST_CASE("plans are layouts that somebody runs", "[planning][long]") {
  for (const char* model : {"llama-3-70b", "gpt3-175b", "mixtral-8x7b", "deepseek-v3"})
    for (const char* system : {"dgx-h100", "dgx-b200", "gb200-nvl72"}) {
      CAPTURE(model, system);
      const LayoutPlan plan =
          plan_layout(scenario_of({{"model", model}, {"cluster.system", system}, {"cluster.nodes", "32"}}), built_in());
      REQUIRE(plan.found());
      const Case best = best_of(plan);
      const Layout& layout = plan.search.best.front().layout;
      CHECK(std::fmod(best["cluster.gpus"] / best["cluster.nodes"], layout.tensor) == 0);
      if (layout.pipeline > 1) CHECK(layout.zero <= best["software.pipeline_zero"]);
      CHECK(layout.interleave <= best["software.interleave_most"]);
      CHECK(result(best, "memory.gpu_total") <= (1 - best["memory.margin"]) * result(best, "memory.gpu_capacity"));
    }
}

TEST_CASE("what is said against the software is planned and found", "[planning]") {
  const LayoutPlan plan = plan_layout(
      scenario_of(
          {{"model", "gpt3-175b"},
           {"cluster.system", "dgx-h100"},
           {"cluster.nodes", "32"},
           {"layout.pipeline", "8"},
           {"layout.zero", "2"}}),
      built_in());
  REQUIRE(plan.found());
  CHECK(plan.search.best.front().layout.zero == 2);
  const auto found = answer(best_of(plan), {{&row_of("training.step_time")}, true}).findings;
  CHECK(std::any_of(found.begin(), found.end(), [](const auto& each) { return each.id == "layout.unsupported"; }));
}

TEST_CASE("a longer deadline never needs more nodes, with the batch open", "[planning][long]") {
  double before = 1e9;
  for (const char* deadline : {"20d", "25d", "30d", "40d", "50d", "60d", "90d"}) {
    CAPTURE(deadline);
    const LayoutPlan plan = plan_layout(
        scenario_of(
            {{"model", "llama-3-70b"},
             {"cluster.system", "dgx-h100"},
             {"workload.tokens", "2T"},
             {"goal.deadline", deadline}}),
        built_in());
    REQUIRE(plan.met);
    CHECK(plan.nodes <= before);
    before = plan.nodes;
  }
}

}  // namespace
}  // namespace llmsize::test

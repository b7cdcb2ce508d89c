// SPDX-License-Identifier: Apache-2.0
// The planner takes the fewest nodes that hold the model and meet the deadline, and leaves alone what was said.
#include "tests/unit/cases.hpp"

#include "core/planning/nodes.hpp"

#include <catch2/catch.hpp>

namespace llmsize::test {
namespace {

Plan planned(const Said& said) { return plan_nodes(scenario_of(said), built_in()); }

const Said gpt3_on_dgx{{"model", "gpt3-175b"}, {"cluster.system", "dgx-h100"}};

TEST_CASE("where the size is open the fewest nodes are planned that the degrees divide", "[planning]") {
  struct Row {
    Said said;
    double nodes;
  };
  const Row rows[] = {
      // 16 bytes times 174.6 billion parameters over eight times 81,559 MiB.
      {gpt3_on_dgx, 5},
      {gpt3_on_dgx + Said{{"layout.tensor", "8"}}, 5},
      {gpt3_on_dgx + Said{{"layout.tensor", "8"}, {"layout.pipeline", "4"}}, 8},
      {gpt3_on_dgx + Said{{"layout.tensor", "8"}, {"layout.pipeline", "16"}}, 16},
      {gpt3_on_dgx + Said{{"layout.pipeline", "3"}}, 6},
      {gpt3_on_dgx + Said{{"memory.offload", "cpu"}}, 2},
      {{{"model", "bloom-7b1"}, {"cluster.system", "dgx-h100"}}, 1},
  };
  for (const auto& [said, nodes] : rows) {
    CAPTURE(as_options(scenario_of(said)));
    const Plan plan = planned(said);
    CHECK(given(plan.completed, "cluster.nodes") == nodes);
    CHECK(given(plan.completed, "cluster.gpus") == 8 * nodes);
    CHECK(plan.scenario.find("cluster.nodes")->value.number == nodes);
    CHECK(text(origin(plan.completed, "cluster.nodes")) == "planned: fewest nodes");
  }
}

TEST_CASE("a size that was said is not planned", "[planning]") {
  for (const Said& size : {Said{{"cluster.nodes", "3"}}, Said{{"cluster.gpus", "8"}}, Said{{"layout.data", "2"}}}) {
    const Plan plan = planned(gpt3_on_dgx + size);
    CAPTURE(as_options(plan.scenario));
    CHECK(plan.scenario.all().size() == gpt3_on_dgx.size() + 1);
    CHECK(origin(plan.completed, "cluster.nodes").kind != Origin::Kind::planned);
  }
}

TEST_CASE("nodes are not planned where nothing tells how many are needed", "[planning]") {
  for (const Said& said : {Said{}, Said{{"model", "gpt3-175b"}}, Said{{"cluster.system", "dgx-h100"}}}) {
    const Plan plan = planned(said);
    CHECK(plan.scenario.all().size() == said.size());
    CHECK(origin(plan.completed, "cluster.nodes").kind != Origin::Kind::planned);
  }
}

TEST_CASE("the nodes that are planned for a deadline meet it", "[planning]") {
  for (const char* deadline : {"30d", "90d", "1000d"})
    for (const char* tensor : {"1", "8"}) {
      const Plan plan = planned(
          gpt3_on_dgx + Said{{"workload.tokens", "300B"}, {"goal.deadline", deadline}, {"layout.tensor", tensor}});
      CAPTURE(as_options(plan.scenario));
      CHECK(result(plan.completed, "training.calendar_time") <= given(plan.completed, "goal.deadline"));
      CHECK(result(plan.completed, "capacity.nodes_states") <= given(plan.completed, "cluster.nodes"));
    }
}

TEST_CASE("a deadline of few large steps is met", "[planning]") {
  for (const char* deadline : {"1h", "2h", "3h", "10h", "20h"}) {
    const Plan plan = planned(
        {{"model", "megatron-18.4b"},
         {"cluster.system", "dgx-h100"},
         {"workload.sequence", "8192"},
         {"layout.micro_batch", "4"},
         {"workload.tokens", "100B"},
         {"goal.deadline", deadline}});
    CAPTURE(as_options(plan.scenario));
    CHECK(result(plan.completed, "training.calendar_time") <= given(plan.completed, "goal.deadline"));
  }
}

}  // namespace
}  // namespace llmsize::test

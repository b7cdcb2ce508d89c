// SPDX-License-Identifier: Apache-2.0
// Inputs that once changed nothing act: latency, power caps, sharding per micro-batch, what a stack runs.
#include "tests/unit/cases.hpp"

#include "core/answer/answer.hpp"
#include "core/planning/goals.hpp"
#include "core/questions/unused.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace llmsize::test {
namespace {

using Catch::Matchers::Contains;

const Said h100{{"cluster.system", "dgx-h100"}, {"cluster.nodes", "16"}};
const Said dense = h100 + Said{{"model", "llama-3-70b"}, {"workload.global_batch", "512"}};

/// What 10 ms between nodes instead of 1 µs add to a result, seconds.
double added_by_latency(const Said& said, std::string_view id) {
  return result(completed(said + Said{{"network.latency", "10ms"}}), id) -
         result(completed(said + Said{{"network.latency", "1us"}}), id);
}

TEST_CASE("every exchange between nodes waits for messages", "[latency]") {
  const double message = 10e-3 - 1e-6;
  SECTION("pipeline: there and back for every run of layers") {
    const Said staged = dense + Said{{"layout.tensor", "8"}, {"layout.pipeline", "4"}, {"layout.interleave", "5"}};
    const double exposed = given(completed(staged), "software.pipeline_exposed");
    CHECK(added_by_latency(staged, "training.stage_exchange") == Approx(2 * 5 * message * exposed));
  }
  SECTION("data: down and up a tree of 16 nodes for every layer") {
    CHECK(
        added_by_latency(dense + Said{{"layout.tensor", "8"}}, "training.gradient_exchange") ==
        Approx(2 * 80 * 4 * message));
  }
  SECTION("sharded weights: gathered twice and scattered once for every layer") {
    CHECK(
        added_by_latency(dense + Said{{"layout.zero", "3"}}, "training.gather_exchange") ==
        Approx(3 * 80 * 4 * message));
  }
  SECTION("context: around the ring of both nodes") {
    const Said ring = dense + Said{{"layout.tensor", "8"}, {"layout.context", "2"}};
    CHECK(added_by_latency(ring, "training.context_exchange") > 0);
  }
  SECTION("experts: four all-to-alls for every layer") {
    const Said experts =
        h100 +
        Said{{"model", "deepseek-v3"}, {"layout.expert", "64"}, {"layout.zero", "1"}, {"workload.global_batch", "512"}};
    const Case plan = completed(experts);
    CHECK(
        added_by_latency(experts, "training.expert_exchange") ==
        Approx(
            4 * message * given(plan, "model.moe_layers") * given(plan, "software.expert_exposed") *
            (given(plan, "software.merged_dispatch") == 1 ? 1 : given(plan, "software.plain_exposed"))));
  }
  SECTION("nothing inside one node") {
    const Said one{
        {"model", "llama-3-8b"},
        {"cluster.system", "dgx-h100"},
        {"cluster.nodes", "1"},
        {"layout.tensor", "2"},
        {"workload.global_batch", "64"}};
    CHECK(added_by_latency(one, "training.step_time") == 0);
  }
}

TEST_CASE("a power cap slows matrix products less than it saves power", "[power]") {
  const Said said = dense + Said{{"layout.tensor", "8"}, {"layout.pipeline", "4"}};
  const Case full = completed(said), capped = completed(said + Said{{"accelerator.power", "350W"}}),
             more = completed(said + Said{{"accelerator.power", "900W"}});
  CHECK(result(full, "training.clock") == 1);
  // H100 PCIe of 350 W: 499.5 TFLOP/s on 114 of 132 multiprocessors, the SXM5 part 794.
  CHECK(result(capped, "training.clock") == Approx(499.5 / 114 * 132 / 794).epsilon(0.02));
  CHECK(result(capped, "training.memory_rate") == result(full, "training.memory_rate"));
  const double slower = result(capped, "training.step_time") / result(full, "training.step_time");
  CHECK(slower > 1.1);
  CHECK(slower < 1 / result(capped, "training.clock"));
  CHECK(given(full, "node.draw") - given(capped, "node.draw") == Approx(8 * 350));
  CHECK(result(capped, "economics.power") == Approx(16 * (10200 - 8 * 350)));
  CHECK(result(more, "training.step_time") == result(full, "training.step_time"));
  CHECK(result(more, "economics.power") == result(full, "economics.power"));
}

TEST_CASE("ZeRO 2 scatters gradients after every micro-batch, ZeRO 1 once", "[zero]") {
  const auto exchanged = [](const char* zero, const char* batch) {
    const Case plan =
        completed(h100 + Said{{"model", "llama-3-8b"}, {"layout.zero", zero}, {"workload.global_batch", batch}});
    return result(plan, "training.micro_batches") * result(plan, "training.gather_exchange") +
           result(plan, "training.gradient_exchange");
  };
  CHECK(exchanged("1", "1024") == exchanged("1", "128"));
  CHECK(exchanged("2", "1024") > 4 * exchanged("2", "128"));
  CHECK(exchanged("2", "128") == Approx(exchanged("1", "128")));
}

Layout best_layout(const Said& said) {
  const LayoutPlan plan = plan_layout(scenario_of(said), built_in());
  REQUIRE(plan.found());
  return plan.search.best.front().layout;
}

TEST_CASE("plans keep to what a named stack runs", "[supports]") {
  const Layout fsdp = best_layout(h100 + Said{{"model", "llama-3-8b"}, {"software.id", "llm-foundry-h100"}});
  CHECK(fsdp.tensor * fsdp.pipeline * fsdp.context == 1);
  CHECK_FALSE(fsdp.sequence_parallel);
  const Layout of_2021 = best_layout(
      {{"model", "gpt3-175b"},
       {"cluster.system", "dgx-a100-640"},
       {"cluster.nodes", "96"},
       {"software.id", "megatron-2021"}});
  CHECK(of_2021.zero <= 1);
  CHECK(of_2021.recompute != Recompute::selective);
  CHECK_FALSE(of_2021.sequence_parallel);
  CHECK(96 % of_2021.pipeline == 0);
}

std::vector<std::string> unsupported(const Said& said) {
  std::vector<std::string> messages;
  for (const FoundFinding& each : answer(completed(said), {{&row_of("training.step_time")}}).findings)
    if (each.id == "layout.unsupported") messages.push_back(each.message);
  return messages;
}

TEST_CASE("what is said against a stack names it", "[supports]") {
  const Said foundry = dense + Said{{"software.id", "llm-foundry-h100"}};
  CHECK(unsupported(foundry).empty());
  const auto against = unsupported(foundry + Said{{"layout.tensor", "8"}, {"layout.pipeline", "4"}});
  REQUIRE(against.size() == 2);
  CHECK_THAT(against.front(), Contains("llm-foundry-h100 supports at most TP 1, not TP 8"));
  CHECK(unsupported(dense + Said{{"layout.tensor", "8"}, {"layout.pipeline", "4"}}).empty());
  // A stack for training says nothing of serving.
  CHECK(unsupported(foundry + Said{{"layout.tensor", "8"}, {"workload.mode", "infer"}}).empty());
}

/// What is told of an option that nothing shown rests on; empty where it acts.
std::string told(const Said& said, std::string_view key, const std::vector<NumberId>& shown) {
  const Subject subject = as_said({}, scenario_of(said));
  const auto unused = said_options(subject, built_in(), {shown, {}}).unused;
  if (std::find(unused.begin(), unused.end(), key) == unused.end()) return {};
  return unused_findings(subject, built_in(), {std::string(key)}).front().message;
}

TEST_CASE("an option that changes nothing says why", "[unused]") {
  const Said split = dense + Said{{"layout.tensor", "8"}, {"layout.pipeline", "4"}};
  const std::vector<NumberId> step{"training.step_time"}, memory{"memory.gpu_total"};
  const Said latency = split + Said{{"network.latency", "5us"}};
  CHECK(told(latency, "network.latency", step).empty());
  CHECK_THAT(
      told(latency, "network.latency", memory),
      Contains("--network.latency changes nothing here") && Contains("llmsize train"));
  CHECK_THAT(
      told(split + Said{{"network.rate", "100Gb/s"}, {"node.nic_rate", "200Gb/s"}}, "network.rate", step),
      Contains("node.nic_rate") && Contains("stands in its place"));
  CHECK_THAT(
      told(split + Said{{"accelerator.power", "900W"}}, "accelerator.power", step), Contains("something else decides"));
  CHECK_THAT(
      told(split + Said{{"memory.margin", "9%"}}, "memory.margin", step), Contains("the plan is the same without it"));
  // Decode workers are all others anyway: their option is that of the prefill workers, too.
  Scenario apart = scenario_of(dense + Said{{"workload.mode", "infer"}, {"serving.rate", "5"}, {"layout.tensor", "4"}});
  for (const char* key : {"serving.prefill_workers", "serving.decode_workers"})
    apart.set(key, "1", Giver{"--disaggregate"});
  const auto acting = said_options(as_said({}, apart), built_in(), {{"serving.ttft"}, {}}).acting;
  CHECK(std::count(acting.begin(), acting.end(), "serving.decode_workers") == 1);
  // What says again what is taken anyway is right.
  CHECK(told(split + Said{{"workload.precision", "bf16"}}, "workload.precision", memory).empty());
}

}  // namespace
}  // namespace llmsize::test

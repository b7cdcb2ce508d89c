// SPDX-License-Identifier: Apache-2.0
// What must hold for every plan of a service, whatever the model, machine, lengths and limits.
#include "core/planning/serving_plan.hpp"
#include "core/quantity/print.hpp"
#include "tests/properties/scenarios.hpp"

#include <rapidcheck/catch.h>

namespace llmsize::test {
namespace {

Said one_of(const std::vector<Said>& all) { return *rc::gen::elementOf(all); }

/// A model, a machine, lengths and limits; nothing of split, nodes and load.
Said random_question() {
  const Said limits = one_of(
      {{},
       {{"serving.tpot_limit", "20ms"}},
       {{"serving.tpot_limit", "50ms"}},
       {{"serving.ttft_limit", "1s"}, {"serving.tpot_limit", "100ms"}},
       {{"serving.ttft_limit", "3s"}, {"serving.limit_percentile", "mean"}}});
  const std::string large = word_of({"deepseek-r1", "kimi-k2", "qwen3-235b-a22b", "mixtral-8x22b", "llama-3.1-405b"});
  const Said model = *rc::gen::arbitrary<bool>() ? Said{{"model", large}} : random_model().said;
  return model + random_system() + limits +
         Said{
             {"workload.mode", "infer"},
             {"serving.disaggregation", word_of({"none", "best"})},
             {"serving.weight_dtype", word_of({"bf16", "fp8"})},
             {"serving.input_tokens", text_of(1 << *rc::gen::inRange(6, 15))},
             {"serving.output_tokens", text_of(1 << *rc::gen::inRange(6, 13))}};
}

/// A plan and the case that it makes.
struct Planned {
  ServingPlan plan;
  Case completed;

  explicit Planned(const Scenario& said)
      : plan(plan_serving(said, built_in())), completed(complete(plan.scenario, built_in())) {
    RC_LOG() << as_options(plan.scenario) << '\n';
  }
  bool found() const { return !plan.layouts.empty(); }
  bool meets() const { return found() && plan.layouts.front().met; }
  double rate() const {
    const double within = result(completed, "serving.rate_at_limit");
    return found() && within > 0 ? within : 0;
  }
};

Planned on(const Said& said, std::string_view key, double number) {
  return Planned(scenario_of(said + Said{{std::string(key), exact(number)}}));
}

TEST_CASE("more of a machine never serves less", "[property][planning][serving]") {
  rc::prop("one node more", [] {
    const Said said = random_question();
    const double nodes = *rc::gen::inRange(1, 12);
    RC_ASSERT(on(said, "cluster.nodes", nodes + 1).rate() >= on(said, "cluster.nodes", nodes).rate() * (1 - 2e-9));
  });
  rc::prop("one GPU more", [] {
    const Said said = random_question();
    const double gpus = *rc::gen::inRange(1, 96);
    const Planned less = on(said, "cluster.gpus", gpus), more = on(said, "cluster.gpus", gpus + 1);
    RC_ASSERT(more.rate() >= less.rate() * (1 - 2e-9));
    RC_ASSERT(less.completed["cluster.gpus"] <= gpus);
  });
}

/// What a plan chose, said.
Scenario repeated(const Scenario& asked, const ServingPlan& plan) {
  Scenario again = asked;
  for (const auto& [key, said] : plan.scenario.all())
    if (key.starts_with("layout.") || key.starts_with("cluster.") || key.starts_with("serving.prefill_"))
      again.set(key, said.value, said.text, said.giver);
  return again;
}

TEST_CASE("a service that is sized", "[property][planning][serving]") {
  rc::prop("is the smallest that answers, repeating it changes nothing, and it can be split so", [] {
    const Said said = random_question();
    const double some = on(said, "cluster.nodes", *rc::gen::inRange(1, 12)).rate();
    RC_PRE(some > 0);
    const Said wanted{{"goal.request_rate", exact(some * *rc::gen::inRange(1, 30) / 10)}};
    const Scenario asked = scenario_of(said + wanted);
    const Planned open(asked);
    RC_ASSERT(open.meets());
    const double nodes = open.completed["cluster.nodes"];
    if (nodes > 1)
      RC_ASSERT(!on(said + wanted, "cluster.nodes", *rc::gen::inRange(1, static_cast<int>(nodes))).meets());
    const Planned again(repeated(asked, open.plan));
    RC_ASSERT(again.completed["cluster.nodes"] == nodes);
    RC_ASSERT(again.completed["cluster.gpus"] == open.completed["cluster.gpus"]);
    RC_ASSERT(again.rate() == open.rate());
    // One more limit never takes fewer nodes.
    Scenario unlimited = asked;
    for (const char* limit : {"serving.ttft_limit", "serving.tpot_limit", "serving.latency_limit"})
      unlimited.unset(limit);
    const Planned without(unlimited);
    RC_ASSERT(without.completed["cluster.nodes"] <= nodes);
    for (const FindingRow& rule : findings())
      RC_ASSERT(
          rule.about->id != "layout.indivisible" || !(rule.margin(Once(open.completed.values, dependents())) < 0));
  });
}

}  // namespace
}  // namespace llmsize::test

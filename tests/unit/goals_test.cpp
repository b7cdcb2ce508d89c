// SPDX-License-Identifier: Apache-2.0
// What plans are for: every goal is reached, and what is told where it is not.
#include "tests/unit/cases.hpp"

#include "core/answer/certain_time.hpp"
#include "core/answer/findings.hpp"
#include "core/planning/reach.hpp"
#include "core/planning/requirements.hpp"
#include "core/quantity/print.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace llmsize::test {
namespace {

const Said open_plan{
    {"model", "gpt3-175b"},
    {"cluster.system", "dgx-h100"},
    {"workload.tokens", "300B"},
    {"goal.deadline", "60d"},
    {"workload.global_batch", "1536"}};

TEST_CASE("limits of power, racks and budget are kept", "[planning]") {
  // A DGX H100 draws 10.2 kW and is 8 units high: five fit a rack.
  const LayoutPlan powered = plan_fastest(scenario_of(open_plan + Said{{"goal.power", "250kW"}}), built_in());
  REQUIRE(powered.found());
  CHECK(powered.nodes <= 24);
  const LayoutPlan racked = plan_fastest(scenario_of(open_plan + Said{{"goal.racks", "4"}}), built_in());
  REQUIRE(racked.found());
  CHECK(racked.nodes <= 20);
  const LayoutPlan bought = plan_fastest(
      scenario_of(open_plan + Said{{"goal.budget", "4000000"}, {"economics.node_price", "250000"}}), built_in());
  REQUIRE(bought.found());
  CHECK(bought.nodes == 16);
}

TEST_CASE("a limit below what the goal needs is missed", "[planning]") {
  const LayoutPlan plan = plan_layout(scenario_of(open_plan + Said{{"goal.power", "60kW"}}), built_in());
  CHECK_FALSE(plan.met);
}

TEST_CASE("goals and checkpoints of a training judge no service", "[planning]") {
  const Said training{{"model", "llama-3.1-8b"},        {"cluster.system", "dgx-h100"},
                      {"cluster.nodes", "1"},           {"workload.tokens", "2T"},
                      {"goal.deadline", "1d"},          {"checkpoint.mode", "async"},
                      {"storage.id", "ddn-ai400x2"},    {"reliability.job_mtbf_given", "60s"},
                      {"goal.tokens_per_second", "1G"}, {"checkpoint.interval_given", "1s"}};
  const auto errors = [&](const char* mode) {
    const Case plan = completed(training + Said{{"workload.mode", mode}});
    return broken_errors(Once(plan.values, dependents())).size();
  };
  CHECK(errors("train") > 0);
  CHECK(errors("infer") == 0);
}

TEST_CASE("a tighter deadline is never met where a wider one is missed", "[planning][long]") {
  for (const char* deadline : {"1d", "1h", "1s"}) {
    CAPTURE(deadline);
    const LayoutPlan plan = plan_layout(
        scenario_of(
            {{"model", "gpt3-175b"},
             {"cluster.system", "dgx-h100"},
             {"workload.tokens", "15T"},
             {"goal.deadline", deadline}}),
        built_in());
    CHECK(plan.found());
    CHECK_FALSE(plan.met);
    CHECK(plan.nodes > 1000);
  }
}

TEST_CASE("no nodes make up for interruptions that leave no time to train", "[planning]") {
  const Said stored = open_plan + Said{{"storage.id", "ddn-ai400x2"}};
  for (const Said& failing :
       {Said{{"reliability.job_mtbf_given", "60s"}}, Said{{"reliability.gpu_mtbf", "2h"}, {"goal.deadline", "1d"}}}) {
    CAPTURE(failing.front());
    const LayoutPlan plan = plan_layout(scenario_of(stored + failing), built_in());
    CHECK_FALSE(plan.met);
    CHECK(plan.search.evaluated < 20000);
  }
  CHECK(plan_layout(scenario_of(stored), built_in()).met);
}

TEST_CASE("least energy and lowest cost meet the deadline", "[planning]") {
  const auto energy = [](const LayoutPlan& plan) {
    return result(complete(plan.with(plan.search.best.front()), built_in()), "economics.energy");
  };
  const LayoutPlan fewest = plan_layout(scenario_of(open_plan), built_in());
  const LayoutPlan frugal = plan_layout(scenario_of(open_plan + Said{{"goal.kind", "least-energy"}}), built_in());
  const LayoutPlan cheap = plan_layout(
      scenario_of(open_plan + Said{{"goal.kind", "cheapest"}, {"economics.rental_price", "2"}}), built_in());
  for (const LayoutPlan* plan : {&fewest, &frugal, &cheap}) {
    REQUIRE(plan->found());
    CHECK(plan->met);
    CHECK(
        result(complete(plan->with(plan->search.best.front()), built_in()), "training.calendar_time") <= 60.0 * 86400);
  }
  CHECK(fewest.nodes <= frugal.nodes);
  CHECK(energy(frugal) <= energy(fewest));
}

TEST_CASE("plans of the front have more nodes only where they gain something", "[planning]") {
  const auto front = pareto_front(scenario_of(open_plan), built_in());
  REQUIRE(front.size() > 2);
  for (std::size_t i = 1; i < front.size(); ++i) {
    CHECK(front[i].nodes > front[i - 1].nodes);
    CHECK(front[i].search.best.front().step_time < front[i - 1].search.best.front().step_time);
  }
}

TEST_CASE("wanted tokens per second are reached by the fewest nodes", "[planning]") {
  const LayoutPlan plan = plan_layout(
      scenario_of(
          {{"model", "gpt3-13b"},
           {"cluster.system", "dgx-h100"},
           {"workload.global_batch", "1024"},
           {"goal.tokens_per_second", "1M"}}),
      built_in());
  REQUIRE(plan.found());
  const auto rate = [&](const LayoutPlan& each) {
    return result(complete(each.with(each.search.best.front()), built_in()), "training.tokens_per_second");
  };
  CHECK(rate(plan) >= 1e6);
}

TEST_CASE("a deadline that no number of nodes reaches is missed, and the fastest plan is told", "[planning]") {
  const LayoutPlan plan = plan_fewest_nodes(
      scenario_of(
          {{"model", "gpt3-6.7b"},
           {"cluster.system", "dgx-a100-640"},
           {"workload.tokens", "300B"},
           {"goal.deadline", "1h"},
           {"workload.global_batch", "64"}}),
      built_in());
  CHECK_FALSE(plan.met);
  CHECK(plan.found());
}

const Said sixteen_nodes{{"model", "gpt3-175b"}, {"cluster.system", "dgx-h100"}, {"cluster.nodes", "16"}};

/// The scenario of a plan with something larger than what was found.
bool fits_with(const LayoutPlan& plan, const Scenario& scenario) {
  Scenario sized = scenario;
  if (const auto* batch = plan.scenario.find("workload.global_batch"); batch && !sized.find("workload.global_batch"))
    sized.set("workload.global_batch", batch->text, Giver{"test"});
  return plan_within_goal(sized, built_in()).found();
}

double next_after(const std::vector<double>& series, double value) {
  return *std::upper_bound(series.begin(), series.end(), value);
}

TEST_CASE(
    "the nearest to a deadline is done first at the certainty asked, not the one with most nodes", "[planning][long]") {
  const Said asked = open_plan + Said{{"goal.deadline", "1d"}, {"goal.certainty", "p90"}};
  const auto certain = [](const LayoutPlan& plan) {
    return certain_time(complete(plan.with(plan.search.best.front()), built_in()));
  };
  const LayoutPlan nearest = plan_layout(scenario_of(asked), built_in());
  REQUIRE(nearest.found());
  CHECK_FALSE(nearest.met);
  CHECK(nearest.certain == certain(nearest));
  for (const char* nodes : {"768", "1536", "3072", "6144", "12288"}) {
    const LayoutPlan other = plan_layout(scenario_of(asked + Said{{"cluster.nodes", nodes}}), built_in());
    CAPTURE(nodes, nearest.nodes);
    REQUIRE(other.found());
    CHECK(certain(other) >= nearest.certain);
  }
}

TEST_CASE("the largest model fits, and the next larger does not", "[planning][long]") {
  for (const Said& said : {sixteen_nodes, mixtral + Said{{"cluster.system", "dgx-b200"}, {"cluster.nodes", "8"}}}) {
    const Scenario scenario = scenario_of(said + Said{{"goal.kind", "largest-model"}});
    const LayoutPlan plan = plan_layout(scenario, built_in());
    REQUIRE(plan.found());
    const double parameters = result(plan.space.base, "model.parameters");
    const auto larger = std::find_if(model_scales().begin(), model_scales().end(), [&](double scale) {
      return result(complete(with_scale(scenario, built_in(), scale), built_in()), "model.parameters") > parameters;
    });
    CHECK_FALSE(fits_with(plan, with_scale(scenario, built_in(), *larger)));
    // Twice the nodes hold a larger one.
    const LayoutPlan doubled =
        plan_layout(scenario_of(said + Said{{"goal.kind", "largest-model"}, {"cluster.nodes", "32"}}), built_in());
    CHECK(result(doubled.space.base, "model.parameters") > parameters);
  }
}

TEST_CASE("a model grown to its own size is itself, and each step is a few percent", "[planning]") {
  for (const char* model : {"gpt3-175b", "llama-3-70b", "deepseek-v3", "mixtral-8x7b"}) {
    CAPTURE(model);
    const Scenario scenario = scenario_of({{"model", model}});
    const auto parameters = [&](double scale) {
      return result(complete(with_scale(scenario, built_in(), scale), built_in()), "model.parameters");
    };
    const double own = result(complete(scenario, built_in()), "model.parameters");
    CHECK(parameters(1) == Approx(own).epsilon(0.01));
    for (double scale = 0.5; scale < 2; scale *= 1.05) {
      CAPTURE(scale);
      CHECK(parameters(scale) == Approx(scale * own).epsilon(0.08));
    }
  }
}

TEST_CASE("a largest model within a deadline finishes in time", "[planning][long]") {
  const LayoutPlan plan = plan_layout(
      scenario_of(
          sixteen_nodes + Said{{"goal.kind", "largest-model"}, {"workload.tokens", "300B"}, {"goal.deadline", "60d"}}),
      built_in());
  REQUIRE(plan.found());
  CHECK(result(complete(plan.with(plan.search.best.front()), built_in()), "training.calendar_time") <= 60 * 86400);
}

TEST_CASE("a model without a shape cannot grow, and open nodes cannot be filled", "[planning]") {
  CHECK_THROWS_AS(with_scale(scenario_of({{"model.parameters_given", "70B"}}), built_in(), 2), BadInput);
  CHECK_THROWS_AS(
      plan_layout(scenario_of({{"model", "gpt3-13b"}, {"goal.kind", "largest-model"}}), built_in()), BadInput);
  CHECK_THROWS_AS(
      plan_layout(scenario_of({{"model", "gpt3-13b"}, {"goal.kind", "longest-context"}}), built_in()), BadInput);
}

TEST_CASE("the longest sequence fits, and the next longer does not", "[planning]") {
  const Scenario scenario = scenario_of(
      {{"model", "llama-3-70b"},
       {"cluster.system", "dgx-h100"},
       {"cluster.nodes", "4"},
       {"goal.kind", "longest-context"}});
  const LayoutPlan plan = plan_layout(scenario, built_in());
  REQUIRE(plan.found());
  const double tokens = *plan.scenario.find("workload.sequence")->value.number;
  CHECK(tokens >= 8192);
  Scenario longer = scenario;
  longer.set("workload.sequence", exact(next_after(sequence_lengths(), tokens)), Giver{"test"});
  CHECK_FALSE(fits_with(plan, longer));
}

TEST_CASE("at the required bandwidth a step is as efficient as wanted", "[planning]") {
  const LayoutPlan plan = plan_layout(scenario_of(sixteen_nodes + Said{{"memory.offload", "nvme"}}), built_in());
  REQUIRE(plan.found());
  const Case best = complete(plan.with(plan.search.best.front()), built_in());
  const auto step_at = [&](std::string_view key, double rate) {
    Case other = best;
    other.values.value[InputKey::find(key).value().slot()] = rate;
    other.values.settle();
    return result(other, "training.step_time");
  };
  const auto all = requirements(best);
  REQUIRE(all.size() >= 3);
  for (const Requirement& each : all) {
    CAPTURE(each.id);
    if (each.needed == 0) continue;
    CHECK(step_at(each.key, each.given * 1e9) / step_at(each.key, each.needed) == Approx(0.85).epsilon(1e-4));
  }
}

TEST_CASE("a plan holds what is said one by one", "[planning]") {
  const LayoutPlan hybrid = plan_layout(scenario_of(sixteen_nodes + Said{{"layout.zero", "hybrid"}}), built_in());
  REQUIRE(hybrid.found());
  CHECK(hybrid.with(hybrid.search.best.front()).find("layout.zero")->value.word == "hybrid");
  const std::pair<const char*, const char*> all[] = {
      {"layout.recompute_fraction", "0.25"},
      {"layout.shard_optimizer", "1"},
      {"memory.optimizer_tier", "1"},
      {"memory.offload_optimizer", "cpu"}};
  for (const auto& [key, text] : all) {
    CAPTURE(key);
    const LayoutPlan plan = plan_layout(scenario_of(sixteen_nodes + Said{{key, text}}), built_in());
    REQUIRE(plan.found());
    const Case chosen = complete(plan.with(plan.search.best.front()), built_in());
    const Case said = completed(sixteen_nodes + Said{{key, text}});
    for (const InputKey held :
         {InputKey("layout.recompute_fraction"), InputKey("layout.shard_optimizer"), InputKey("memory.optimizer_tier")})
      if (said.origin(held).kind == Origin::Kind::user || said[held] > 0) CHECK(chosen[held] == said[held]);
    CHECK(result(chosen, "training.step_time") == Approx(plan.search.best.front().step_time).epsilon(1e-9));
  }
}

TEST_CASE("a plan without a system is untimed, not too small", "[planning]") {
  const LayoutPlan plan = plan_layout(scenario_of({{"model", "gpt3-13b"}, {"cluster.gpus", "8"}}), built_in());
  CHECK_FALSE(plan.found());
  CHECK(plan.search.untimed);
}

TEST_CASE("a limit tells what would be reached without it", "[planning]") {
  const LayoutPlan plan = plan_layout(scenario_of(open_plan + Said{{"goal.power", "100kW"}}), built_in());
  CHECK_FALSE(plan.met);
  CHECK(plan.limit == "goal.power");
  const LayoutPlan free = plan_layout(scenario_of(open_plan), built_in());
  CHECK(plan.unlimited_nodes == free.nodes);
  REQUIRE(plan.found());
  CHECK(plan.nodes < free.nodes);
}

}  // namespace
}  // namespace llmsize::test

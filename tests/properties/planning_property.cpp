// SPDX-License-Identifier: Apache-2.0
// What must hold for every plan.
#include "tests/properties/scenarios.hpp"

#include "core/planning/goals.hpp"

#include <rapidcheck/catch.h>

#include <cmath>

namespace llmsize::test {
namespace {

/// A model on a few nodes with an open layout.
Said random_plan() {
  const RandomModel model = random_model();
  return model.said + random_system() +
         Said{
             {"storage.id", "ddn-ai400x2"},
             {"cluster.nodes", text_of(1 << *rc::gen::inRange(0, 3))},
             {"layout.context", text_of(1 << *rc::gen::inRange(0, 2))},
             {"workload.global_batch", text_of(1 << *rc::gen::inRange(3, 8))},
             {"workload.sequence", text_of(512 << *rc::gen::inRange(0, 4))},
             {"software.id", word_of(stacks())},
             {"memory.offload", word_of({"gpu", "cpu", "nvme"})}};
}

TEST_CASE("bounds never cut the optimum", "[property][planning]") {
  rc::prop("the best ten are those of all layouts", [] {
    const Said said = random_plan();
    RC_LOG() << as_options(scenario_of(said)) << '\n';
    const Space space = space_of(scenario_of(said), built_in());
    RC_PRE(space.size() < 60000);
    const SearchResult bounded = fastest(space), all = fastest_exhaustively(space);
    RC_ASSERT(bounded.best.size() == all.best.size());
    for (std::size_t i = 0; i < all.best.size(); ++i) {
      RC_LOG() << text(bounded.best[i].layout) << " | " << text(all.best[i].layout) << '\n';
      RC_ASSERT(bounded.best[i].layout == all.best[i].layout);
    }
  });
}

TEST_CASE("more memory per GPU never makes the best layout slower", "[property][planning]") {
  rc::prop("twice the memory", [] {
    const Said said = random_plan();
    RC_LOG() << as_options(scenario_of(said)) << '\n';
    Space space = space_of(scenario_of(said), built_in());
    RC_PRE(space.size() < 200000);
    const SearchResult before = fastest(space);
    const InputKey memory = key_named("accelerator.memory");
    space.base.put(memory, 2 * space.base[memory], {});
    space.base.values.settle();
    const SearchResult after = fastest(space);
    RC_PRE(!before.best.empty());
    RC_ASSERT(!after.best.empty());
    RC_ASSERT(after.best.front().step_time <= before.best.front().step_time);
  });
}

TEST_CASE("what is planned is run by somebody", "[property][planning]") {
  const auto models = built_in().ids("models"), systems = built_in().ids("systems");
  auto stacks = built_in().training_stacks();
  stacks.insert(stacks.end(), stacks.size(), {});  // as often nobody names one
  rc::prop("groups fill domains, the stack knows its settings, some memory stays free", [&] {
    const std::string model(*rc::gen::elementOf(models)), system(*rc::gen::elementOf(systems));
    const std::string nodes = text_of(*rc::gen::inRange(1, 48));
    Scenario said = scenario_of({{"model", model}, {"cluster.system", system}, {"cluster.nodes", nodes}});
    if (const std::string stack(*rc::gen::elementOf(stacks)); !stack.empty())
      said.set("software.id", stack, {"--software"});
    RC_LOG() << as_options(said) << '\n';
    const LayoutPlan plan = plan_layout(said, built_in(), {.keep = 3, .sample = 0});
    for (const Candidate& each : plan.search.best) {
      const Case best = complete(plan.with(each), built_in());
      const double used = best["cluster.gpus"] / best["cluster.nodes"];
      const double domain = best["node.scale_up_domain"] * best["accelerator.devices"];
      const double whole = domain == best["node.gpus"] ? std::min(used, domain) : domain;
      RC_LOG() << text(each.layout) << '\n';
      RC_ASSERT(is_absent(whole) || std::fmod(whole, each.layout.tensor) == 0);
      for (const FindingRow& rule : findings())
        RC_ASSERT(rule.about->id != "layout.unsupported" || !(rule.margin(Once(best.values, dependents())) < 0));
      const double capacity = result(best, "memory.gpu_capacity");
      RC_ASSERT(!(result(best, "memory.gpu_total") > (1 - best["memory.margin"]) * capacity * (1 + 1e-9)));
      const double there = best["cluster.nodes"] + best["cluster.spare_nodes"];
      RC_ASSERT(there == std::stod(nodes));
    }
  });
}

}  // namespace
}  // namespace llmsize::test

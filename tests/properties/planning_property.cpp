// SPDX-License-Identifier: Apache-2.0
// What must hold for every plan.
#include "tests/properties/scenarios.hpp"

#include "core/planning/goals.hpp"

#include <rapidcheck/catch.h>

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

}  // namespace
}  // namespace llmsize::test

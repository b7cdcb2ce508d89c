// SPDX-License-Identifier: Apache-2.0
// What searches share: bounds that no layout beats, and answers that are what a search of its own finds.
#include "tests/unit/cases.hpp"

#include "core/planning/cache.hpp"
#include "core/planning/certainty.hpp"
#include "core/planning/goals.hpp"

#include <catch2/catch.hpp>

namespace llmsize::test {
namespace {

Space space_of_said(const Said& said) { return space_of(with_batch(scenario_of(said), built_in()), built_in()); }

const Said dense{{"model", "gpt3-13b"}, {"cluster.system", "dgx-a100-640"}, {"workload.global_batch", "64"}};
const Said sparse{
    {"model", "mixtral-8x7b"},
    {"cluster.system", "dgx-h100"},
    {"workload.global_batch", "64"},
    {"workload.sequence", "4096"}};

TEST_CASE("no layout is faster than the bound of its branch", "[planning]") {
  for (const Said& said :
       {dense + Said{{"cluster.nodes", "1"}}, dense + Said{{"cluster.nodes", "1"}, {"memory.offload", "cpu"}},
        sparse + Said{{"cluster.nodes", "2"}},
        dense + Said{{"cluster.nodes", "4"}, {"layout.sequence_parallel", "yes"}}}) {
    const Space space = space_of_said(said);
    Bounds bounds;
    const std::vector<Bound> all = bounds.of(space);
    REQUIRE(all.size() == space.branches.size());
    Once values(space.base.values, dependents());
    double nearest = 0;
    for (const Bound& bound : all) {
      const Layout& branch = space.branches[bound.branch];
      for (std::uint64_t i = 0; i < space.leaves(branch); ++i) {
        const Layout layout = space.leaf(branch, i);
        values.change(changes_of(layout, space.tier));
        const double pace = row_of("training.step_time").value(values) / layout.batch;
        if (pace < bound.pace_of(layout.recompute)) FAIL(text(layout) << " beats its bound");
        nearest = std::max(nearest, bound.pace_of(layout.recompute) / pace);
      }
    }
    CHECK(nearest > 0.9);
  }
}

TEST_CASE("bounds that are shared between sizes, batches and models are those of each", "[planning]") {
  Bounds shared;
  for (const Said& said :
       {dense + Said{{"cluster.nodes", "4"}}, dense + Said{{"cluster.nodes", "2"}},
        sparse + Said{{"cluster.nodes", "2"}}, dense + Said{{"cluster.nodes", "4"}, {"layout.recompute", "full"}},
        dense + Said{{"cluster.nodes", "4"}, {"layout.zero", "3"}},
        dense + Said{{"cluster.nodes", "4"}, {"accelerator.peak_bf16", "100 TFLOPS"}},
        dense + Said{{"cluster.nodes", "4"}}}) {
    const Space space = space_of_said(said);
    const std::vector<Bound> some = shared.of(space), own = Bounds().of(space);
    REQUIRE(some.size() == own.size());
    for (std::size_t i = 0; i < own.size(); ++i)
      for (const Recompute recompute : space.recomputes)
        if (!same(some[i].pace_of(recompute), own[i].pace_of(recompute))) FAIL(text(space.branches[i]));
  }
}

TEST_CASE("deadlines and certainties that share searches are answered as each alone", "[planning][long]") {
  const SearchOptions sharing = remembering({});
  for (const char* deadline : {"30d", "90d", "60d"})
    for (const char* certainty : {"p80", "p50", "p90"}) {
      const Scenario said = scenario_of(
          {{"model", "llama-3-8b"},
           {"cluster.system", "gb200-nvl72"},
           {"workload.tokens", "2T"},
           {"goal.deadline", deadline},
           {"goal.certainty", certainty}});
      const LayoutPlan shared = plan_fewest_nodes(said, built_in(), sharing),
                       alone = plan_fewest_nodes(said, built_in());
      CAPTURE(deadline, certainty);
      CHECK(shared.nodes == alone.nodes);
      REQUIRE(shared.found());
      REQUIRE(alone.found());
      CHECK(shared.search.best.front().layout == alone.search.best.front().layout);
      CHECK(shared.search.best.front().step_time == alone.search.best.front().step_time);
      CHECK(certain_nodes(shared, built_in()).p90 == certain_nodes(alone, built_in()).p90);
    }
}

TEST_CASE("what differs in prices alone, or in who says it, has a search in common", "[planning]") {
  for (std::size_t slot = 0; slot < input_count; ++slot)
    if (const InputKey key = InputKey::at(slot); key.starts_with("economics."))
      for (const ResultKey time : {ResultKey("training.step_time"), ResultKey("training.calendar_time")})
        CHECK_FALSE(dependents()[slot].test(time.slot()));
  Scenario first = scenario_of(dense + Said{{"cluster.nodes", "4"}});
  Scenario priced = first;
  priced.set("cluster.nodes", "4", Giver{"lots.csv: row 3, column 'nodes'"});
  priced.set("economics.node_price", "300k", Giver{"lots.csv: row 3, column 'Node price'"});
  Scenario larger = priced;
  larger.set("cluster.nodes", "8", Giver{"lots.csv: row 4, column 'nodes'"});
  const SearchOptions options{.keep = 1};
  SearchCache cache;
  cache.keep(first, options, {absent, fastest(space_of_said(dense + Said{{"cluster.nodes", "4"}}), options)});
  CHECK(cache.find(priced, options));
  CHECK_FALSE(cache.find(larger, options));
}

}  // namespace
}  // namespace llmsize::test

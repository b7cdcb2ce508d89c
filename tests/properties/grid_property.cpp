// SPDX-License-Identifier: Apache-2.0
// Sizes for deadlines, over models, systems and deadlines: nobody finds fewer nodes by hand, and few nodes stand idle
// before the deadline. Twelve cells of the grid; all with LLMSIZE_LONG.
#include "tests/properties/scenarios.hpp"

#include "core/planning/goals.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include <cmath>
#include <cstdlib>

namespace llmsize::test {
namespace {

struct Cell {
  std::string model, system;
  int days;

  Scenario scenario() const {
    const Case alone = completed({{"model", model}});
    constexpr double tokens_per_parameter = 20;  // Hoffmann et al. 2022
    return scenario_of(
        {{"model", model},
         {"cluster.system", system},
         {"workload.tokens", fmt::format("{:.0f}", tokens_per_parameter * result(alone, "model.parameters"))},
         {"goal.deadline", fmt::format("{}d", days)}});
  }
};

std::vector<Cell> cells() {
  std::vector<Cell> all;
  for (const char* model :
       {"llama-3.1-70b", "llama-3.1-405b", "gpt3-175b", "deepseek-v3", "mixtral-8x7b", "qwen2.5-32b", "llama-3-8b"})
    for (const char* system : {"dgx-h100", "dgx-b200", "gb200-nvl72"})
      for (int days = 20; days <= 90; days += 10) all.push_back({model, system, days});
  if (std::getenv("LLMSIZE_LONG")) return all;
  constexpr std::size_t every = 14;  // prime to systems and deadlines in turn: each is met
  std::vector<Cell> some;
  for (std::size_t i = 0; i < all.size(); i += every) some.push_back(all[i]);
  return some;
}

/// Whether so many nodes meet the goal with some batch that is at most a tenth more or less.
bool some_batch_does(const Scenario& open, double nodes, double wanted, const SearchOptions& sharing) {
  // Batches that next to nothing divides need no trial.
  const double step = wanted > 2000 ? 8 : 1;
  for (double batch = step * std::ceil(0.9 * wanted / step); batch <= 1.1 * wanted; batch += step) {
    Scenario fixed = open;
    fixed.set("cluster.nodes", fmt::format("{}", nodes), {"--nodes"});
    fixed.set("workload.global_batch", fmt::format("{}", batch), {"--global-batch"});
    if (plan_within_goal(fixed, built_in(), sharing).found()) return true;
  }
  return false;
}

TEST_CASE("sizes for deadlines are near the least that any batch allows", "[planning][grid]") {
  std::size_t loose = 0, all = 0;
  for (const Cell& cell : cells()) {
    CAPTURE(cell.model, cell.system, cell.days);
    const Scenario open = cell.scenario();
    const SearchOptions sharing = remembering({.keep = 1, .sample = 0});
    const LayoutPlan plan = plan_fewest_nodes(open, built_in(), sharing);
    REQUIRE(plan.found());
    const double wanted = *with_batch(open, built_in()).find("workload.global_batch")->value.number;
    if (!plan.met) {
      // A batch that is spread over so many GPUs and their interruptions leave no number of nodes early enough.
      CAPTURE(plan.nodes);
      CHECK_FALSE(some_batch_does(open, plan.nodes, wanted, sharing));
      continue;
    }
    const Case best = complete(plan.with(plan.search.best.front()), built_in());
    const double used = result(best, "training.calendar_time") / best["goal.deadline"];
    ++all;
    if (used < 1 - 1 / plan.nodes - 0.05) ++loose;
    CHECK(used <= 1);
    // A machine cannot be split, and one less of two is half as fast.
    if (plan.nodes > 2) CHECK(used >= 0.75);

    for (double fewer = std::floor(plan.nodes / 1.05 - 1e-9); fewer >= 0.85 * plan.nodes && fewer >= 1; --fewer) {
      CAPTURE(plan.nodes, fewer);
      CHECK_FALSE(some_batch_does(open, fewer, wanted, sharing));
    }
  }
  CHECK(10 * loose <= all);
}

}  // namespace
}  // namespace llmsize::test

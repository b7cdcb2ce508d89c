// SPDX-License-Identifier: Apache-2.0
// What pages are asked with, what holding an input costs, and what a refusal leads to.
#include "tests/unit/subjects.hpp"

#include "core/answer/answer.hpp"
#include "core/view/assumed.hpp"
#include "core/view/refused.hpp"
#include "core/view/stated.hpp"

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <set>

namespace llmsize::test {
namespace {

TEST_CASE("Pages ask few decisions, each once, and the first page of a scenario answers it", "[pages]") {
  for (const Asked asked : {Asked::training, Asked::service}) {
    for (const PageKind* page : pages_for(asked)) {
      INFO(page->id);
      const std::vector<ScenarioKey>& keys = page->decisions.of(asked);
      std::set<std::string_view> once;
      for (const std::string_view key : keys) CHECK(once.insert(key).second);
      CHECK(keys.size() >= 4);
      CHECK(keys.size() <= 10);
    }
    // Groups stay together.
    std::set<std::string_view> before;
    std::string_view group;
    for (const PageKind* page : pages_for(asked)) {
      if (const std::string_view now = group_of(*page, asked); now != group) {
        CHECK(before.insert(now).second);
        group = now;
      }
    }
  }
  CHECK(pages_for(Asked::training).front()->id == "size");
  CHECK(pages_for(Asked::service).front()->id == "serve");
  CHECK_FALSE(answers(*find_page_kind("layout"), Asked::service));
  const auto with = pages_for(Asked::service, "layout");
  CHECK(with.size() == pages_for(Asked::service).size() + 1);
}

TEST_CASE("The assumptions that lead are those of the largest effect", "[pages]") {
  const Case plan = complete(planned().scenario, built_in());
  const Leading leading = leading_assumptions(shown_page("size", planned()), plan);
  const std::vector<Sensitivity> all = sensitivities(plan, row_of("training.calendar_time"));
  REQUIRE(leading.inputs.size() == 6);
  for (std::size_t i = 0; i < leading.inputs.size(); ++i) CHECK(leading.inputs[i].key == all[i].key);
  CHECK(speaks_of(leading.inputs.front().effect, " days"));
  CHECK(leading_assumptions(shown_page("compare", planned()), plan).inputs.empty());
}

TEST_CASE("Holding an input costs what it is worse than the plan without it", "[pages]") {
  const double nodes = planned().plan()->nodes;
  Subject held = planned_with({{"layout.tensor", "8"}, {"cluster.nodes", exact(2 * nodes)}});
  held.scenario.unset("layout.data");
  CHECK(speaks_of(
      price_of_statement("layout.tensor", held, planned(), built_in()),
      fmt::format("TP 8 held: +{} nodes, \u2212", nodes)));
  CHECK(price_of_statement("layout.tensor", planned(), planned(), built_in()).empty());
  Subject same = planned();
  same.said.set("cluster.nodes", exact(nodes), {"test"});
  CHECK(speaks_of(price_of_statement("cluster.nodes", same, planned(), built_in()), "same nodes and time"));
  CHECK(is_left_to_plan(Asked::training, "layout.pipeline"));
  CHECK_FALSE(is_left_to_plan(Asked::training, "workload.tokens"));
  CHECK_FALSE(is_left_to_plan(Asked::service, "layout.zero"));
}

TEST_CASE("A refusal says of which input it speaks, and offers the nearest entries", "[pages]") {
  const auto refusal_of = [](const Said& said) {
    const Scenario scenario = scenario_of(said);
    try {
      complete(scenario, built_in());
    } catch (const BadInput& error) {
      return refused(error.what(), scenario, built_in());
    }
    return Refused{};
  };
  const Refused unknown = refusal_of({{"model", "lama-3.1-70b"}, {"cluster.system", "dgx-h100"}});
  CHECK(unknown.key == "model");
  REQUIRE_FALSE(unknown.remedies.empty());
  CHECK(unknown.remedies.front().label == "Use Llama 3.1 70B");
  CHECK(unknown.remedies.front().apply.changes.front().second == "llama-3.1-70b");
  const Refused clash =
      refused("layout.tensor 8 conflicts with cluster.nodes 2", scenario_of({{"layout.tensor", "8"}}), built_in());
  CHECK(clash.key == "layout.tensor");
  const Page page = refused_page(shown_page("size", given_subject({})), "Mine", unknown.why);
  CHECK(page.title == "Mine");
  CHECK(page.charts.empty());
  CHECK(page.verdict == Page::Verdict::incomplete);
}

}  // namespace
}  // namespace llmsize::test

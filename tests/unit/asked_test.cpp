// SPDX-License-Identifier: Apache-2.0
// What pages are asked with, what holding an input costs, and what a refusal leads to.
#include "tests/unit/subjects.hpp"

#include "core/answer/answer.hpp"
#include "core/view/assumed.hpp"

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

}  // namespace
}  // namespace llmsize::test

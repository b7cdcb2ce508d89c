// SPDX-License-Identifier: Apache-2.0
// The table of views: what a question shows by use.
#include "tests/unit/cases.hpp"

#include "core/answer/views.hpp"
#include "core/planning/serving_plan.hpp"
#include "core/workbook/live_workbook.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

namespace llmsize::test {
namespace {

constexpr Asked questions[] = {Asked::training, Asked::service, Asked::slower_tiers};

TEST_CASE("No view shows a result twice", "[views]") {
  for (const Asked asked : questions)
    for (const auto& uses :
         {std::vector{Use::headline, Use::bought, Use::ordered}, std::vector{Use::compared},
          std::vector{Use::candidates, Use::front}, std::vector{Use::systems}, std::vector{Use::judged},
          std::vector{Use::drawn}, std::vector{Use::answer}, std::vector{Use::workbook}}) {
      std::set<const ResultRow*> rows;
      std::size_t count = 0;
      for (const Use use : uses)
        for (const ResultRow* row : view(asked, {use})) rows.insert(row), ++count;
      CHECK(rows.size() == count);
    }
}

TEST_CASE("Every question has an answer, and a workbook that holds it", "[views]") {
  for (const Asked asked : questions) {
    const auto all = view(asked, {Use::workbook, Use::offloaded});
    CHECK_FALSE(view(asked, {Use::judged}).empty());
    CHECK_FALSE(view(asked, {Use::answer}).empty());
    for (const ResultRow* row : view(asked, {Use::answer})) {
      CAPTURE(row->about->id);
      CHECK(std::find(all.begin(), all.end(), row) != all.end());
    }
  }
}

TEST_CASE("A case asks for a training, a service or slower tiers", "[views]") {
  const Said model{{"model", "bloom-176b"}, {"cluster.system", "dgx-a100-640"}, {"cluster.nodes", "2"}};
  CHECK(asked_of(completed(model)) == Asked::training);
  CHECK(asked_of(completed(model + Said{{"workload.mode", "infer"}})) == Asked::service);
  CHECK(
      asked_of(completed(model + Said{{"workload.mode", "infer"}, {"memory.offload", "nvme"}})) == Asked::slower_tiers);
}

TEST_CASE("A training that offloads tells its slower tiers besides", "[views]") {
  const Said model{{"model", "bloom-176b"}, {"cluster.system", "dgx-a100-640"}, {"cluster.nodes", "4"}};
  const auto rows = workbook_results(scenario_of(model + Said{{"memory.offload", "cpu"}}), built_in());
  CHECK(rows == view(Asked::training, {Use::workbook, Use::offloaded}));
  CHECK(workbook_results(scenario_of(model), built_in()) == view(Asked::training, {Use::workbook}));
}

}  // namespace
}  // namespace llmsize::test

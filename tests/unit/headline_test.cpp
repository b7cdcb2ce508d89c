// SPDX-License-Identifier: Apache-2.0
// The first line of an answer, and the findings below it.
#include "tests/unit/subjects.hpp"

#include "core/answer/certain_time.hpp"
#include "core/view/headline.hpp"
#include "core/view/routine.hpp"

#include <catch2/catch.hpp>

namespace llmsize::test {
namespace {

TEST_CASE("The first line says nodes, model, tokens, days, certainty, power and price", "[pages]") {
  Subject subject = planned_with({{"economics.node_price", "300000"}});
  std::get<TrainingPlan>(subject.chosen).certain.sizes = {
      {"p50", planned().plan()->nodes}, {"p80", 2 * planned().plan()->nodes}, {"p90", 4 * planned().plan()->nodes}};
  const Case plan = complete(subject.scenario, built_in());
  const std::string line = shown_page("size", subject).title;
  const auto number = [&](const char* id) { return pretty(result(plan, id), row_of(id).about->unit); };
  CHECK(line.starts_with("GPT-3 175B, 300B tokens: " + number("planning.nodes") + " × DGX H100, "));
  CHECK(speaks_of(line, number("training.calendar_time") + " at P50, "));
  CHECK(speaks_of(line, pretty_parts(time_at(plan, "p80"), Unit::seconds).number + " at P80, "));
  CHECK_FALSE(speaks_of(line, "P90"));
  CHECK(speaks_of(line, "× (typical)"));
  CHECK(speaks_of(
      line, "; P80: " + pretty(2 * planned().plan()->nodes, Unit::count) + " nodes for 30.0 days; " +
                number("power.it") + " IT power"));
  CHECK(speaks_of(line, number("economics.capex") + " CapEx"));
}

TEST_CASE("Where nothing is known of the calendar the first line names the case", "[pages]") {
  CHECK(shown_page("size", given_subject({{"model", "gpt3-175b"}})).title == "GPT-3 175B");
  CHECK(speaks_of(shown_page("layout", given_subject(bloom)).title, "BLOOM"));
}

TEST_CASE("Assumptions come by what they move, and fold into one line", "[pages][findings]") {
  const Page page = shown_page("size", given_subject(gpt3_on_128_dgx + Said{{"workload.tokens", "300B"}}));
  const Case plan = completed(gpt3_on_128_dgx + Said{{"workload.tokens", "300B"}});
  std::vector<std::string> keys;
  for (const auto& [finding, remedies] : page.findings)
    if (finding.id == "input.assumed") keys.push_back(finding.fields.front());
  REQUIRE(keys.size() >= 3);
  CHECK(keys.front() == "workload.overhead_share");
  const Findings few = folded(page.findings, plan);
  CHECK(few.size() == page.findings.size() - keys.size() + 1);
  const auto line =
      std::find_if(few.begin(), few.end(), [](const auto& each) { return each.first.id == "input.assumed"; });
  REQUIRE(line != few.end());
  CHECK(speaks_of(line->first.message, " assumptions set P10–P90 "));
  CHECK(speaks_of(line->first.message, "List: --findings all"));
}

TEST_CASE(
    "Warnings come by what their inputs do to the answer, after errors and before the rest", "[pages][findings]") {
  const Case plan = completed(gpt3_on_128_dgx + Said{{"workload.tokens", "300B"}});
  const ResultRow& time = row_of("training.calendar_time");
  // A longer run has more overhead, too.
  CHECK(elasticity(plan, time, {"workload.tokens"}) > 1);
  CHECK(elasticity(plan, time, {"workload.tokens"}) < 1.15);
  CHECK(elasticity(plan, time, {"economics.node_price"}) == 0);
  const auto one = [](Severity severity, std::vector<std::string> fields) {
    return Findings::value_type{FoundFinding{severity, "layout.bubble", fields.front(), std::move(fields)}, {}};
  };
  const Findings ordered = in_order(
      {one(Severity::info, {"workload.tokens"}), one(Severity::warning, {"node.nvme_read"}),
       one(Severity::warning, {"workload.tokens"}), one(Severity::error, {"economics.node_price"})},
      plan);
  std::vector<std::string> names;
  for (const auto& [finding, remedies] : ordered) names.push_back(finding.message);
  CHECK(
      names ==
      std::vector<std::string>{"economics.node_price", "workload.tokens", "node.nvme_read", "workload.tokens"});
}

}  // namespace
}  // namespace llmsize::test

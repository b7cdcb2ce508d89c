// SPDX-License-Identifier: Apache-2.0
// What is judged stands among the inputs; what is enumerated says its word in every format; what a planner tells is
// known like any other result.
#include "tests/unit/cases.hpp"

#include "core/answer/explanation.hpp"
#include "core/inputs/list.hpp"
#include "core/tables/rows.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>
#include <string_view>

namespace llmsize::test {
namespace {

using Catch::Matchers::Contains;

const Said offloaded = gpt3_on_128_dgx + Said{{"memory.offload", "nvme"}, {"storage.id", "ddn-ai400x2"}};

const std::set<std::string_view> read_by_findings_or_plans_alone{
    "reliability.least_goodput", "model.read_as_llama",    "model.left_out",
    "model.storage_unread",      "workload.batch_flex",    "memory.margin",
    "software.zero_most",        "software.pipeline_zero", "software.tensor_most",
    "software.pipeline_most",    "software.context_most",  "software.interleave_most",
    "software.splits_sequences", "software.uneven_stages", "software.recomputes_attention",
    "software.offload_tier",     "software.as_of",         "accelerator.torus",
    "accelerator.static_graphs", "room.air_limit",         "traffic.batch_yield"};

TEST_CASE("every default that is a judgement says so, and moves a result", "[judgement]") {
  for (const InputAbout* about : numeric_inputs()) {
    if (!about->initial || read_by_findings_or_plans_alone.contains(about->key)) continue;
    CAPTURE(about->key);
    CHECK_FALSE(about->source.empty());
    CHECK(dependents()[key_named(about->key).slot()].any());
  }
}

TEST_CASE("a judgement that is changed changes what rests on it", "[judgement]") {
  const Said context{{"model", "llama-3-70b"},       {"cluster.system", "dgx-h100"}, {"cluster.nodes", "8"},
                     {"layout.tensor", "8"},         {"layout.context", "2"},        {"workload.sequence", "32768"},
                     {"workload.global_batch", "64"}};
  const double before = result(completed(context), "training.context_time");
  CHECK(result(completed(context + Said{{"software.context_exposed", "0.2"}}), "training.context_time") > before);
  const Case plan = completed(context);
  const auto moved = sensitivities(plan, row_of("training.context_time"));
  CHECK(std::any_of(moved.begin(), moved.end(), [](const Sensitivity& each) {
    return each.key == InputKey("software.context_exposed");
  }));
}

TEST_CASE("an enumerated result says its word in every format", "[words]") {
  const std::vector<const ResultRow*> rows = rows_of({"offload.fastest_fitting_tier", "model.layers_parameters"});
  AnsweredRow row = answer_row({}, scenario_of(offloaded), built_in(), {rows});
  REQUIRE(row.answer.results.front().value == 0);
  const Json json = document("memory", nullptr, row.answer).at("results").at("offload.fastest_fitting_tier");
  CHECK(json.at("value") == 0.0);
  CHECK(json.at("word") == "gpu");
  CHECK_FALSE(document("memory", nullptr, row.answer).at("results").at("model.layers_parameters").contains("word"));

  const AnsweredRows table{{}, rows, {row}};
  const Table csv = rows_table(table);
  const auto column_of = [&](std::string_view name) {
    const auto found = std::find(csv.header.begin(), csv.header.end(), name);
    REQUIRE(found != csv.header.end());
    return csv.rows.front().at(static_cast<std::size_t>(found - csv.header.begin()));
  };
  CHECK(column_of(column("offload.fastest_fitting_tier", row_of("offload.fastest_fitting_tier").about->unit)) == "0");
  CHECK(column_of("offload_fastest_fitting_tier_word") == "gpu");
  CHECK(rows_json(table).front().at("offload.fastest_fitting_tier.word") == "gpu");
  CHECK(pretty(2, NumberId("offload.fastest_fitting_tier")) == "nvme");
  CHECK(pretty(absent, NumberId("offload.fastest_fitting_tier")) == "–");
}

TEST_CASE("explanations say words of results and of inputs", "[words]") {
  const Explanation link = explain(completed(offloaded), "offload.limiting_link");
  CHECK_FALSE(link.word.empty());
  CHECK_THAT(as_text(link, false), Contains(std::string(link.word)));
  const Explanation tier = explain(completed(offloaded), "memory.optimizer_tier");
  CHECK(tier.word == "nvme");
  CHECK(as_json(tier).at("word") == "nvme");
}

TEST_CASE("what a planner tells is a known result, absent until it is told", "[told]") {
  const ResultRow& seconds = row_of("planning.seconds");
  CHECK(seconds.about->unit == Unit::seconds);
  CHECK(is_absent(result(completed(offloaded), "planning.nodes_p90")));
  CHECK(explain(completed(offloaded), "planning.nodes_p90").formula == "computed by llmsize plan");
  Answer found = answer(completed(offloaded), {{&seconds}, true});
  found.tell("planning.seconds", 0.5);
  CHECK(found.find("planning.seconds")->value == 0.5);
}

}  // namespace
}  // namespace llmsize::test

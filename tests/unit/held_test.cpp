// SPDX-License-Identifier: Apache-2.0
// What is said is held, the rest is planned: laws of plans around held values.
#include "tests/unit/cases.hpp"

#include "core/answer/explanation.hpp"
#include "core/planning/cache.hpp"
#include "core/planning/certainty.hpp"
#include "core/planning/goals.hpp"
#include "core/planning/held.hpp"
#include "core/planning/nodes.hpp"
#include "core/planning/plan_findings.hpp"
#include "core/planning/targets.hpp"
#include "core/verdict/verdict.hpp"
#include "core/view/subject.hpp"

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <algorithm>

namespace llmsize::test {
namespace {

const Said readme{
    {"model", "gpt3-175b"}, {"cluster.system", "dgx-h100"}, {"workload.tokens", "300B"}, {"goal.deadline", "30d"}};
const Said mixture{
    {"model", "mixtral-8x7b"}, {"cluster.system", "dgx-b200"}, {"workload.tokens", "2T"}, {"goal.deadline", "60d"}};
const Said on_racks{
    {"model", "llama-3.1-70b"},
    {"cluster.system", "gb300-nvl72"},
    {"workload.tokens", "15T"},
    {"goal.deadline", "90d"}};

const SearchOptions one{.keep = 1, .sample = 0};

LayoutPlan planned(const Said& said, const std::shared_ptr<SearchCache>& cache = {}) {
  SearchOptions options = one;
  options.cache = cache;
  return plan_layout(scenario_of(said), built_in(), options);
}

Scenario chosen(const LayoutPlan& plan) { return plan.with(plan.search.best.front()); }

/// What a plan chose of the layout, as somebody would say it.
Said choices_of(const LayoutPlan& plan) {
  Said all;
  const Scenario with = chosen(plan);
  for (const char* key :
       {"layout.tensor", "layout.pipeline", "layout.context", "layout.data", "layout.expert", "layout.interleave",
        "layout.micro_batch", "layout.recompute", "layout.zero", "layout.sequence_parallel", "workload.global_batch"})
    if (const Scenario::Said* said = with.find(key)) all.emplace_back(key, said->text);
  return all;
}

TEST_CASE("repeating what a plan chose changes nothing, singly and in pairs", "[held][long]") {
  for (const Said& question : {readme, mixture, on_racks}) {
    const LayoutPlan open = planned(question);
    REQUIRE(open.found());
    const auto cache = open.cache;
    const Said choices = choices_of(open);
    REQUIRE(choices.size() >= 10);
    for (std::size_t i = 0; i < choices.size(); ++i)
      for (std::size_t j = i; j < choices.size(); ++j) {
        Said said = question + Said{choices[i]};
        if (j > i) said.push_back(choices[j]);
        CAPTURE(choices[i], choices[j]);
        const LayoutPlan held = planned(said, cache);
        REQUIRE(held.found());
        CHECK(held.nodes == open.nodes);
        CHECK(held.met == open.met);
        CHECK(held.search.best.front().layout == open.search.best.front().layout);
        CHECK(held.search.best.front().step_time == open.search.best.front().step_time);
      }
    const LayoutPlan typed = planned(question + Said{{"cluster.nodes", std::to_string(static_cast<int>(open.nodes))}});
    REQUIRE(typed.found());
    CHECK(
        certain_time(complete(chosen(typed), built_in())) <= certain_time(complete(chosen(open), built_in())) * 1.0301);
  }
}

TEST_CASE("a held value gives the best of all plans with that value", "[held]") {
  const Said small{
      {"model", "llama-2-7b"},
      {"cluster.system", "dgx-a100-640"},
      {"cluster.nodes", "2"},
      {"workload.global_batch", "256"}};
  const Space space = space_of(scenario_of(small), built_in());
  const auto of = [](const Layout& layout, const std::string& key) -> double {
    return key == "layout.tensor"        ? layout.tensor
           : key == "layout.pipeline"    ? layout.pipeline
           : key == "layout.micro_batch" ? layout.micro_batch
           : key == "layout.zero"        ? layout.zero
                                         : layout.context;
  };
  const SearchResult all = fastest_exhaustively(space, 1'000'000);
  const std::pair<const char*, double> values[] = {
      {"layout.tensor", 4},
      {"layout.pipeline", 2},
      {"layout.zero", 3},
      {"layout.context", 2},
      {"layout.micro_batch", 2}};
  for (const auto& [key, value] : values) {
    CAPTURE(key, value);
    const Said said = small + Said{{key, std::to_string(static_cast<int>(value))}};
    const LayoutPlan held = planned(said);
    REQUIRE(held.found());
    CHECK(of(held.search.best.front().layout, key) == value);
    const SearchResult brute = fastest_exhaustively(space_of(scenario_of(said), built_in()), 1);
    REQUIRE_FALSE(brute.best.empty());
    CHECK(held.cleverest == Approx(brute.best.front().pace()).epsilon(1e-12));
    CHECK(held.search.best.front().pace() <= 1.03 * held.cleverest);
    CHECK(held.cleverest >= all.best.front().pace() * (1 - 1e-12));
  }
}

TEST_CASE("one node more is never slower in its best time", "[held]") {
  const auto cache = std::make_shared<SearchCache>();
  double before = std::numeric_limits<double>::infinity();
  for (int nodes = 1; nodes <= 33; ++nodes) {
    CAPTURE(nodes);
    const LayoutPlan plan = planned(
        {{"model", "llama-3-8b"}, {"cluster.system", "dgx-h100"}, {"cluster.nodes", std::to_string(nodes)}}, cache);
    REQUIRE(plan.found());
    CHECK(plan.cleverest <= before);
    // What unusual layouts and batches further from the recipe may gain.
    CHECK(plan.search.best.front().pace() <= 1.03 * 1.1 * plan.cleverest);
    before = plan.cleverest;
  }
}

TEST_CASE("no number of nodes that is tried answers below the open answer", "[held][long]") {
  const Said questions[] = {
      readme,
      // Numbers that the coarse set leaves out, and batches that move.
      {{"model", "llama-3-8b"},
       {"cluster.system", "dgx-b300"},
       {"workload.tokens", "15T"},
       {"goal.deadline", "20d"},
       {"goal.certainty", "p80"}},
      {{"model", "bloom-176b"}, {"cluster.system", "dgx-h200"}, {"workload.tokens", "300B"}, {"goal.deadline", "7d"}},
      {{"model", "llama-3.1-405b"},
       {"cluster.system", "gb200-nvl72"},
       {"workload.tokens", "2T"},
       {"goal.deadline", "7d"},
       {"goal.certainty", "p90"}}};
  for (const Said& question : questions) {
    const LayoutPlan open = planned(question);
    REQUIRE(open.found());
    std::vector<double> below = node_counts(1);
    std::erase_if(below, [&](double nodes) { return nodes >= open.nodes; });
    if (below.size() > 4) below.erase(below.begin(), below.end() - 4);
    for (const double nodes : below) {
      CAPTURE(open.nodes, nodes);
      const LayoutPlan typed = planned(question + Said{{"cluster.nodes", fmt::format("{}", nodes)}}, open.cache);
      if (!typed.found()) continue;
      const Case there = complete(chosen(typed), built_in());
      CHECK(certain_time(there) > there["goal.deadline"]);
    }
  }
}

TEST_CASE("expert groups that are held lie in whole racks as planned ones do", "[held]") {
  const Said question = {
      {"model", "qwen3-235b-a22b"},
      {"cluster.system", "gb300-nvl72"},
      {"workload.tokens", "300B"},
      {"goal.deadline", "20d"},
      {"goal.certainty", "p80"}};
  const auto gpus = [](const LayoutPlan& plan) { return plan.space.base["cluster.gpus"]; };
  const LayoutPlan open = planned(question), held = planned(question + Said{{"layout.expert", "16"}});
  REQUIRE(open.search.best.front().layout.expert == 16);
  CHECK(gpus(held) == gpus(open));
  CHECK(held.search.best.front().pace() == open.search.best.front().pace());
  // Nine stages fill 64 GPUs of no rack.
  const LayoutPlan straddling =
      planned(question + Said{{"layout.expert", "16"}, {"layout.pipeline", "9"}, {"cluster.nodes", "2"}});
  CHECK(straddling.found());
  CHECK(gpus(straddling) == 144);
}

TEST_CASE("an accelerator without bf16 trains in fp16", "[held]") {
  const Case plan = completed({{"model", "llama-3-8b"}, {"cluster.system", "dgx-2"}});
  CHECK(plan.word("workload.precision") == "fp16");
  CHECK(completed({{"model", "llama-3-8b"}, {"cluster.system", "dgx-h100"}}).word("workload.precision") == "bf16");
}

TEST_CASE("no number of GPUs is a dead end", "[held]") {
  for (const char* gpus : {"20", "100", "640", "1000", "1024"}) {
    CAPTURE(gpus);
    const LayoutPlan plan =
        planned({{"model", "llama-3-70b"}, {"cluster.system", "gb300-nvl72"}, {"cluster.gpus", gpus}});
    REQUIRE(plan.found());
    const Case used = complete(chosen(plan), built_in());
    CHECK(used["cluster.gpus"] <= std::stod(gpus));
    CHECK(used["cluster.gpus"] >= 0.75 * std::stod(gpus));
  }
}

TEST_CASE("values that exclude each other are refused with both names and the nearest", "[held]") {
  const auto refused = [](const Said& said) {
    try {
      plan_layout(scenario_of(said), built_in(), one);
    } catch (const BadInput& error) {
      CHECK(error.kind() == BadInput::Kind::usage);
      return std::string(error.what());
    }
    return std::string();
  };
  const Said base{{"model", "gpt3-175b"}, {"cluster.system", "dgx-h100"}};
  using Catch::Contains;
  CHECK_THAT(
      refused(base + Said{{"cluster.nodes", "5"}, {"layout.tensor", "8"}, {"layout.pipeline", "8"}}),
      Contains("layout.pipeline 8") && Contains("cluster.nodes 5") && Contains("64 GPUs") && Contains("use 8"));
  CHECK_THAT(
      refused(base + Said{{"workload.global_batch", "1000"}, {"layout.data", "7"}}),
      Contains("workload.global_batch 1000") && Contains("layout.data 7") && Contains("use 1,001"));
  CHECK_THAT(
      refused(base + Said{{"workload.sequence", "2048"}, {"layout.context", "3"}}), Contains("layout.context 3"));
  CHECK_THAT(
      refused(base + Said{{"layout.pipeline", "48"}, {"layout.interleave", "8"}}), Contains("layout.interleave 8"));
}

TEST_CASE("a newer machine of a family needs no more nodes than its predecessor", "[held][long]") {
  const std::pair<const char*, const char*> families[] = {{"gb200-nvl72", "gb300-nvl72"}, {"gb300-nvl72", "vr-nvl72"},
                                                          {"dgx-a100-640", "dgx-h100"},   {"dgx-h100", "dgx-h200"},
                                                          {"dgx-h200", "dgx-b200"},       {"dgx-b200", "dgx-b300"}};
  for (const char* model : {"llama-3.1-70b", "deepseek-v3"})
    for (const auto& [older, newer] : families) {
      CAPTURE(model, older, newer);
      const auto nodes = [&](const char* system) {
        return planned({{"model", model},
                        {"cluster.system", system},
                        {"workload.tokens", "10T"},
                        {"goal.deadline", "120d"},
                        {"workload.precision", "bf16"}})
            .nodes;
      };
      CHECK(nodes(newer) <= nodes(older));
    }
}

TEST_CASE("copies of a model that are held leave the other degrees open where tiers are planned, too", "[held]") {
  const Scenario said = scenario_of(readme + Said{{"layout.data", "12"}});
  const double nodes = plan_layout(said, built_in()).nodes;
  CHECK_FALSE(more_nodes_instead(said, built_in(), one));
  for (const Scenario& target : on_targets(said, built_in(), one)) {
    const Case completed = complete(target, built_in());
    CHECK(completed["layout.data"] == 12);
    // Of the nodes that are planned a job may leave some idle.
    CHECK(result(completed, "planning.nodes") == nodes);
    CHECK(completed["cluster.nodes"] <= nodes);
  }
}

TEST_CASE("where no layout fits, what rests on one is not known, and the verdict says so", "[held]") {
  const Said asked{{"model", "deepseek-v3"}, {"cluster.system", "dgx-h200"}, {"workload.tokens", "15T"}};
  const Said few = asked + Said{{"cluster.nodes", "4"}},
             poor = asked + Said{{"goal.budget", "3.6M"}, {"economics.node_price", "400000"}};
  for (const Said& said : {few, poor}) {
    const Subject subject = llmsize::planned({}, scenario_of(said), built_in());
    const Case completed = case_of(subject, built_in());
    const std::vector<const ResultRow*> rows{
        &result_row("training.step_time"), &result_row("memory.gpu_total"), &result_row("checkpoint.size")};
    const Answer told = answer(completed, {rows});
    CHECK(is_absent(told.find("training.step_time")->value));
    CHECK_FALSE(told.find("training.step_time")->missing.empty());
    CHECK(is_absent(told.find("memory.gpu_total")->value));
    const Explanation explained = explain(completed, "training.calendar_time");
    CHECK(is_absent(explained.value));
    CHECK_FALSE(explained.range);
    CHECK(explained.filled == "not known: no layout fits");
    CHECK(told.find("checkpoint.size")->value > 9e12);
    CHECK(verdict_of(plan_findings(*subject.plan(), told), true).state == State::does_not_fit);
  }
}

TEST_CASE("where one of two goals is missed, the nearest plan is named by what misses it", "[held]") {
  const Said asked{{"model", "gpt3-125m"},     {"cluster.system", "dgx-h100"},
                   {"workload.tokens", "10B"}, {"workload.global_batch", "64"},
                   {"goal.deadline", "10d"},   {"goal.tokens_per_second", "100M"},
                   {"goal.power", "60kW"},     {"goal.racks", "2"}};
  const LayoutPlan plan = planned(asked);
  const std::vector<const ResultRow*> rate{&result_row("training.tokens_per_second")};
  const std::vector<FoundFinding> findings = plan_findings(plan, answer(complete(chosen(plan), built_in()), {rate}));
  const auto missed = std::find_if(
      findings.begin(), findings.end(), [](const FoundFinding& each) { return each.id == FindingId("goal.missed"); });
  REQUIRE(missed != findings.end());
  CHECK_THAT(
      missed->message,
      Catch::Contains("finishes in 10 days and reaches 100M tok/s within 60.0 kW and 2 racks; the closest is ") &&
          Catch::Contains(" tok/s on "));
}

TEST_CASE("a budget without a price decides nothing", "[held]") {
  const Said asked{
      {"model", "llama-3-70b"}, {"cluster.system", "dgx-b200"}, {"workload.tokens", "5T"}, {"goal.deadline", "90d"}};
  CHECK(planned(asked + Said{{"goal.budget", "20M"}}).nodes == planned(asked).nodes);
}

}  // namespace
}  // namespace llmsize::test

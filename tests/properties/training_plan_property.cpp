// SPDX-License-Identifier: Apache-2.0
// What must hold for every plan of a training, whatever the model, machine, tokens and deadline. A question takes a
// few seconds: four are asked, three hundred with LLMSIZE_LONG.
#include "core/answer/certain_time.hpp"
#include "core/planning/certainty.hpp"
#include "core/planning/goals.hpp"
#include "core/quantity/print.hpp"
#include "tests/properties/scenarios.hpp"

#include <rapidcheck/catch.h>

#include <cstdlib>
#include <limits>

namespace llmsize::test {
namespace {

bool is_asked(int& asked) { return ++asked <= (std::getenv("LLMSIZE_LONG") ? 300 : 4); }

/// A model and a system of the catalog as they are, tokens and a deadline; nothing of nodes and layout.
Said random_question() {
  Said said{
      {"model", std::string(*rc::gen::elementOf(built_in().ids("models")))},
      {"cluster.system", std::string(*rc::gen::elementOf(built_in().ids("systems")))},
      {"workload.tokens", word_of({"50B", "300B", "2T", "15T"})},
      {"goal.deadline", word_of({"7d", "20d", "45d", "90d", "200d"})}};
  if (*rc::gen::inRange(0, 5) == 0) said.emplace_back("goal.certainty", word_of({"p80", "p90"}));
  if (*rc::gen::inRange(0, 5) == 0) said.emplace_back("storage.id", "ddn-ai400x2");
  return said;
}

LayoutPlan planned(const Said& said, const std::shared_ptr<SearchCache>& cache = {}) {
  SearchOptions options{.keep = 1, .sample = 0, .cache = cache};
  RC_LOG() << as_options(scenario_of(said)) << '\n';
  return plan_layout(scenario_of(said), built_in(), options);
}

Case case_of(const LayoutPlan& plan) { return complete(plan.with(plan.search.best.front()), built_in()); }

bool meets(const LayoutPlan& plan) {
  if (!plan.found()) return false;
  const Case best = case_of(plan);
  return certain_time(best) <= best["goal.deadline"];
}

/// One of the choices of a plan, as somebody would say it.
Said some_choice(const LayoutPlan& plan) {
  const Scenario with = plan.with(plan.search.best.front());
  std::vector<Said> all;
  for (const char* key :
       {"layout.tensor", "layout.pipeline", "layout.context", "layout.data", "layout.expert", "layout.interleave",
        "layout.micro_batch", "layout.recompute", "layout.recompute_modules", "layout.zero", "workload.global_batch"})
    if (const Scenario::Said* said = with.find(key)) all.push_back({{key, said->text}});
  return *rc::gen::elementOf(all);
}

TEST_CASE("a training that is sized", "[property][planning]") {
  int asked = 0;
  rc::prop("repeats itself, fits, and is the smallest that is tried", [&] {
    if (!is_asked(asked)) return;
    const Said said = random_question();
    const LayoutPlan open = planned(said);
    if (!open.found() || !open.met) return;
    const Case best = case_of(open);
    RC_ASSERT(meets(open));
    RC_ASSERT(result(best, "memory.gpu_total") <= result(best, "memory.gpu_capacity"));

    const LayoutPlan held = planned(said + some_choice(open), open.cache);
    RC_ASSERT(held.found() && held.met);
    RC_ASSERT(held.nodes == open.nodes);
    RC_ASSERT(held.search.best.front().step_time == open.search.best.front().step_time);

    const auto typed = [&](double nodes) { return planned(said + Said{{"cluster.nodes", exact(nodes)}}, open.cache); };
    RC_ASSERT(meets(typed(open.nodes)));
    const auto counts = node_counts(std::max(1.0, std::floor(0.6 * open.nodes)));
    const auto fewer = std::count_if(counts.begin(), counts.end(), [&](double each) { return each < open.nodes; });
    if (fewer > 0) RC_ASSERT(!meets(typed(counts[static_cast<std::size_t>(*rc::gen::inRange<int>(0, int(fewer)))])));
  });
  asked = 0;
  rc::prop("keeps the deadline as surely as each of its sizes says, with no fewer nodes the surer", [&] {
    if (!is_asked(asked)) return;
    const LayoutPlan plan = planned(random_question());
    if (!plan.found() || !plan.met) return;
    const CertainNodes certain = certain_nodes(plan, built_in(), {.keep = 1, .sample = 0});
    const double deadline = case_of(plan)["goal.deadline"];
    RC_ASSERT(certain.sizes.size() == 3u);
    double before = 0;
    for (const CertainNodes::Sized& each : certain.sizes) {
      if (is_absent(each.nodes)) {
        before = std::numeric_limits<double>::infinity();
        continue;
      }
      RC_LOG() << each.certainty << ": " << each.nodes << '\n';
      RC_ASSERT(each.nodes >= before);
      before = each.nodes;
      RC_ASSERT((each.certainty == "p80" ? each.p80 : each.certainty == "p90" ? each.p90 : each.time) <= deadline);
      RC_ASSERT(each.time <= each.p80 && each.p80 <= each.p90);
    }
  });
  asked = 0;
  rc::prop("takes no fewer nodes for less time", [&] {
    if (!is_asked(asked)) return;
    Said said = random_question();
    const LayoutPlan later = planned(said);
    for (auto& [key, text] : said)
      if (key == "goal.deadline") text = "6d";
    const LayoutPlan sooner = planned(said, later.cache);
    if (later.found() && later.met && sooner.found() && sooner.met) RC_ASSERT(sooner.nodes >= later.nodes);
  });
}

}  // namespace
}  // namespace llmsize::test

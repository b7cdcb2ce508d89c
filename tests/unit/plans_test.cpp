// SPDX-License-Identifier: Apache-2.0
// What a plan promises: a layout that was searched keeps something back, as much as published runs that are planned
// anew tell.
#include "tests/unit/measured.hpp"

#include "core/calibration/plans.hpp"
#include "core/planning/goals.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace llmsize::test {
namespace {

const std::vector<PlannedRun>& runs() {
  static const std::vector<PlannedRun> all = planned_runs(published_rows(), built_in());
  return all;
}

double enough(double PlannedRun::*promised) {
  const auto kept = std::count_if(
      runs().begin(), runs().end(), [&](const PlannedRun& each) { return each.*promised >= each.row->step_time; });
  return double(kept) / double(runs().size());
}

const PlannedRun& one(bool tuned) {
  return *std::find_if(runs().begin(), runs().end(), [&](const PlannedRun& each) { return each.tuned == tuned; });
}

TEST_CASE("what plans promise is kept about as often as they say", "[plans][long]") {
  CHECK(runs().size() >= 390);
  CHECK(enough(&PlannedRun::planned) >= 0.45);
  CHECK(enough(&PlannedRun::planned) <= 0.60);
  CHECK(enough(&PlannedRun::p90) >= 0.85);
  CHECK(enough(&PlannedRun::p90) <= 0.95);
}

TEST_CASE("what plans promise for sources that were never seen is kept as often", "[plans][long]") {
  CHECK(enough(&PlannedRun::left_out) >= 0.45);
  CHECK(enough(&PlannedRun::left_out) <= 0.60);
  CHECK(enough(&PlannedRun::left_out_p90) >= 0.85);
  CHECK(enough(&PlannedRun::left_out_p90) <= 0.95);
}

TEST_CASE("the catalog keeps back what published runs tell", "[plans][long]") {
  const SearchFits fits = fit_search(runs());
  CHECK(one(true).planned / one(true).bare == Approx(fits.tuned.factor).epsilon(0.005));
  CHECK(one(false).planned / one(false).bare == Approx(fits.all.factor).epsilon(0.005));
  const auto spread_of = [](const char* stack) {
    return completed({{"software.id", stack}, {"model", "llama-3-70b"}}).spread("software.search_margin");
  };
  CHECK(spread_of("nemo") == Approx(fits.tuned.spread).margin(0.005));
  CHECK(spread_of("torchtitan") == Approx(fits.all.spread).margin(0.005));
}

TEST_CASE("of several runs of a configuration the fastest counts", "[plans]") {
  const auto same_work = [](const Case& a, const Case& b) {
    for (const InputKey key :
         {InputKey("cluster.gpus"), InputKey("workload.global_batch"), InputKey("workload.sequence"),
          InputKey("model.layers"), InputKey("model.hidden"), InputKey("model.experts")})
      if (a[key] != b[key]) return false;
    return result(a, "model.parameters") == result(b, "model.parameters") &&
           a.word("workload.precision") == b.word("workload.precision") &&
           a.word("workload.adapter") == b.word("workload.adapter");
  };
  std::size_t slower = 0;
  for (const PlannedRun& each : runs())
    for (const Measurement* other : timed_rows(published_rows())) {
      if (other == each.row || other->series != each.row->series || !same_work(*other->plan, *each.row->plan)) continue;
      CAPTURE(each.row->id, other->id);
      CHECK(other->step_time >= each.row->step_time);
      ++slower;
    }
  CHECK(slower > 100);
}

TEST_CASE("a layout that was searched takes longer than the same one said", "[plans]") {
  const Scenario work = scenario_of({{"model", "llama-3-70b"}, {"cluster.system", "dgx-h100"}, {"cluster.nodes", "8"}});
  const LayoutPlan plan = plan_fastest(work, built_in());
  const Candidate& best = plan.search.best.front();
  const Scenario found = plan.with(best);
  const Case searched = complete(found, built_in());
  CHECK(searched["layout.searched"] == static_cast<double>(plan.space.size()));
  CHECK(result(searched, "training.step_time") == Approx(best.step_time).epsilon(1e-12));
  Scenario alone = found;
  alone.unset("layout.searched");
  const Case said = complete(alone, built_in());
  CHECK(result(said, "training.search_margin_time") == 0);
  CHECK(
      result(searched, "training.step_time") ==
      Approx(result(said, "training.step_time") * searched["software.search_margin"]));
  CHECK(
      result(searched, "training.search_margin_time") ==
      Approx(result(searched, "training.step_time") - result(said, "training.step_time")));
}

}  // namespace
}  // namespace llmsize::test

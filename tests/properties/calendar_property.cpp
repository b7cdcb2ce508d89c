// SPDX-License-Identifier: Apache-2.0
// What must hold for a run on the calendar and for utilisations, whatever is trained on what.
#include "core/answer/answer.hpp"
#include "core/answer/certain_time.hpp"
#include "core/quantity/print.hpp"
#include "tests/properties/scenarios.hpp"

#include <rapidcheck/catch.h>

namespace llmsize::test {
namespace {

Said random_run() { return random_training() + Said{{"workload.run_overhead", word_of({"none", "tuned", "typical"})}}; }

TEST_CASE("a run takes its steps, and what comes with them", "[property][calendar]") {
  rc::prop("never less than its steps, however lucky its overhead", [] {
    const ResultsOf all(random_run());
    RC_ASSERT(all["training.calendar_time"] >= all["training.total_step_time"]);
    RC_ASSERT(all["training.overhead_factor"] >= 1);
    if (const auto ends = range(all.plan(), row_of("training.overhead_factor"))) RC_ASSERT(ends->first >= 1);
  });
  rc::prop("no smaller a part of overhead the longer it is, and none of it at first", [] {
    const Said said = random_run();
    const double factor = ResultsOf(said)["training.overhead_factor"];
    const double tokens = given(completed(said), "workload.tokens");
    const auto with = [&](double times) {
      return ResultsOf(said + Said{{"workload.tokens", exact(times * tokens)}})["training.overhead_factor"];
    };
    RC_ASSERT(with(*rc::gen::inRange(1, 100)) >= factor);
    const double days = result(completed(said), "training.total_step_time") / 86400;
    RC_ASSERT(with(1 / (1000 * std::max(1.0, days))) < 1.001);
  });
  rc::prop("no less overhead as most teams run it than as the best do", [] {
    const Said said = random_training();
    double before = 0;
    for (const char* word : {"none", "tuned", "typical"}) {
      const double time = ResultsOf(said + Said{{"workload.run_overhead", word}})["training.calendar_time"];
      RC_ASSERT(time >= before);
      before = time;
    }
  });
  rc::prop("no less time the surer it has to be", [] {
    const ResultsOf all(random_run());
    const double median = all["training.calendar_time"];
    RC_ASSERT(time_at(all.plan(), "p50") == median);
    RC_ASSERT(median <= time_at(all.plan(), "p80"));
    RC_ASSERT(time_at(all.plan(), "p80") <= time_at(all.plan(), "p90"));
  });
}

TEST_CASE("utilisations count alike", "[property][training]") {
  rc::prop("hardware does no less than the model, and exactly as much more as is recomputed", [] {
    const ResultsOf all(random_training() + Said{{"software.attention_count", word_of({"full", "causal"})}});
    RC_ASSERT(all["training.mfu"] > 0);
    RC_ASSERT(all["training.hfu"] >= all["training.mfu"]);
    const double again = all["training.recompute_flop"] / all["training.model_flop"];
    RC_ASSERT(std::abs(all["training.hfu"] / all["training.mfu"] - 1 - again) < 1e-9);
    const double peak = given(all.plan(), "cluster.gpus") * all["training.gpu_peak"];
    RC_ASSERT(std::abs(all["training.aggregate_flop_rate"] / peak / all["training.hfu"] - 1) < 1e-9);
  });
}

}  // namespace
}  // namespace llmsize::test

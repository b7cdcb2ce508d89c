// SPDX-License-Identifier: Apache-2.0
// Phases of a recipe: a batch that grows at the start, long sequences at the end.
#include "core/answer/answer.hpp"
#include "tests/unit/cases.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace llmsize::test {
namespace {

/// Llama 3.1 405B as published: 16M tokens per step, 16,384 H100.
const Said llama{{"model", "llama-3.1-405b"},      {"cluster.system", "dgx-h100"},    {"cluster.gpus", "16384"},
                 {"layout.tensor", "8"},           {"layout.pipeline", "16"},         {"layout.interleave", "8"},
                 {"workload.sequence", "8192"},    {"workload.global_batch", "2048"}, {"workload.tokens", "15.6T"},
                 {"workload.run_overhead", "none"}};

double training(const Said& said) { return result(completed(said), "training.total_step_time"); }

TEST_CASE("a ramp of the batch adds steps, and what each of them takes however small", "[training][phases]") {
  const Said ramp{{"workload.ramp_tokens", "2.87T"}, {"workload.ramp_batch", "512"}};
  const Case plan = completed(llama + ramp);
  // 4M to 16M tokens in a straight line: ln(4)/(16.8M - 4.2M) steps per token instead of 1/16.8M.
  CHECK(result(plan, "training.ramp_steps") == Approx(2.87e12 / 8192 * (std::log(4.0) / 1536 - 1.0 / 2048)));
  // One to two per cent of published trainings; a few where a fifth of the tokens pass before the batch is full.
  CHECK(training(llama + ramp) / training(llama) > 1.005);
  CHECK(training(llama + ramp) / training(llama) < 1.06);
  CHECK(training(llama + Said{{"workload.ramp_tokens", "2.87T"}, {"workload.ramp_batch", "2048"}}) == training(llama));
  CHECK(training(llama + Said{{"workload.ramp_tokens", "2.87T"}, {"workload.ramp_batch", "9999"}}) == training(llama));
}

TEST_CASE("long sequences take the attention that they add", "[training][phases]") {
  const auto longer = [](const char* tokens, const char* sequence) {
    return training(llama + Said{{"workload.long_tokens", tokens}, {"workload.long_sequence", sequence}});
  };
  const double bare = training(llama);
  // 800B of 15.6T tokens in stages up to 131,072, as published.
  CHECK(longer("800B", "131072") / bare > 1.02);
  CHECK(longer("800B", "131072") / bare < 1.06);
  CHECK(longer("800B", "8192") == bare);
  CHECK(longer("0", "131072") == bare);
  CHECK(longer("400B", "131072") - bare == Approx((longer("800B", "131072") - bare) / 2));
  // All tokens in sequences of twice the length take what a training with such sequences does, of attention.
  const Case whole = completed(llama + Said{{"workload.long_tokens", "15.6T"}, {"workload.long_sequence", "16384"}});
  CHECK(result(whole, "training.long_time") < 0.2 * bare);
  CHECK(result(whole, "training.long_time") > 0.03 * bare);
}

TEST_CASE("at a stated utilisation phases take their counted work", "[training][phases]") {
  const Said stated{{"software.utilisation", "0.4"}};
  const Case plan =
      completed(llama + stated + Said{{"workload.long_tokens", "15.6T"}, {"workload.long_sequence", "16384"}});
  const double added = 3 * 2048 * result(plan, "model.cores_flop") * result(plan, "training.steps");
  CHECK(result(plan, "training.long_time") == Approx(added / (16384 * 0.4 * plan["accelerator.peak"])).epsilon(0.001));
}

}  // namespace
}  // namespace llmsize::test

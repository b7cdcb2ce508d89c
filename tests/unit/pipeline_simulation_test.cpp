// SPDX-License-Identifier: Apache-2.0
// The closed formula for the pipeline bubble against a simulation of every forward and backward pass.
#include "tests/unit/cases.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

namespace llmsize::test {
namespace {

/// One pass of a micro-batch through one run of layers.
struct Pass {
  bool backward;
  int stage, run, micro_batch;
  auto operator<=>(const Pass&) const = default;
};

/// A pipeline of equal stages that each hold `runs` runs of layers, as Megatron-LM schedules it: one forward, one
/// backward pass in turn once it is filled. Nothing is lost on the way between stages.
class Pipeline {
 public:
  Pipeline(int stages, int runs, int micro_batches) : stages_(stages), runs_(runs), micro_batches_(micro_batches) {}

  /// The time until all passes are done, where a stage takes so long for all its runs.
  double time(double forward, double backward) {
    std::vector<std::vector<Pass>> orders;
    for (int stage = 0; stage < stages_; ++stage) orders.push_back(order(stage));
    std::vector<std::size_t> next(orders.size(), 0);
    std::vector<double> free(orders.size(), 0);
    for (bool moved = true; moved;) {
      moved = false;
      for (std::size_t stage = 0; stage < orders.size(); ++stage)
        while (next[stage] < orders[stage].size()) {
          const Pass& pass = orders[stage][next[stage]];
          const auto ready = ready_at(pass);
          if (!ready) break;
          free[stage] = std::max(free[stage], *ready) + (pass.backward ? backward : forward) / runs_;
          done_[pass] = free[stage];
          ++next[stage];
          moved = true;
        }
    }
    for (std::size_t stage = 0; stage < orders.size(); ++stage) REQUIRE(next[stage] == orders[stage].size());
    return *std::max_element(free.begin(), free.end());
  }

 private:
  /// The n-th forward or backward pass of a stage: interleaved, as many micro-batches as there are stages take turns in
  /// each run.
  Pass nth(bool backward, int stage, int n) const {
    if (runs_ == 1) return {backward, stage, 0, n};
    const int round = stages_ * runs_, run = n % round / stages_;
    return {backward, stage, backward ? runs_ - 1 - run : run, n / round * stages_ + n % stages_};
  }

  std::vector<Pass> order(int stage) const {
    const int all = micro_batches_ * runs_, behind = stages_ - 1 - stage;
    const int ahead = std::min(all, runs_ == 1 ? behind : 2 * behind + (runs_ - 1) * stages_);
    std::vector<Pass> passes;
    for (int n = 0; n < ahead; ++n) passes.push_back(nth(false, stage, n));
    for (int n = ahead; n < all; ++n) {
      passes.push_back(nth(false, stage, n));
      passes.push_back(nth(true, stage, n - ahead));
    }
    for (int n = all - ahead; n < all; ++n) passes.push_back(nth(true, stage, n));
    return passes;
  }

  /// When what a pass needs is there; nothing as long as that is not known.
  std::optional<double> ready_at(const Pass& pass) const {
    const int step = pass.backward ? -1 : 1;
    Pass before{pass.backward, pass.stage - step, pass.run, pass.micro_batch};
    if (before.stage < 0 || before.stage == stages_) {
      before.stage = before.stage < 0 ? stages_ - 1 : 0;
      before.run -= step;
    }
    if (before.run < 0) return 0;
    // The last run of the last stage goes back at once.
    if (before.run == runs_) before = {false, pass.stage, pass.run, pass.micro_batch};
    const auto found = done_.find(before);
    if (found == done_.end()) return {};
    return found->second;
  }

  int stages_, runs_, micro_batches_;
  std::map<Pass, double> done_;
};

TEST_CASE(
    "a pipeline takes its micro-batches and, while it fills and drains, one run of layers per other stage",
    "[training][pipeline]") {
  for (const int stages : {1, 2, 3, 4, 8, 16})
    for (const int runs : {1, 2, 3, 6})
      for (const int rounds : {1, 2, 5}) {
        if (stages == 1 && runs > 1) continue;
        const int micro_batches = rounds * stages;
        CAPTURE(stages, runs, micro_batches);
        CHECK(
            Pipeline(stages, runs, micro_batches).time(1, 2) ==
            Approx(3.0 * micro_batches + 3.0 * (stages - 1) / runs));
      }
}

TEST_CASE("plain 1F1B takes any number of micro-batches", "[training][pipeline]") {
  for (const int stages : {2, 4, 8})
    for (const int micro_batches : {1, 2, 3, 5, 7, 30}) {
      CAPTURE(stages, micro_batches);
      CHECK(Pipeline(stages, 1, micro_batches).time(1, 2) == Approx(3.0 * (micro_batches + stages - 1)));
    }
}

TEST_CASE("computing and bubble of a step are what the simulation takes", "[training][pipeline]") {
  for (const int stages : {1, 2, 4, 8})
    for (const int runs : {1, 2, 4})
      for (const int rounds : {1, 3, 8}) {
        if (stages == 1 && runs > 1) continue;
        const int micro_batches = rounds * stages;
        // Transfers hide, and logits are left out below.
        const Case plan = completed(
            {{"model.layers", "32"},
             {"model.hidden", "4096"},
             {"model.heads", "32"},
             {"model.vocabulary", "32000"},
             {"cluster.system", "dgx-h100"},
             {"software.pipeline_exposed", "0"},
             {"software.model_error", "1"},
             {"layout.data", "1"},
             {"layout.pipeline", std::to_string(stages)},
             {"layout.interleave", std::to_string(runs)},
             {"workload.global_batch", std::to_string(micro_batches)}});
        const double stage = result(plan, "training.layers_time") / stages;
        const double logits = micro_batches * result(plan, "training.stage_logits");
        const double ours = result(plan, "training.compute_time") - logits + result(plan, "training.bubble_time");
        CAPTURE(stages, runs, micro_batches);
        CHECK(ours == Approx(Pipeline(stages, runs, micro_batches).time(stage / 3, stage * 2 / 3)).epsilon(1e-9));
      }
}

}  // namespace
}  // namespace llmsize::test

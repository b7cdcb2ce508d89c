// SPDX-License-Identifier: Apache-2.0
// What must hold for the time of a step whatever the scenario: parts add up, and what is faster or better hidden never
// slows it down.
#include "tests/properties/scenarios.hpp"

#include <rapidcheck/catch.h>

namespace llmsize::test {
namespace {

/// No slower, but for the rounding of sums in another order.
bool no_slower(double time, double than) { return time <= than * (1 + 1e-12); }

/// A training scenario; in some of them embedding and output head count as layers, which makes the last stage the
/// slowest or not.
Said random_step() {
  const Said said = random_training();
  if (*rc::gen::inRange(0, 4) > 0) return said;
  const int layers = static_cast<int>(given(completed(said), "model.layers"));
  return said + Said{{"layout.pipeline", text_of(divisor_of(layers + 2))}, {"layout.interleave", "1"}};
}

/// The step where some inputs are so many times what they are in the scenario.
class Step {
 public:
  explicit Step(const Said& said) : plan_(completed(said)) { RC_LOG() << as_options(scenario_of(said)) << '\n'; }

  double time() const { return time_of(plan_.values); }
  double time_with(const std::vector<const char*>& keys, double factor) const {
    Values values = plan_.values;
    for (const char* key : keys) {
      const InputKey slot = key_named(key);
      if (!is_absent(values[slot])) values.give(slot, values[slot] * factor);
    }
    values.settle();
    return time_of(values);
  }

 private:
  static double time_of(const Values& values) {
    const double time = row_of("training.step_time").value(Once(values, dependents()));
    RC_ASSERT(std::isfinite(time));
    RC_ASSERT(time > 0);
    return time;
  }

  Case plan_;
};

/// Checks that no factor above one slows a step down.
void check_never_slower(const std::vector<const char*>& keys) {
  const Step step(random_step());
  const double factor = 1 + *rc::gen::inRange(1, 1000) / 100.0;
  RC_LOG() << "times " << factor << '\n';
  RC_ASSERT(no_slower(step.time_with(keys, factor), step.time()));
}

TEST_CASE("a faster machine is never slower", "[property][training]") {
  // The peaks of all precisions grow together, as they do from one accelerator to the next.
  rc::prop("more peak in every precision", [] { check_never_slower({"accelerator.peak", "accelerator.half_peak"}); });
  rc::prop("more memory bandwidth", [] { check_never_slower({"accelerator.memory_bandwidth"}); });
  rc::prop("more scale-up bandwidth", [] { check_never_slower({"node.scale_up_bandwidth"}); });
  rc::prop("faster NICs", [] { check_never_slower({"node.nic_rate"}); });
  rc::prop("faster paths to slower tiers", [] {
    check_never_slower(
        {"accelerator.host_link", "node.host_bandwidth", "node.nvme_read", "node.nvme_write", "storage.read",
         "storage.write"});
  });
}

TEST_CASE("software that hides more is never slower", "[property][training]") {
  for (const char* key :
       {"software.tensor_exposed", "software.data_exposed", "software.pipeline_exposed", "software.expert_exposed"})
    rc::prop(std::string("a smaller share in ") + key, [key] {
      const Step step(random_step());
      RC_ASSERT(no_slower(step.time_with({key}, *rc::gen::inRange(0, 100) / 100.0), step.time()));
    });
  rc::prop("a larger overlap of offload streams", [] {
    const Said said = random_step();
    const int overlap = *rc::gen::inRange(0, 100), more = *rc::gen::inRange(overlap, 101);
    const auto with = [&](int percent) {
      return Step(said + Said{{"software.offload_overlap", std::to_string(percent / 100.0)}}).time();
    };
    RC_ASSERT(no_slower(with(more), with(overlap)));
  });
}

TEST_CASE("more work takes no less time", "[property][training]") {
  // All layers of one kind: another layer that is dense would leave fewer mixtures on the fullest stage.
  rc::prop("more layers on as many stages", [] {
    const Said said = random_training() + Said{{"layout.interleave", "1"}};
    const Case plan = completed(said);
    const int stages = static_cast<int>(given(plan, "layout.pipeline"));
    const auto with = [&](int layers) {
      const int mixtures = given(plan, "model.moe_layers") > 0 ? layers : 0;
      return Step(said + Said{{"model.layers", text_of(layers)}, {"model.moe_layers", text_of(mixtures)}}).time();
    };
    const int layers = static_cast<int>(given(plan, "model.layers"));
    RC_ASSERT(no_slower(with(layers), with(layers + stages * *rc::gen::inRange(1, 10))));
  });
  rc::prop("more micro-batches", [] {
    const Said said = random_step();
    const int batch = static_cast<int>(given(completed(said), "workload.global_batch"));
    const Said more = said + Said{{"workload.global_batch", text_of(batch * *rc::gen::inRange(2, 10))}};
    RC_ASSERT(no_slower(Step(said).time(), Step(more).time()));
  });
}

TEST_CASE("the parts of a step add up", "[property][training]") {
  rc::prop("parts in printed order give the time of a step bit for bit, and none is negative", [] {
    const ResultsOf all(random_step());
    double sum = 0;
    for (const char* part :
         {"training.compute_time", "training.recompute_time", "training.tensor_time", "training.expert_time",
          "training.context_time", "training.pipeline_time", "training.bubble_time", "training.data_time",
          "training.offload_time", "training.optimizer_time", "training.straggler_time",
          "training.search_margin_time"}) {
      RC_ASSERT(all[part] >= 0);
      RC_ASSERT(std::isfinite(all[part]));
      sum += all[part];
    }
    RC_ASSERT(sum == all["training.step_time"]);
    RC_ASSERT(sum > 0);
  });
  rc::prop("no GPU does more work per second than its peak", [] {
    // A kernel may skip half of what the full square counts as attention: counted as computed, nothing is above the
    // peak.
    const ResultsOf all(random_step() + Said{{"software.attention_count", "causal"}});
    RC_ASSERT(all["training.hfu"] <= 1);
    RC_ASSERT(no_slower(all["training.mfu"], all["training.hfu"]));
  });
}

}  // namespace
}  // namespace llmsize::test

// SPDX-License-Identifier: Apache-2.0
// Ranges from slopes agree with sampling, and slopes with finite differences.
#include "tests/unit/cases.hpp"

#include "core/answer/answer.hpp"

#include "core/quantity/print.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <random>
#include <unordered_map>

namespace llmsize::test {
namespace {

using Range = std::pair<double, double>;

std::vector<InputKey> uncertain_inputs(const Case& plan) {
  std::vector<InputKey> keys;
  for (std::size_t slot = 0; slot < input_count; ++slot)
    if (const InputKey key = InputKey::at(slot); plan.spread(key) > 0 && plan.has(key)) keys.push_back(key);
  return keys;
}

/// P10 and P90 of every result, absent ones included, when every uncertain input is drawn from its log-normal
/// distribution.
std::vector<Range> sampled_ranges(const Case& plan) {
  constexpr int samples = 20000;
  std::mt19937 random(10);
  std::normal_distribution<double> normal;
  std::vector<std::vector<double>> drawn(results().size());
  Once once(plan.values, dependents());
  for (int sample = 0; sample < samples; ++sample) {
    Values values = plan.values;
    for (const InputKey key : uncertain_inputs(plan))
      values.give(key, values[key] * std::exp(plan.spread(key) * normal(random)));
    values.settle();
    once.restart(values);
    for (std::size_t i = 0; i < drawn.size(); ++i) drawn[i].push_back(results()[i].value(once));
  }
  std::vector<Range> ranges;
  for (std::vector<double>& values : drawn) {
    if (!is_absent(values.front())) std::sort(values.begin(), values.end());
    ranges.emplace_back(values[samples / 10], values[samples * 9 / 10]);
  }
  return ranges;
}

/// How far a range may be from samples: more where a few widely spread inputs are added up, since such a sum is skewed.
/// The time of stragglers is a power with a widely spread exponent plus a widely spread overhead. The step that they
/// are parts of keeps to the narrow bound.
double tolerance(std::string_view id) {
  if (id == "training.straggler_time") return 0.08;
  // The larger of two times, one of them over a network whose efficiency is known to a fifth.
  if (id == "training.data_time" || id == "training.exposed_exchange") return 0.12;
  // A share that teams differ in by several times, and what is left over from nearly everything.
  if (id == "training.overhead_time") return 0.4;
  if (id == "training.interruption_time") return 0.15;
  // Whole runs hold that share: the ends of their ranges lie a factor of two apart and more.
  if (id == "training.calendar_time" || id == "training.gpu_seconds" || id == "economics.energy") return 0.06;
  // The same after a delivery whose time is known to a third.
  if (id == "economics.finish_time") return 0.09;
  // What a wait leaves of two times that are each known to a half.
  if (id == "training.host_wait") return 0.05;
  // A whole number of some tens.
  if (id == "checkpoint.interval_steps" || id.starts_with("storage.appliances")) return 0.05;
  // A sum of two that are each known to a factor of two; a time over one that is.
  // How old an engine is, and how fast its launches get shorter, are both guesses, and multiply.
  if (id == "serving.launch_time") return 0.12;
  if (id == "restart.time") return 0.05;
  // Failures over a time whose ends lie a factor of two apart: five from end to end.
  if (id == "reliability.interruptions") return 0.1;
  // Servers and losses, each known to a quarter and a half.
  if (id == "power.management") return 0.05;
  // Host times add up two that are each known to a half; the longer of two times bends between them.
  if (id.starts_with("serving.") || id.starts_with("offload.")) {
    // What a step does not hide of a stream is a difference of two times.
    const bool streamed = id.starts_with("serving.") && id.ends_with("token_time");
    return streamed ? 0.2 : 0.08;
  }
  return id == "memory.buffers" || id == "memory.gpu_total" || id == "memory.gpu_known" ? 0.07 : 0.03;
}

TEST_CASE("P10 and P90 from slopes are those of 20,000 samples", "[range][long]") {
  std::size_t ranged = 0;
  for (const auto& [name, said] : typical_cases()) {
    const Case plan = completed(said);
    const auto samples = sampled_ranges(plan);
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const ResultRow& row = results()[i];
      const auto [p10, p90] = samples[i];
      const auto from_slopes = range(plan, row);
      CAPTURE(name, row.about->id, p10, p90);
      REQUIRE(from_slopes.has_value() == (p10 < p90));
      if (!from_slopes) continue;
      CHECK(from_slopes->first == Approx(p10).epsilon(tolerance(row.about->id)));
      CHECK(from_slopes->second == Approx(p90).epsilon(tolerance(row.about->id)));
      ++ranged;
    }
  }
  CHECK(ranged > 30);
}

TEST_CASE("a range lies around its value and a whole count has a whole range", "[range]") {
  std::size_t whole = 0;
  for (const auto& [name, said] : typical_cases()) {
    const Case plan = completed(said);
    for (const ResultRow& row : results()) {
      const auto found = range(plan, row);
      if (!found) continue;
      CAPTURE(name, row.about->id, found->first, found->second);
      CHECK(found->first <= result(plan, row.about->id));
      CHECK(found->second >= result(plan, row.about->id));
      if (!row.about->whole) continue;
      CHECK(found->first == std::floor(found->first));
      CHECK(found->second == std::floor(found->second));
      ++whole;
    }
  }
  CHECK(whole > 0);
}

TEST_CASE("the chance to be on time follows from the range of the calendar", "[range]") {
  const Case plan = completed(gpt3_on_128_dgx);
  const double median = result(plan, "training.calendar_time");
  const auto ends = range(plan, row_of("training.calendar_time"));
  REQUIRE(ends.has_value());
  const auto sure = [&](double deadline) {
    return chance(completed(gpt3_on_128_dgx + Said{{"goal.deadline", exact(deadline) + "s"}}));
  };
  CHECK(sure(median) == Approx(0.5));
  CHECK(sure(ends->second) == Approx(0.9));
  CHECK(sure(ends->first) == Approx(0.1));
  CHECK(is_absent(chance(completed({{"model", "gpt3-175b"}}))));
}

TEST_CASE("what rests on nothing uncertain, or is absent, has no range", "[range]") {
  const Case plan = completed(gpt3_on_128_dgx);
  for (const char* id :
       {"model.parameters", "training.iteration_flop", "memory.weights", "checkpoint.size", "training.steps"}) {
    CAPTURE(id);
    CHECK_FALSE(range(plan, row_of(id)).has_value());
  }
  CHECK_FALSE(range(completed({}), row_of("training.total_step_time")).has_value());
  const Case certain = completed(gpt3_on_128_dgx + Said{{"software.utilisation", "0.4"}});
  CHECK_FALSE(range(certain, row_of("training.total_step_time")).has_value());
}

TEST_CASE("an answer tells ranges only when it is asked for them", "[range]") {
  const Case plan = completed(gpt3_on_128_dgx);
  const auto rows = rows_of_rooms({"training"});
  for (const bool asked : {false, true}) {
    const Answer found = answer(plan, {rows, asked});
    CHECK(found.find("training.total_step_time")->p10.has_value() == asked);
    CHECK(found.find("training.total_step_time")->p90.has_value() == asked);
    CHECK_FALSE(found.find("training.model_flop")->p10.has_value());
  }
}

TEST_CASE("more uncertain inputs than fit one pass all count", "[range]") {
  // At a stated utilisation the time is smooth in all of these: whole tiles and even stages are not.
  Case plan = completed(gpt3_on_128_dgx + Said{{"software.utilisation", "0.4"}});
  for (const char* key :
       {"model.layers", "model.hidden", "model.heads", "model.kv_heads", "model.head_dim", "model.ffn_hidden",
        "model.vocabulary", "workload.global_batch", "workload.tokens", "accelerator.peak", "cluster.gpus",
        "software.attention_share"})
    plan.spreads[key_named(key).slot()] = 0.0001;
  const auto uncertain = uncertain_inputs(plan);
  REQUIRE(uncertain.size() > lanes);
  const ResultRow& row = row_of("training.step_time");
  double variance = 0;
  for (const InputKey key : uncertain) {
    const Sloping alone(plan.values, {{key, plan.spread(key) * plan[key]}});
    variance += std::pow(row.slope(alone).slope[0], 2);
  }
  const double value = result(plan, "training.step_time");
  const auto found = range(plan, row);
  REQUIRE(found.has_value());
  CHECK(std::log(found->second / value) == Approx(1.2815515655446004 * std::sqrt(variance) / value).epsilon(1e-6));
}

/// Whether an input reaches a derivation through a rounding, which has no slope to compare.
class Rounding {
 public:
  explicit Rounding(std::string_view key) : key_(key) {}

  bool operator()(const Node& node) { return visited(node).rounded; }

 private:
  struct Seen {
    bool reads = false, rounded = false;
  };
  const Seen& visited(const Node& node) {
    if (const auto known = seen_.find(&node); known != seen_.end()) return known->second;
    Seen seen{node.input && node.input->key == key_};
    for (const NodePtr& part : node.parts) {
      const Seen& of_part = visited(*part);
      seen.reads |= of_part.reads;
      seen.rounded |= of_part.rounded;
    }
    const bool rounds =
        node.kind == Node::Kind::ceil || node.kind == Node::Kind::floor || node.kind == Node::Kind::remainder;
    seen.rounded |= rounds && seen.reads;
    return seen_.emplace(&node, seen).first->second;
  }

  std::string_view key_;
  std::unordered_map<const Node*, Seen> seen_;
};

TEST_CASE(
    "a slope is the finite difference, for every result and every input that moves freely", "[range][slope][long]") {
  constexpr double step = 1e-4;
  std::size_t compared = 0;
  for (const auto& [name, said] : typical_cases()) {
    const Case plan = completed(said);
    const Tracing tracing(plan.values);
    for (const char* key :
         {"software.utilisation",
          "software.model_error",
          "software.attention_share",
          "software.logit_bytes",
          "accelerator.peak",
          "accelerator.memory",
          "workload.tokens",
          "workload.sequence",
          "model.hidden",
          "model.vocabulary",
          "model.head_dim",
          "model.parameters_given",
          "layout.recompute_fraction",
          "memory.weight_bytes",
          "memory.moment_bytes",
          "memory.context_bytes",
          "memory.communication_bytes",
          "memory.fragmentation",
          "node.host_memory",
          "node.nvme_capacity",
          "storage.capacity",
          "checkpoint.weight_bytes",
          "serving.kv_value_bytes",
          "goal.deadline",
          "software.gemm_efficiency",
          "software.gemm_traffic",
          "software.attention_efficiency",
          "software.vector_passes",
          "software.tensor_exposed",
          "software.tensor_message",
          "software.data_exposed",
          "software.network_share",
          "software.pipeline_exposed",
          "software.expert_exposed",
          "software.expert_half_width",
          "software.offload_overlap",
          "software.straggling",
          "software.step_overhead",
          "accelerator.memory_bandwidth",
          "accelerator.half_peak",
          "accelerator.sustained",
          "accelerator.host_link",
          "node.scale_up_bandwidth",
          "node.nic_rate"}) {
      const InputKey slot = key_named(key);
      const double value = plan[slot];
      if (!plan.has(slot) || value == 0) continue;
      const auto moved = [&](double share, const ResultRow& row) {
        Once once(plan.values, dependents());
        once.change(slot, value * (1 + share));
        return row.value(once);
      };
      Rounding rounded(key);
      const Sloping sloping(plan.values, {{slot, value}});
      for (const ResultRow& row : results()) {
        const double here = result(plan, row.about->id);
        if (!std::isfinite(here) || rounded(*row.derivation(tracing))) continue;
        CAPTURE(name, key, row.about->id);
        const double difference = (moved(step, row) - moved(-step, row)) / (2 * step);
        // Waiting for the host is the difference of two nearly equal times, and as exact as these.
        const bool waiting = row.about->id == "training.host_wait" && here > 0;
        const double exact_to = waiting ? result(plan, "training.layers_time") : here;
        CHECK(row.slope(sloping).slope[0] == Approx(difference).epsilon(1e-6).margin(1e-9 * std::abs(exact_to)));
        compared += difference != 0;
      }
    }
  }
  CHECK(compared > 200);
}

}  // namespace
}  // namespace llmsize::test

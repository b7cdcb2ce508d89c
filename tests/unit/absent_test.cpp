// SPDX-License-Identifier: Apache-2.0
// What is not known stays not known, in every number world, and names the inputs that would make it known.
#include "tests/unit/cases.hpp"

#include "core/formula/render.hpp"

#include <catch2/catch.hpp>

#include <set>

namespace llmsize::test {
namespace {

/// The number worlds as makers of their numbers.
struct Plain {
  static auto number(double v) { return v; }
  static double value(double v) { return v; }
};
struct WithDerivation {
  static auto number(double v) { return lift(v); }
  static double value(const Traced<Count>& v) {
    CHECK(same(v.value, v.node->value));
    return v.value;
  }
};
struct WithSlope {
  static auto number(double v) { return slope_of(v); }
  static double value(const Sloped<Count>& v) { return v.value; }
};

#define EVERY_WORLD Plain, WithDerivation, WithSlope

TEMPLATE_TEST_CASE("an absent operand makes the result absent", "[absent]", EVERY_WORLD) {
  const auto none = TestType::number(absent), three = TestType::number(3);
  const auto is_absent_both_ways = [&](const auto& operation) {
    return is_absent(TestType::value(operation(none, three))) && is_absent(TestType::value(operation(three, none))) &&
           is_absent(TestType::value(operation(none, none)));
  };
  CHECK(is_absent_both_ways([](const auto& a, const auto& b) { return a + b; }));
  CHECK(is_absent_both_ways([](const auto& a, const auto& b) { return a - b; }));
  CHECK(is_absent_both_ways([](const auto& a, const auto& b) { return a * b; }));
  CHECK(is_absent_both_ways([](const auto& a, const auto& b) { return a / b; }));
  CHECK(is_absent_both_ways([](const auto& a, const auto& b) { return larger(a, b); }));
  CHECK(is_absent_both_ways([](const auto& a, const auto& b) { return smaller(a, b); }));
  CHECK(is_absent_both_ways([](const auto& a, const auto& b) { return less(a, b); }));
  CHECK(is_absent_both_ways([](const auto& a, const auto& b) { return equal(a, b); }));
  CHECK(is_absent_both_ways([](const auto& a, const auto& b) { return remainder(a, b); }));
  CHECK(is_absent(TestType::value(squared(none))));
  CHECK(is_absent(TestType::value(ceil(none))));
  CHECK(is_absent(TestType::value(floor(none))));
}

TEMPLATE_TEST_CASE(
    "a choice is absent with its condition or its chosen arm, not with the other arm", "[absent]", EVERY_WORLD) {
  const auto none = TestType::number(absent), yes = TestType::number(1), no = TestType::number(0),
             three = TestType::number(3);
  CHECK(is_absent(TestType::value(choose(none, three, three))));
  CHECK(is_absent(TestType::value(choose(yes, none, three))));
  CHECK(is_absent(TestType::value(choose(no, three, none))));
  CHECK(TestType::value(choose(yes, three, none)) == 3);
  CHECK(TestType::value(choose(no, none, three)) == 3);
}

TEMPLATE_TEST_CASE("only otherwise and known look behind what is absent", "[absent]", EVERY_WORLD) {
  const auto none = TestType::number(absent), three = TestType::number(3), five = TestType::number(5);
  CHECK(TestType::value(otherwise(none, five)) == 5);
  CHECK(TestType::value(otherwise(three, five)) == 3);
  CHECK(TestType::value(otherwise(three, none)) == 3);
  CHECK(is_absent(TestType::value(otherwise(none, none))));
  CHECK(TestType::value(known(none)) == 0);
  CHECK(TestType::value(known(three)) == 3);
}

std::vector<std::string_view> missing(const Said& said, std::string_view id) {
  const Case plan = completed(said);
  const Tracing tracing(plan.values);
  return missing_inputs(row_of(id).derivation(tracing));
}

using Keys = std::vector<std::string_view>;

TEST_CASE("with only a parameter count the states are known and activations miss the shape of the model", "[absent]") {
  const Said said{{"model.parameters_given", "17B"}};
  const Case plan = completed(said);
  CHECK(result(plan, "memory.weights") == 34e9);
  CHECK(result(plan, "memory.gradients") == 34e9);
  CHECK(result(plan, "memory.optimizer") == 204e9);
  CHECK(result(plan, "memory.model_states") == 272e9);
  CHECK(result(plan, "memory.gpu_known") == 272e9);
  for (const char* id :
       {"memory.weights", "memory.gradients", "memory.optimizer", "memory.model_states", "memory.gpu_known"}) {
    CAPTURE(id);
    CHECK(missing(said, id).empty());
  }
  CHECK(missing(said, "memory.stage_layers") == Keys{"model.layers"});
  CHECK(missing(said, "memory.logits_bytes") == Keys{"model.hidden", "model.vocabulary"});
  CHECK(missing(said, "memory.activations") == Keys{"model.layers", "model.hidden", "model.heads", "model.vocabulary"});
  CHECK(missing(said, "memory.gpu_total") == missing(said, "memory.activations"));
}

TEST_CASE("a result misses exactly the inputs that nothing told", "[absent]") {
  struct Row {
    const char* id;
    Said said;
    Keys missing;
  };
  const Row rows[] = {
      {"capacity.gpu_bytes", {}, {"node.accelerators", "accelerator.memory"}},
      {"capacity.gpu_bytes", {{"cluster.system", "dgx-h100"}}, {}},
      {"capacity.shared_bytes", {}, {"storage.capacity"}},
      {"model.norm_parameters", {}, {"model.hidden"}},
      {"training.steps", {}, {"workload.tokens"}},
      {"training.steps", {{"workload.tokens", "1B"}}, {}},
      {"training.step_time",
       {{"model", "gpt3-175b"}},
       {"accelerator.peak", "accelerator.memory_bandwidth", "accelerator.half_peak"}},
      {"training.step_time", {{"model", "gpt3-175b"}, {"software.utilisation", "0.4"}}, {"accelerator.peak"}},
      {"training.total_step_time",
       {{"model", "gpt3-175b"}},
       {"accelerator.peak", "accelerator.memory_bandwidth", "accelerator.half_peak"}},
      {"training.total_step_time",
       {{"model", "gpt3-175b"}, {"accelerator.id", "h100-sxm5-80gb"}, {"workload.tokens", "300B"}},
       {}},
      {"checkpoint.size", {{"checkpoint.size_given", "2.3TB"}}, {}},
  };
  for (const auto& [id, said, expected] : rows) {
    CAPTURE(id);
    CHECK(missing(said, id) == expected);
  }
}

TEST_CASE("a result is absent exactly where it names what is missing", "[absent]") {
  for (const auto& [name, said] : typical_cases()) {
    const Case plan = completed(said);
    const Tracing tracing(plan.values);
    for (const ResultRow& row : results()) {
      CAPTURE(name, row.about->id);
      const NodePtr node = row.derivation(tracing);
      const auto keys = missing_inputs(node);
      if (!is_absent(node->value)) CHECK(keys.empty());
      for (const std::string_view key : keys) CHECK(is_absent(given(plan, key)));
      CHECK(std::set<std::string_view>(keys.begin(), keys.end()).size() == keys.size());
    }
  }
}

TEST_CASE("a branch that is not taken does not count as missing", "[absent]") {
  const Said gpu_alone{{"model.parameters_given", "17B"}, {"node.accelerators", "8"}, {"accelerator.memory", "80GB"}};
  CHECK(result(completed(gpu_alone), "offload.fastest_fitting_tier") == 0);
  CHECK(missing(gpu_alone, "offload.fastest_fitting_tier").empty());

  const Said too_large{{"model.parameters_given", "1T"}, {"node.accelerators", "8"}, {"accelerator.memory", "80GB"}};
  CHECK(missing(too_large, "offload.fastest_fitting_tier") == Keys{"node.host_memory"});

  const auto arm = [](const char* key) {
    static const Values empty;
    static const Tracing tracing(empty);
    return Traced<Count>{absent, input_row(key_named(key)).derivation(tracing)};
  };
  CHECK(missing_inputs(choose(0.0, arm("model.layers"), arm("model.hidden")).node) == Keys{"model.hidden"});
  CHECK(missing_inputs(choose(1.0, arm("model.layers"), arm("model.hidden")).node) == Keys{"model.layers"});
  CHECK(
      missing_inputs(choose(arm("workload.tokens"), arm("model.layers"), arm("model.hidden")).node) ==
      Keys{"workload.tokens"});
  CHECK(missing_inputs((known(arm("model.layers")) + arm("model.hidden")).node) == Keys{"model.hidden"});
  CHECK(missing_inputs(otherwise(arm("model.layers"), lift(3.0)).node).empty());
}

TEST_CASE("an input that is derived names what its formula misses", "[absent]") {
  CHECK(
      missing(
          {{"model.layers", "4"}, {"model.heads", "8"}, {"model.vocabulary", "1000"}}, "model.attention_parameters") ==
      Keys{"model.hidden"});
}

}  // namespace
}  // namespace llmsize::test

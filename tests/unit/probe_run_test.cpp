// SPDX-License-Identifier: Apache-2.0
// Plans that are cut to a time, and runs whose steps fail, are stopped or scatter.
#include "cli/gemm_shapes.hpp"
#include "core/files/bad_input.hpp"
#include "core/probe/run.hpp"
#include "tests/unit/cases.hpp"

#include <catch2/catch.hpp>

namespace llmsize::test {
namespace {

ProbeStep step(
    const std::string& probe, double seconds, int weight, const std::function<void(const Running&)>& run = {}) {
  ProbeStep made;
  made.probe = probe;
  made.seconds = seconds;
  made.weight = weight;
  made.run = run;
  return made;
}

std::function<void(const Running&)> measures(const std::string& probe, const std::vector<double>& raw) {
  return [=](const Running& running) {
    ProbeResult result;
    result.probe = probe;
    result.metric = "bandwidth";
    result.unit = "B/s";
    result.raw = raw;
    running.record.results.push_back(result);
  };
}

ProbeRecord record_of(const ProbePlan& plan, std::atomic<int>& stop) {
  ProbeRecord record;
  run_probes(plan, {}, stop, {}, record);
  return record;
}

TEST_CASE("A plan loses its least important steps first, the last of them first", "[probe]") {
  ProbePlan plan;
  plan.steps = {step("a", 4, 2), step("b", 4, 1), step("c", 4, 1), step("d", 4, 3)};
  ProbePlan same = plan;
  trim(same, 0);
  CHECK(same.steps.size() == 4);
  trim(plan, 12);
  REQUIRE(plan.steps.size() == 3);
  CHECK(plan.left_out == 1);
  CHECK(plan.steps[1].probe == "b");
  trim(plan, 5);
  REQUIRE(plan.steps.size() == 1);
  CHECK(plan.steps[0].probe == "d");
  CHECK_THROWS_AS(trim(plan, 1), BadInput);
}

TEST_CASE("What prepares goes with the last step that measures", "[probe]") {
  ProbePlan plan;
  plan.steps = {step("fs", 2, 10), step("fs.read", 5, 1), step("fs", 1, 10), step("dram", 1, 2)};
  plan.steps[0].measures = plan.steps[2].measures = false;
  plan.steps[1].bytes_kept = 8;
  plan.steps[1].bytes_written = 4;
  plan.steps[0].bytes_written = 8;
  CHECK(plan.seconds() == 9);
  CHECK(plan.bytes_kept() == 8);
  CHECK(plan.bytes_written() == 12);
  trim(plan, 8);
  REQUIRE(plan.steps.size() == 1);
  CHECK(plan.steps[0].probe == "dram");
}

TEST_CASE("A step that fails becomes an error, and the others go on", "[probe]") {
  std::atomic<int> stop{0};
  ProbePlan plan;
  plan.errors = {{"storage", "no folder", false}};
  const auto fails = [](const Running&) { throw ProbeFailure(ProbeFailure::Kind::missing, "no driver"); };
  plan.steps = {
      step("gemm", 1, 1, fails), step("hbm", 1, 1, fails),
      step("c", 1, 1, [](const Running&) { throw std::bad_alloc(); }), step("d", 1, 1, measures("d", {1, 1}))};
  const ProbeRecord record = record_of(plan, stop);
  REQUIRE(record.errors.size() == 3);
  // The same trouble of several probes is told once, of their room.
  CHECK(record.errors[1].probe == "gpu");
  CHECK(record.errors[1].missing);
  CHECK_FALSE(record.errors[2].missing);
  CHECK(record.results.size() == 1);
  CHECK_FALSE(record.truncated);
}

TEST_CASE("Results that scatter are flagged once", "[probe]") {
  std::atomic<int> stop{0};
  ProbePlan plan;
  plan.steps = {
      step("a", 1, 1, measures("a", {100, 105})), step("b", 1, 1, measures("b", {100, 120})),
      step("c", 1, 1, measures("c", {100}))};
  const ProbeRecord record = record_of(plan, stop);
  CHECK(record.results[0].flags.empty());
  CHECK(record.results[1].flags == std::vector<std::string>{"noisy"});
  CHECK(record.results[2].flags.empty());
}

TEST_CASE("A signal ends a run after the step that it meets", "[probe]") {
  std::atomic<int> stop{0};
  ProbePlan plan;
  plan.steps = {
      step("a", 1, 1, measures("a", {1})), step("b", 1, 1, [&](const Running&) { stop = 2; }),
      step("c", 1, 1, measures("c", {1}))};
  const ProbeRecord record = record_of(plan, stop);
  CHECK(record.truncated);
  CHECK(record.results.size() == 1);
}

TEST_CASE("Matrix products of a layer are shared by tensor-parallel GPUs", "[probe]") {
  const auto shapes = gemm_shapes(completed({{"model", "llama-3-70b"}, {"layout.tensor", "8"}}));
  REQUIRE(shapes.size() == 4);
  CHECK(shapes[0].m == 8192);
  CHECK(shapes[0].n == (64 + 2 * 8) * 128 / 8);
  CHECK(shapes[0].k == 8192);
  CHECK(shapes[1].k == 8192 / 8);
  CHECK(shapes[2].n == 2 * 28672 / 8);
  CHECK(shapes[3].k == 28672 / 8);
  CHECK(gemm_shapes(completed({{"model.parameters_given", "17B"}})).empty());
}

}  // namespace
}  // namespace llmsize::test

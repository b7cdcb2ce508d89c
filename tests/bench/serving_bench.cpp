// SPDX-License-Identifier: Apache-2.0
// Speed of serving: one evaluation under another load, the front of all splits of 512 GPUs, the plan and the page of a
// service.
#include "core/pages/pages.hpp"
#include "core/planning/serving_plan.hpp"
#include "core/registry/registry.hpp"

#include <benchmark/benchmark.h>

#include <array>
#include <string>

namespace llmsize {
namespace {

Scenario scenario_of(const char* model, const char* gpus) {
  Scenario scenario;
  const std::pair<const char*, const char*> said[] = {
      {"model", model},
      {"cluster.system", "hgx-h200-8"},
      {"cluster.gpus", gpus},
      {"layout.tensor", "8"},
      {"workload.mode", "infer"},
      {"serving.input_tokens", "1024"},
      {"serving.output_tokens", "1024"},
      {"serving.weight_dtype", "fp8"},
      {"serving.concurrency", "64"}};
  for (const auto& [key, text] : said) scenario.set(key, text, {key});
  return scenario;
}

constexpr ResultKey answered[] = {"serving.throughput", "serving.tpot", "serving.ttft"};

/// Throughput and latencies of a load that no cache knows.
void evaluation(benchmark::State& state, const char* model) {
  const Case plan = complete(scenario_of(model, "8"), Catalog());
  Once values(plan.values, dependents());
  double load = 1;
  for (auto _ : state) {
    values.change("serving.concurrency", load);
    for (const ResultKey id : answered) benchmark::DoNotOptimize(result_row(id).value(values));
    load = load < 512 ? load + 1 : 1;
  }
}
BENCHMARK_CAPTURE(evaluation, dense, "llama-3.1-70b")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(evaluation, mixture, "deepseek-r1")->Unit(benchmark::kMicrosecond);

/// Every split of 512 GPUs at 24 loads.
void front(benchmark::State& state) {
  const Case plan = complete(scenario_of("deepseek-r1", "512"), Catalog());
  Once values(plan.values, dependents());
  std::size_t points = 0;
  for (auto _ : state) {
    points = 0;
    for (double tensor = 1; tensor <= 8; tensor *= 2)
      for (double pipeline = 1; pipeline <= 8; pipeline *= 2)
        for (double copies = 1; copies <= 64; copies *= 2) {
          if (tensor * pipeline * copies > 512) continue;
          values.change(std::array{
              Change{"layout.tensor", tensor}, Change{"layout.pipeline", pipeline},
              Change{"layout.attention_data", copies}, Change{"layout.expert", copies}});
          for (double load = 1; points % 24 < 23; load *= 1.5, ++points) {
            values.change("serving.concurrency", load);
            for (const ResultKey id : answered) benchmark::DoNotOptimize(result_row(id).value(values));
          }
          ++points;
        }
  }
  state.counters["points"] = static_cast<double>(points);
}
BENCHMARK(front)->Unit(benchmark::kMillisecond);

void plan(benchmark::State& state, const char* model) {
  Scenario said = scenario_of(model, "64");
  said.unset("layout.tensor");
  for (auto _ : state) benchmark::DoNotOptimize(plan_serving(said, Catalog()));
}
BENCHMARK_CAPTURE(plan, dense, "llama-3.1-70b")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(plan, mixture, "deepseek-r1")->Unit(benchmark::kMillisecond);

/// The Serve page anew for another load, as when a slider or its point is dragged.
void page(benchmark::State& state, const char* model) {
  Scenario said = scenario_of(model, "8");
  said.unset("serving.concurrency");
  double rate = 1;
  for (auto _ : state) {
    said.set("serving.rate", std::to_string(rate), {"drag"});
    benchmark::DoNotOptimize(serve_page(served({}, said, Catalog()), Catalog()));
    rate = rate < 20 ? rate + 0.5 : 1;
  }
}
BENCHMARK_CAPTURE(page, dense, "llama-3.1-70b")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(page, mixture, "deepseek-r1")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace llmsize

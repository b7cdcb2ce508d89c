// SPDX-License-Identifier: Apache-2.0
// Speed of the planner: layouts evaluated and considered per second, and the time to the proven top ten of published
// machines.
#include "core/planning/goals.hpp"
#include "core/registry/registry.hpp"
#include "core/view/plan_rows.hpp"

#include <benchmark/benchmark.h>
#include <tbb/global_control.h>

#include <sys/resource.h>

namespace llmsize {
namespace {

using Said = std::vector<std::pair<const char*, const char*>>;

Scenario scenario_of(const Said& said) {
  Scenario scenario;
  for (const auto& [key, text] : said) scenario.set(key, text, {key});
  return scenario;
}

double peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

/// The proven ten fastest layouts of a space, on so many threads.
void search(benchmark::State& state, const Said& said) {
  const Space space = space_of(scenario_of(said), Catalog());
  const tbb::global_control threads(
      tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(state.range(0)));
  SearchResult last;
  for (auto _ : state) last = fastest(space);
  const auto rounds = static_cast<double>(state.iterations());
  state.counters["considered/s"] =
      benchmark::Counter(rounds * static_cast<double>(last.considered), benchmark::Counter::kIsRate);
  state.counters["evaluated/s"] =
      benchmark::Counter(rounds * static_cast<double>(last.evaluated), benchmark::Counter::kIsRate);
  state.counters["layouts"] = static_cast<double>(last.considered);
  state.counters["MiB"] = peak_memory() / 1024 / 1024;
}

const Said gpt3_64{
    {"model", "gpt3-175b"},
    {"cluster.system", "dgx-a100-640"},
    {"cluster.nodes", "8"},
    {"workload.global_batch", "1536"},
    {"memory.offload", "cpu"}};
const Said gpt3_1024{
    {"model", "gpt3-175b"},
    {"cluster.system", "dgx-a100-640"},
    {"cluster.nodes", "128"},
    {"workload.global_batch", "1536"},
    {"memory.offload", "cpu"}};
const Said trillion_3072{
    {"model", "megatron-1008b"},
    {"cluster.system", "dgx-a100-640"},
    {"cluster.nodes", "384"},
    {"workload.global_batch", "3072"},
    {"memory.offload", "cpu"}};
const Said half_trillion_2520{
    {"model", "megatron-529.6b"},
    {"cluster.system", "dgx-a100-640"},
    {"cluster.nodes", "315"},
    {"workload.global_batch", "2520"},
    {"memory.offload", "cpu"}};
const Said deepseek_2048{{"model", "deepseek-v3"},           {"accelerator.id", "h800-sxm5-80gb"},
                         {"cluster.system", "dgx-h100"},     {"cluster.nodes", "256"},
                         {"workload.global_batch", "15360"}, {"workload.sequence", "4096"},
                         {"workload.precision", "fp8"},      {"memory.offload", "cpu"}};

BENCHMARK_CAPTURE(search, gpt3_175b_on_64_a100, gpt3_64)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(search, gpt3_175b_on_1024_a100, gpt3_1024)
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(search, megatron_1008b_on_3072_a100, trillion_3072)
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(search, megatron_530b_on_2520_a100, half_trillion_2520)
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(search, deepseek_v3_on_2048_h800, deepseek_2048)
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

/// Rows of an options page: five systems, six deadlines, two certainties, batch and nodes open.
void options_grid(benchmark::State& state, const char* model) {
  std::vector<std::pair<std::string, Scenario>> named;
  for (const char* system : {"dgx-h100", "dgx-h200", "dgx-b200", "dgx-b300", "gb200-nvl72"})
    for (const char* deadline : {"20d", "30d", "45d", "60d", "75d", "90d"})
      for (const char* certainty : {"p50", "p80"})
        named.emplace_back(
            "", scenario_of(
                    {{"model", model},
                     {"cluster.system", system},
                     {"workload.tokens", "2T"},
                     {"goal.deadline", deadline},
                     {"goal.certainty", certainty}}));
  const Catalog catalog;
  const tbb::global_control threads(
      tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(state.range(0)));
  const Query query{rows_of({"planning.nodes", "training.calendar_time", "memory.gpu_total"})};
  for (auto _ : state) benchmark::DoNotOptimize(planned_rows(named, catalog, query));
  state.counters["rows"] = static_cast<double>(named.size());
}
BENCHMARK_CAPTURE(options_grid, llama_3_70b, "llama-3-70b")
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(options_grid, deepseek_v3, "deepseek-v3")
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

/// How the space and the time grow with the number of GPUs.
void growth(benchmark::State& state) {
  const std::string nodes = std::to_string(state.range(0) / 8);
  const Space space = space_of(
      scenario_of(
          {{"model", "gpt3-175b"},
           {"cluster.system", "dgx-a100-640"},
           {"cluster.nodes", nodes.c_str()},
           {"workload.global_batch", "16384"}}),
      Catalog());
  SearchResult last;
  for (auto _ : state) last = fastest(space);
  state.counters["layouts"] = static_cast<double>(last.considered);
  state.counters["evaluated"] = static_cast<double>(last.evaluated);
}
BENCHMARK(growth)->RangeMultiplier(2)->Range(64, 131072)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace llmsize

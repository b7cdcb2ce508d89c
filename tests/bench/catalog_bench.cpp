// SPDX-License-Identifier: Apache-2.0
// Speed of the catalog: reading all of it, and what one scenario names.
#include "core/inputs/list.hpp"
#include "core/scenario/case.hpp"

#include <benchmark/benchmark.h>

namespace llmsize {
namespace {

/// What a command pays before it has named anything.
void index_of_the_catalog(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(Catalog());
}
BENCHMARK(index_of_the_catalog);

/// A system, its accelerator and network, and a model: four files of some three hundred.
void entries_of_one_scenario(benchmark::State& state) {
  Scenario scenario;
  for (const auto& [key, text] : {std::pair{"model", "gpt3-175b"}, std::pair{"cluster.system", "dgx-h100"}})
    scenario.set(key, text, {key});
  for (auto _ : state) {
    const Catalog catalog;
    benchmark::DoNotOptimize(complete(scenario, catalog));
  }
}
BENCHMARK(entries_of_one_scenario);

void whole_catalog(benchmark::State& state) {
  std::size_t facts = 0;
  for (auto _ : state) {
    const Catalog catalog;
    facts = 0;
    for (const std::string_view kind : Catalog::kinds())
      for (const std::string_view id : catalog.ids(kind)) facts += catalog.entry(kind, id).facts.size();
  }
  state.counters["facts"] = static_cast<double>(facts);
}
BENCHMARK(whole_catalog);

}  // namespace
}  // namespace llmsize

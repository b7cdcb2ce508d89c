// SPDX-License-Identifier: Apache-2.0
// Speed of one formula and of all results in every world, and of the same formula written by hand.
#include "core/memory/formulas.hpp"
#include "core/registry/registry.hpp"
#include "core/scenario/case.hpp"
#include "core/training/formulas.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace llmsize {
namespace {

Case gpt3() {
  Scenario scenario;
  const std::pair<const char*, const char*> said[] = {
      {"model", "gpt3-175b"},
      {"cluster.system", "dgx-h100"},
      {"cluster.nodes", "128"},
      {"layout.tensor", "8"},
      {"layout.pipeline", "16"},
      {"layout.data", "8"},
      {"workload.global_batch", "1536"},
      {"workload.sequence", "2048"},
      {"workload.tokens", "300B"},
      {"layout.recompute", "full"}};
  for (const auto& [key, text] : said) scenario.set(key, text, {key});
  return complete(scenario, Catalog());
}

/// Many cases that differ, so that nothing is computed at compile time or kept in a register.
std::vector<Values> cases() {
  std::vector<Values> all(1024, gpt3().values);
  std::mt19937 random(7);
  for (Values& values : all) {
    values.value[InputKey("model.hidden").slot()] = 128.0 * static_cast<double>(64 + random() % 128);
    values.value[InputKey("model.layers").slot()] = static_cast<double>(48 + random() % 96);
    values.value[InputKey("workload.global_batch").slot()] = static_cast<double>(512 + random() % 2048);
  }
  return all;
}

/// training.iteration_flop as a careful person would write it: the same inputs and cases, every kind of layer, a
/// mixture of experts, a model of which only the parameter count is known; no units, no names, branches where they save
/// work.
double by_hand(const std::array<double, input_count>& v) {
  static const auto at = [](InputKey key) { return key.slot(); };
  static const std::size_t l = at("model.layers"), h = at("model.hidden"), a = at("model.heads"),
                           k = at("model.kv_heads"), d = at("model.head_dim"), f = at("model.ffn_hidden"),
                           g = at("model.ffn_matrices"), vocab = at("model.vocabulary"), experts = at("model.experts"),
                           per_token = at("model.experts_per_token"), share = at("software.attention_share"),
                           s = at("workload.sequence"), batch = at("workload.global_batch"),
                           fraction = at("layout.recompute_fraction"), core_again = at("layout.recompute_core"),
                           expert_width = at("model.expert_hidden"), shared = at("model.shared_hidden"),
                           moe = at("model.moe_layers"), parameters = at("model.parameters_given"),
                           dv = at("model.value_head_dim"), c = at("model.kv_rank"), q = at("model.query_rank"),
                           r = at("model.rope_head_dim"), w = at("model.window"),
                           windowed = at("model.windowed_layers"), encoder = at("model.encoder_layers"),
                           cross = at("model.cross_layers"), expert_matrices = at("model.expert_matrices"),
                           residual = at("model.residual_hidden"), width = at("model.embedding_width"),
                           aw = at("model.window_heads"), kw = at("model.window_kv_heads"),
                           dw = at("model.window_head_dim"), dvw = at("model.window_value_head_dim"),
                           gate = at("model.attention_gate"), values_are_keys = at("model.values_are_keys"),
                           no_mlp = at("model.layers_without_mlp"), no_mixer = at("model.layers_without_mixer"),
                           beside = at("model.parallel_mixers"), expert_input = at("model.expert_input"),
                           indexers = at("model.indexers"), sparse = at("model.sparse_layers"),
                           chosen = at("model.chosen_tokens"), ai = at("model.index_heads"),
                           di = at("model.index_head_dim"), weighs = at("model.index_weighs"),
                           lightning = at("model.linear_layers"), gated = at("model.gated_delta_layers"),
                           kimi = at("model.kimi_delta_layers"), space = at("model.state_space_layers"),
                           short_ones = at("model.convolution_layers"), head = at("model.output_head"),
                           document = at("workload.document_tokens"), trained = at("workload.adapter_share");
  static const std::size_t gk = at("model.gated_delta_key_heads"), gv = at("model.gated_delta_value_heads"),
                           gdk = at("model.gated_delta_key_dim"), gdv = at("model.gated_delta_value_dim"),
                           gt = at("model.gated_delta_taps"), ka = at("model.kimi_delta_heads"),
                           kd = at("model.kimi_delta_head_dim"), kt = at("model.kimi_delta_taps"),
                           wide = at("model.kimi_delta_wide_gate"), sa = at("model.state_space_heads"),
                           sd = at("model.state_space_head_dim"), sg = at("model.state_space_groups"),
                           sn = at("model.state_size"), st = at("model.state_space_taps"),
                           ct = at("model.convolution_taps");
  const auto within = [&](double most) {
    const double seen = std::min(most, v[s]);
    return seen * (v[s] - (1 - v[share]) * seen);
  };
  const double mixers = v[lightning] + v[gated] + v[kimi] + v[space] + v[short_ones];
  const double attentions = v[l] - v[no_mixer] - (1 - v[beside]) * mixers;
  double pairs = (attentions - v[windowed] - v[sparse] - v[encoder]) * v[share] * v[s] * v[s];
  if (v[sparse] > 0) pairs += v[sparse] * within(v[chosen]);
  if (v[encoder] > 0) pairs += (v[encoder] + v[cross]) * v[s] * v[s];
  const double packed = v[document] / v[s];
  double core = 2 * packed * pairs * v[a] * (v[d] + v[dv]), projections = (1 + v[gate]) * v[a] * v[dv] * v[h];
  projections += v[q] > 0 ? v[q] * (v[h] + v[a] * v[d]) : v[h] * v[a] * v[d];
  projections += v[c] > 0 ? v[h] * (v[c] + v[r]) + v[c] * v[a] * (v[d] - v[r] + v[dv])
                          : v[h] * v[k] * (v[d] + (1 - v[values_are_keys]) * v[dv]);
  double layers = (attentions - v[windowed] + v[cross]) * 2 * v[s] * projections +
                  (v[l] - v[moe] - v[no_mlp]) * 2 * v[s] * v[g] * v[h] * v[f];
  if (v[windowed] > 0) {
    core += 2 * packed * v[windowed] * within(v[w]) * v[aw] * (v[dw] + v[dvw]);
    const double direct = v[h] * (v[aw] * v[dw] + v[kw] * (v[dw] + v[dvw]) + (1 + v[gate]) * v[aw] * v[dvw]);
    layers += v[windowed] * 2 * v[s] * (v[c] > 0 ? projections : direct);
  }
  if (v[indexers] > 0) {
    const double matrices = (v[q] > 0 ? v[q] : v[h]) * v[ai] * v[di] + v[h] * (v[di] + v[weighs] * v[ai]);
    core += v[indexers] * 2 * v[share] * v[s] * v[s] * v[ai] * v[di];
    layers += v[indexers] * 2 * v[s] * matrices;
  }
  if (mixers > 0) {
    if (v[lightning] > 0) {
      core += v[lightning] * 4 * v[s] * v[a] * v[d] * v[d];
      layers += v[lightning] * 10 * v[s] * v[h] * v[a] * v[d];
    }
    if (v[gated] > 0) {
      const double values = v[gv] * v[gdv], channels = 2 * v[gk] * v[gdk] + values;
      core += v[gated] * 2 * v[s] * (channels * v[gt] + 4 * v[gv] * v[gdk] * v[gdv]);
      layers += v[gated] * 2 * v[s] * v[h] * (channels + 2 * values + 2 * v[gv]);
    }
    if (v[kimi] > 0) {
      const double inner = v[ka] * v[kd];
      core += v[kimi] * 2 * v[s] * (3 * inner * v[kt] + 4 * inner * v[kd]);
      layers += v[kimi] * 2 * v[s] *
                (v[h] * (4 * inner + v[kd] + (v[wide] > 0 ? inner : v[kd]) + v[ka]) + (2 - v[wide]) * v[kd] * inner);
    }
    if (v[space] > 0) {
      const double inner = v[sa] * v[sd], channels = inner + 2 * v[sg] * v[sn];
      core += v[space] * v[s] * (2 * channels * v[st] + 7 * inner * v[sn]);
      layers += v[space] * 2 * v[s] * v[h] * (2 * inner + channels + v[sa]);
    }
    if (v[short_ones] > 0) {
      core += v[short_ones] * 2 * v[s] * v[h] * v[ct];
      layers += v[short_ones] * 8 * v[s] * v[h] * v[h];
    }
  }
  layers += core;
  if (v[moe] > 0) {
    const double narrowed = v[expert_input] == v[h] ? 0 : 2 * v[expert_input];
    layers += v[moe] * 2 * v[s] *
              (v[expert_matrices] * v[expert_input] * v[per_token] * v[expert_width] +
               v[h] * (v[experts] + v[g] * (v[shared] + v[residual]) + narrowed));
  }
  const double logits = 2 * v[head] * v[s] * v[width] * v[vocab];
  const double again = v[fraction] * layers + (1 - v[fraction]) * v[core_again] * core;
  const double gradients = (1 - v[trained]) * (layers - core + logits);
  const double work = v[batch] * (3 * (layers + logits) - gradients + again);
  return std::isnan(work) ? (6 - 2 * (1 - v[trained]) + 2 * v[fraction]) * v[parameters] * v[batch] * v[s] : work;
}

void iteration_flop_by_hand(benchmark::State& state) {
  const auto all = cases();
  for (auto _ : state)
    for (const Values& values : all) benchmark::DoNotOptimize(by_hand(values.value));
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * all.size()));
}
BENCHMARK(iteration_flop_by_hand);

void iteration_flop_plain(benchmark::State& state) {
  const auto all = cases();
  for (auto _ : state)
    for (const Values& values : all) benchmark::DoNotOptimize(raw(training::iteration_flop(values)));
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * all.size()));
}
BENCHMARK(iteration_flop_plain);

void iteration_flop_once(benchmark::State& state) {
  const auto all = cases();
  Once once(all.front(), dependents());
  for (auto _ : state)
    for (const Values& values : all) {
      once.restart(values);
      benchmark::DoNotOptimize(raw(training::iteration_flop(once)));
    }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * all.size()));
}
BENCHMARK(iteration_flop_once);

void iteration_flop_traced(benchmark::State& state) {
  const Values values = gpt3().values;
  const ResultRow& row = result_row("training.iteration_flop");
  for (auto _ : state) benchmark::DoNotOptimize(row.derivation(Tracing(values)));
}
BENCHMARK(iteration_flop_traced);

void iteration_flop_slope(benchmark::State& state) {
  const Values values = gpt3().values;
  const ResultRow& row = result_row("training.iteration_flop");
  for (auto _ : state) benchmark::DoNotOptimize(row.slope(Sloping(values, {{InputKey("model.hidden"), 1}})));
}
BENCHMARK(iteration_flop_slope);

void all_results_once(benchmark::State& state) {
  const auto all = cases();
  Once once(all.front(), dependents());
  for (auto _ : state)
    for (const Values& values : all) {
      once.restart(values);
      for (const ResultRow& row : results()) benchmark::DoNotOptimize(row.value(once));
    }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * all.size()));
}
BENCHMARK(all_results_once);

void all_results_after_one_change(benchmark::State& state) {
  Once once(gpt3().values, dependents());
  const InputKey slot = InputKey("layout.micro_batch");
  double micro_batch = 1;
  for (auto _ : state) {
    once.change(slot, micro_batch = 3 - micro_batch);
    for (const ResultRow& row : results()) benchmark::DoNotOptimize(row.value(once));
  }
}
BENCHMARK(all_results_after_one_change);

void all_results_traced(benchmark::State& state) {
  const Values values = gpt3().values;
  for (auto _ : state) {
    const Tracing tracing(values);
    for (const ResultRow& row : results()) benchmark::DoNotOptimize(row.derivation(tracing));
  }
}
BENCHMARK(all_results_traced);

void all_results_slope(benchmark::State& state) {
  const Values values = gpt3().values;
  const std::vector<Sloping::Lane> uncertain{
      {InputKey("software.utilisation"), 0.05}, {InputKey("software.model_error"), 0.1}};
  for (auto _ : state) {
    const Sloping sloping(values, uncertain);
    for (const ResultRow& row : results()) benchmark::DoNotOptimize(row.slope(sloping));
  }
}
BENCHMARK(all_results_slope);

/// The time of a step of cases that have nothing in common.
void step_time_cold(benchmark::State& state) {
  const auto all = cases();
  Once once(all.front(), dependents());
  for (auto _ : state)
    for (const Values& values : all) {
      once.restart(values);
      benchmark::DoNotOptimize(raw(training::step_time(once)));
    }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * all.size()));
}
BENCHMARK(step_time_cold);

/// The time of a step of neighbouring layouts, as a planner walks through them: what did not change is remembered.
void step_time_of_neighbours(benchmark::State& state) {
  Once once(gpt3().values, dependents());
  const InputKey tensor = "layout.tensor", pipeline = "layout.pipeline", batch = "layout.micro_batch";
  std::int64_t layouts = 0;
  for (auto _ : state)
    for (const double t : {1, 2, 4, 8}) {
      once.change(tensor, t);
      for (const double p : {1, 2, 4, 8, 16}) {
        once.change(pipeline, p);
        for (const double b : {1, 2, 4, 8}) {
          once.change(batch, b);
          benchmark::DoNotOptimize(raw(training::step_time(once)));
          ++layouts;
        }
      }
    }
  state.SetItemsProcessed(layouts);
}
BENCHMARK(step_time_of_neighbours);

void complete_a_case(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(gpt3());
}
BENCHMARK(complete_a_case);

}  // namespace
}  // namespace llmsize

// SPDX-License-Identifier: Apache-2.0
// Cases for tests: what is said as a list of keys and texts, completed from the built-in catalog, and its results by
// id.
#pragma once

#include "core/registry/registry.hpp"
#include "core/scenario/case.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace llmsize::test {

/// What the user says: {"layout.tensor", "8"}.
using Said = std::vector<std::pair<std::string, std::string>>;

inline Said operator+(Said said, const Said& more) {
  said.insert(said.end(), more.begin(), more.end());
  return said;
}

inline const Catalog& built_in() {
  static const Catalog catalog;
  return catalog;
}

inline Scenario scenario_of(const Said& said) {
  Scenario scenario;
  for (const auto& [key, text] : said) scenario.set(key, text, {"--" + key});
  return scenario;
}

inline Case completed(const Said& said) { return complete(scenario_of(said), built_in()); }

inline const ResultRow& row_of(std::string_view id) {
  const ResultRow* row = find_result(id);
  if (!row) throw std::out_of_range("no result " + std::string(id));
  return *row;
}

inline InputKey key_named(std::string_view key) { return InputKey::find(key).value(); }

inline double result(const Case& plan, std::string_view id) {
  return row_of(id).value(Once(plan.values, dependents()));
}
inline double given(const Case& plan, std::string_view key) { return plan[key_named(key)]; }
inline const Origin& origin(const Case& plan, std::string_view key) { return plan.origin(key_named(key)); }

/// The same double bit for bit; absent is equal to absent.
inline bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

inline const Said gpt3_on_128_dgx{{"model", "gpt3-175b"},      {"cluster.system", "dgx-h100"},
                                  {"cluster.nodes", "128"},    {"layout.tensor", "8"},
                                  {"layout.pipeline", "16"},   {"workload.global_batch", "1536"},
                                  {"workload.tokens", "300B"}, {"layout.recompute", "full"},
                                  {"goal.deadline", "30d"},    {"storage.id", "ddn-ai400x2"}};

/// A mixture of experts in the shape of Mixtral 8x7B.
inline const Said mixtral{{"model.layers", "32"},    {"model.hidden", "4096"},         {"model.heads", "32"},
                          {"model.kv_heads", "8"},   {"model.expert_hidden", "14336"}, {"model.mlp", "gated"},
                          {"model.norm", "rmsnorm"}, {"model.vocabulary", "32000"},    {"model.max_sequence", "32768"},
                          {"model.experts", "8"},    {"model.experts_per_token", "2"}};

struct NamedCase {
  const char* name;
  Said said;
};

/// Cases that take different branches: dense and mixture, training and inference, sharded and offloaded, much and
/// little known.
inline const std::vector<NamedCase>& typical_cases() {
  static const std::vector<NamedCase> cases{
      {"GPT-3 on 128 DGX H100", gpt3_on_128_dgx},
      {"sharded and offloaded",
       {{"model", "bloom-176b"},
        {"cluster.system", "dgx-a100-640"},
        {"layout.tensor", "4"},
        {"layout.data", "16"},
        {"layout.zero", "3"},
        {"memory.offload", "nvme"},
        {"memory.offload_optimizer", "shared"},
        {"memory.offload_activations", "cpu"},
        {"storage.id", "ddn-ai400x2"},
        {"layout.recompute", "selective"},
        {"workload.accumulation", "1"},
        {"workload.tokens", "366B"},
        {"checkpoint.mode", "direct"},
        {"checkpoint.restart", "all"}}},
      {"mixture of experts", mixtral +
                                 Said{
                                     {"cluster.system", "dgx-b200"},
                                     {"layout.expert", "8"},
                                     {"layout.data", "16"},
                                     {"layout.pipeline", "4"},
                                     {"layout.interleave", "2"},
                                     {"layout.zero", "hybrid"},
                                     {"workload.precision", "fp8"},
                                     {"workload.sequence", "32768"},
                                     {"workload.accumulation", "1"},
                                     {"workload.tokens", "1T"}}},
      {"inference",
       {{"model", "megatron-18.4b"},
        {"cluster.system", "hpe-ex235n"},
        {"layout.tensor", "4"},
        {"workload.mode", "infer"},
        {"memory.recipe", "weights16"},
        {"software.attention_kernel", "fused"}}},
      {"12·l·h² on shared storage",
       {{"model.layers", "960"},
        {"model.hidden", "10240"},
        {"model.count", "12lh2"},
        {"cluster.system", "dgx-a100-640"},
        {"memory.offload", "shared"},
        {"storage.id", "ddn-ai400x2"},
        {"workload.sequence", "2048"},
        {"workload.accumulation", "1"},
        {"memory.recipe", "adam20"}}},
      {"a parameter count and a machine",
       {{"model.parameters_given", "17B"}, {"cluster.system", "dgx-h100"}, {"workload.tokens", "1T"}}},
      {"nothing said", {}},
  };
  return cases;
}

}  // namespace llmsize::test

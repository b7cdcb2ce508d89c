// SPDX-License-Identifier: Apache-2.0
// Random valid scenarios: models and systems of the catalog, mixtures of experts, degrees that divide what they split.
#pragma once

#include "tests/unit/cases.hpp"

#include <rapidcheck.h>

namespace llmsize::test {

inline std::string text_of(int number) { return std::to_string(number); }

/// A divisor of a number.
inline int divisor_of(int number) {
  std::vector<int> divisors;
  for (int divisor = 1; divisor <= number; ++divisor)
    if (number % divisor == 0) divisors.push_back(divisor);
  return *rc::gen::elementOf(divisors);
}

inline std::string word_of(std::vector<std::string> words) { return *rc::gen::elementOf(words); }

/// A mixture of experts of random shape, with as many heads as `heads` and layers as `layers`.
inline Said random_mixture(int layers, int heads) {
  const int kv_heads = divisor_of(heads), experts = 1 << *rc::gen::inRange(1, 8);
  return {
      {"model.layers", text_of(layers)},
      {"model.heads", text_of(heads)},
      {"model.hidden", text_of(128 * heads)},
      {"model.kv_heads", text_of(kv_heads)},
      {"model.vocabulary", text_of(*rc::gen::inRange(1000, 300000))},
      {"model.mlp", word_of({"plain", "gated"})},
      {"model.norm", word_of({"layernorm", "rmsnorm"})},
      {"model.experts", text_of(experts)},
      {"model.experts_per_token", text_of(*rc::gen::inRange(1, experts + 1))},
      {"model.expert_hidden", text_of(64 * *rc::gen::inRange(1, 300))},
      {"model.shared_hidden", text_of(64 * *rc::gen::inRange(0, 300))},
      {"model.moe_layers", text_of(*rc::gen::inRange(1, layers + 1))},
      {"model.tied_embeddings", word_of({"yes", "no"})}};
}

/// A model of the catalog or a mixture, what it says of its layers and heads.
struct RandomModel {
  Said said;
  int layers, heads, experts;
};
inline RandomModel random_model() {
  if (*rc::gen::inRange(0, 3) == 0) {
    const int layers = *rc::gen::inRange(1, 100), heads = 1 << *rc::gen::inRange(0, 8);
    const Said said = random_mixture(layers, heads);
    return {said, layers, heads, static_cast<int>(given(completed(said), "model.experts"))};
  }
  const Said said{{"model", std::string(*rc::gen::elementOf(built_in().ids("models")))}};
  const Case plan = completed(said);
  return {said, static_cast<int>(given(plan, "model.layers")), static_cast<int>(given(plan, "model.heads")), 1};
}

/// Systems of the catalog that compute in bf16. What a data sheet does not tell, or a diskless node has none of, is
/// said.
inline std::vector<Said> whole_systems() {
  const Said usual{{"node.host_memory", "2TB"},          {"node.host_bandwidth", "400GB/s"},
                   {"node.nvme_capacity", "30TB"},       {"node.nvme_read", "50GB/s"},
                   {"node.nvme_write", "20GB/s"},        {"node.compute_nics", "8"},
                   {"node.nic_rate", "200Gb/s"},         {"node.storage_nics", "2"},
                   {"node.storage_nic_rate", "200Gb/s"}, {"node.scale_up_bandwidth", "200GB/s"},
                   {"node.scale_up_domain", "8"},        {"network.efficiency", "0.9"},
                   {"accelerator.host_link", "50GB/s"}};
  std::vector<Said> systems;
  for (const std::string_view id : built_in().ids("systems")) {
    Said said{{"cluster.system", std::string(id)}};
    const Case plan = completed(said + Said{{"model", "gpt3-13b"}});
    if (!(given(plan, "accelerator.peak_bf16") > 0)) continue;
    for (const auto& [key, text] : usual)
      if (!(given(plan, key) > 0)) said.emplace_back(key, text);
    systems.push_back(said);
  }
  return systems;
}
inline Said random_system() {
  static const std::vector<Said> systems = whole_systems();
  return systems[static_cast<std::size_t>(*rc::gen::inRange(0, static_cast<int>(systems.size())))];
}

inline std::vector<std::string> stacks() {
  const auto ids = built_in().training_stacks();
  return {ids.begin(), ids.end()};
}

/// A complete training scenario in which everything divides. Later words of the test win over these.
inline Said random_training() {
  const RandomModel model = random_model();
  const int pipeline = divisor_of(model.layers), interleave = divisor_of(model.layers / pipeline);
  const int expert = divisor_of(model.experts), data = expert * *rc::gen::inRange(1, 17),
            micro_batch = *rc::gen::inRange(1, 5);
  return model.said + random_system() +
         Said{
             {"storage.id", "ddn-ai400x2"},
             {"layout.tensor", text_of(divisor_of(model.heads))},
             {"layout.pipeline", text_of(pipeline)},
             {"layout.interleave", text_of(interleave)},
             {"layout.context", text_of(1 << *rc::gen::inRange(0, 3))},
             {"layout.expert", text_of(expert)},
             {"layout.data", text_of(data)},
             {"layout.micro_batch", text_of(micro_batch)},
             {"workload.global_batch", text_of(data * micro_batch * *rc::gen::inRange(1, 65))},
             {"workload.sequence", text_of(128 << *rc::gen::inRange(0, 8))},
             {"workload.tokens", text_of(*rc::gen::inRange(1, 1000)) + "B"},
             {"trend.base_year", text_of(*rc::gen::inRange(2015, 2030))},
             {"goal.deadline", text_of(*rc::gen::inRange(1, 1000)) + "d"},
             {"layout.sequence_parallel", word_of({"yes", "no"})},
             {"layout.recompute", word_of({"none", "selective", "full"})},
             {"layout.zero", word_of({"0", "1", "2", "3", "hybrid"})},
             {"memory.recipe", word_of({"adam16", "adam18", "adam20", "adam-fp32", "adam-8bit", "sgd-momentum"})},
             {"memory.offload", word_of({"gpu", "cpu", "nvme", "shared"})},
             {"memory.offload_activations", word_of({"gpu", "cpu"})},
             {"software.attention_kernel", word_of({"unfused", "fused"})},
             {"software.id", word_of(stacks())},
             {"workload.adapter", word_of({"none", "lora"})}};
}

/// Results of a scenario by id; every one must be known.
class ResultsOf {
 public:
  explicit ResultsOf(const Said& said) : plan_(completed(said)), once_(plan_.values, dependents()) {
    RC_LOG() << as_options(scenario_of(said)) << '\n';
  }
  double operator[](std::string_view id) const {
    const double value = row_of(id).value(once_);
    RC_LOG() << id << " = " << value << '\n';
    RC_ASSERT(!is_absent(value));
    return value;
  }
  const Case& plan() const { return plan_; }

 private:
  Case plan_;
  Once once_;
};

}  // namespace llmsize::test

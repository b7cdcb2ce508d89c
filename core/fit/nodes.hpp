// SPDX-License-Identifier: Apache-2.0
// How many nodes hold a model.
#pragma once

#include "core/inputs/software.hpp"
#include "core/memory/roomier.hpp"
#include "core/memory/states.hpp"
#include "core/tiers/capacity.hpp"
#include "core/tiers/rates.hpp"

namespace llmsize::capacity {

/// Nodes that hold so many bytes down to the target tier; one at least.
template <class Size, class Case>
auto nodes_for(const Size& bytes, const Case& x) {
  return larger(1.0, ceil((bytes - common_bytes(x)) / node_bytes(x)));
}

inline constexpr auto nodes_weights = formula<"capacity.nodes_weights", Count>(
    {.symbol = "N_w",
     .title = "Nodes to hold the weights",
     .why = "Inference weights over node capacity down to the target tier.",
     .source = "DDN, LLM offloading: 24·l·h² bytes over the memory of a DGX",
     .whole = true},
    [](const auto& x) { return nodes_for(memory::served_weights(x), x); });

inline constexpr auto nodes_states = formula<"capacity.nodes_states", Count>(
    {.symbol = "N_s",
     .title = "Nodes to hold the model states",
     .why = "Weights, gradients and optimizer states over node capacity down to the target tier. Activations are "
            "additional.",
     .source = "DDN, LLM offloading: 240·l·h² bytes over the memory of a DGX",
     .whole = true},
    [](const auto& x) { return nodes_for(memory::model_states(x), x); });

inline constexpr auto fastest_fitting_tier = formula<"offload.fastest_fitting_tier", Count>(
    {.symbol = "τ_min",
     .title = "Fastest tier that holds the weights",
     .why = "0 GPU memory, 1 CPU memory, 2 local NVMe, 3 shared storage: fastest tier of one node and its storage that "
            "holds the inference weights.",
     .source = "DDN, LLM offloading",
     .words = tier_words,
     .whole = true},
    [](const auto& x) {
      const auto weights = memory::served_weights(x);
      return choose(
          less(gpu_bytes(x), weights),
          choose(
              less(cpu_bytes(x), weights),
              choose(
                  less(nvme_bytes(x), weights),
                  choose(less(nvme_bytes(x) + shared_bytes(x), weights), absent, code(Tier::shared)), code(Tier::nvme)),
              code(Tier::cpu)),
          code(Tier::gpu));
    });

inline constexpr auto formulas =
    std::tuple_cat(std::tie(nodes_weights, nodes_states, fastest_fitting_tier), tier_formulas, tier::rate_formulas);
inline constexpr Try state_tries[] = {
    {"Use {} nodes", "cluster.nodes", Try::How::reached, {}, NumberId("capacity.nodes_states")},
    memory::to_cpu,
    memory::to_nvme};
inline constexpr auto too_many_states = finding<"memory.gpu_overflow">(
    {.severity = Severity::error,
     .sentence = "GPU memory exceeded: model states need {capacity.nodes_states} nodes, {cluster.nodes} available.",
     .remedy = "Add nodes, or enable offloading.",
     .brief = "GPU memory exceeded",
     .check = "GPU memory",
     .tries = state_tries},
    [](const auto& x) {
      return choose(layout::open(x) * software::at_utilisation(x), cluster::nodes(x) - nodes_states(x), 0.0);
    });
inline constexpr auto findings = std::tie(too_many_states);

}  // namespace llmsize::capacity

// SPDX-License-Identifier: Apache-2.0
// How a served model is spread over GPUs: replicas, copies of attention inside them, and what each holds and reads.
#pragma once

#include "core/inputs/cluster.hpp"
#include "core/inputs/engine.hpp"
#include "core/memory/weights.hpp"
#include "core/model/cache.hpp"

namespace llmsize::serving {

inline constexpr std::string_view bytes_source = "derived: weights as they are held, spread as in Megatron-LM";

inline constexpr auto engine_replicas = formula<"serving.engine_replicas", Count>(
    {.symbol = "n_rep",
     .title = "Replicas",
     .why = "Copies of the whole model. Experts spread over data-parallel ranks make one replica of these.",
     .source = "derived: definition"},
    [](const auto& x) { return layout::data(x) / layout::expert(x); });

inline constexpr auto replica_batch = formula<"serving.replica_batch", Count>(
    {.symbol = "B",
     .title = "Sequences of a replica",
     .why = "Sequences that are decoded together, over the replicas.",
     .source = "derived: definition"},
    [](const auto& x) { return serving::batch(x) / engine_replicas(x); });

inline constexpr auto micro_batch = formula<"serving.micro_batch", Count>(
    {.symbol = "n",
     .title = "Sequences of a pass",
     .why = "Pipeline stages work on different sequences: each pass through all of them takes a part of the batch.",
     .source = "Pope et al. 2022; DeepSpeed-Inference 2022"},
    [](const auto& x) { return larger(smaller(1.0, replica_batch(x)), replica_batch(x) / layout::pipeline(x)); });

inline constexpr auto attention_weights = formula<"serving.attention_weights", Count>(
    {.symbol = "P_at",
     .title = "Weights that mix tokens",
     .why = "Attention, indexers and other mixers of all layers: every copy of attention holds them.",
     .source = bytes_source},
    [](const auto& x) { return model::attentions_parameters(x) + model::cross_parameters(x); });

inline constexpr auto common_weights = formula<"serving.common_weights", Count>(
    {.symbol = "P_sh",
     .title = "Weights of MLPs and shared experts",
     .why =
         "All others of the layers, routed experts left out; of a model of which the size alone is known, everything.",
     .source = bytes_source},
    [](const auto& x) {
      return otherwise(model::parameters_given(x), model::layers_parameters(x) - attention_weights(x));
    });

inline constexpr auto head_weights = formula<"serving.head_weights", Count>(
    {.symbol = "P_hd",
     .title = "Weights of the output head",
     .why = "A row per word, whether the embedding is shared or not; read once per token that is put out.",
     .source = bytes_source},
    [](const auto& x) {
      return choose(
          equal(otherwise(model::parameters_given(x), 0.0), 0.0), model::vocabulary(x) * model::embedding_width(x),
          0.0);
    });

inline constexpr auto chosen_weights = formula<"serving.chosen_weights", Count>(
    {.symbol = "P_xa",
     .title = "Weights of routed experts that a token touches",
     .why = "Those of the experts that work on it.",
     .source = bytes_source},
    [](const auto& x) {
      return choose(
          less(0.0, model::moe_layers(x)),
          model::moe_layers(x) * model::experts_per_token(x) * model::expert_parameters(x), 0.0);
    });

inline constexpr auto byte_formulas = std::tie(
    engine_replicas, replica_batch, micro_batch, attention_weights, common_weights, head_weights, chosen_weights);

}  // namespace llmsize::serving

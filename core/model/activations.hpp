// SPDX-License-Identifier: Apache-2.0
// What one layer keeps for the backward pass, and what attention caches for inference. Activations are 16-bit.
#pragma once

#include "core/inputs/software.hpp"
#include "core/inputs/workload.hpp"
#include "core/model/parameters.hpp"

namespace llmsize::model {

inline constexpr std::string_view activation_source =
    "Korthikanti et al. 2022, Table 2; gated MLP, grouped KV heads and experts: derived the same way";

inline constexpr auto micro_batch_tokens = formula<"model.micro_batch_tokens", Count>(
    {.symbol = "M",
     .title = "Tokens of a micro-batch on one GPU",
     .why = "Context parallelism splits every sequence.",
     .source = "derived: definition"},
    [](const auto& x) { return workload::sequence(x) * layout::micro_batch(x) / layout::context(x); });

/// GPUs that share what tensor parallelism alone does not split.
inline constexpr auto sequence_split = formula<"model.sequence_split", Count>(
    {.symbol = "t_sp",
     .title = "Split of norms and dropout",
     .why = "Sequence parallelism splits over the tensor-parallel group what tensor parallelism leaves whole.",
     .source = "Korthikanti et al. 2022"},
    [](const auto& x) { return choose(layout::sequence_parallel(x), layout::tensor(x), 1.0); });

inline constexpr auto common_activations = formula<"model.common_activations", Bytes>(
    {.symbol = "A_c",
     .title = "Kept per token outside matrices and scores",
     .why = "Inputs of attention, MLP and norms in 16 bit, and two byte masks with dropout: 10·h bytes in a GPT layer.",
     .source = activation_source},
    [](const auto& x) { return 2.0 * byte * hidden(x) * (2.0 + norms(x) + dropout(x)) / sequence_split(x); });

inline constexpr auto attention_activations = formula<"model.attention_activations", Bytes>(
    {.symbol = "A_att",
     .title = "Kept per token by an attention",
     .why = "Queries, keys, values and the input of the output projection in 16 bit; keys and values made from a "
            "latent exist for every head, "
            "and the latents too.",
     .source = activation_source},
    [](const auto& x) {
      const auto made = choose(less(0.0, kv_rank(x)), heads(x), kv_heads(x));
      const auto latents = kv_rank(x) + rope_head_dim(x) * less(0.0, kv_rank(x)) + query_rank(x);
      return 2.0 * byte * ((heads(x) + made) * (head_dim(x) + value_head_dim(x)) / layout::tensor(x) + latents);
    });

inline constexpr auto score_activations = formula<"model.score_activations", Bytes>(
    {.symbol = "A_qk",
     .title = "Kept per token as attention scores",
     .why = "Softmax output in 16 bit and, with dropout, its mask and output, for every head and every token it "
            "attends to; the mean over "
            "layers; nothing when a fused kernel or selective recomputation avoids it.",
     .source = activation_source},
    [](const auto& x) {
      const auto windowed =
          choose(less(0.0, windowed_layers(x)), windowed_layers(x) * smaller(window(x), workload::sequence(x)), 0.0);
      const auto full = (layers(x) - windowed_layers(x) - linear_layers(x) + cross_layers(x)) * workload::sequence(x);
      return software::keeps_scores(x) * (1.0 - layout::recompute_core(x)) * (2.0 + 3.0 * dropout(x)) * byte *
             heads(x) * ((full + windowed) / layers(x)) / layout::tensor(x);
    });

inline constexpr auto mlp_activations = formula<"model.mlp_activations", Bytes>(
    {.symbol = "A_mlp",
     .title = "Kept per token by a dense MLP",
     .why = "Inputs of the activation function and of the second matrix, in 16 bit; a gate adds one more.",
     .source = activation_source},
    [](const auto& x) { return 2.0 * byte * ffn_matrices(x) * ffn_hidden(x) / layout::tensor(x); });

inline constexpr auto expert_activations = formula<"model.expert_activations", Bytes>(
    {.symbol = "A_e",
     .title = "Kept per token by the experts",
     .why = "As a dense MLP for every expert that works on the token, plus its copy sent to the expert and the one "
            "sent back.",
     .source = activation_source},
    [](const auto& x) {
      const auto chosen = experts_per_token(x) * (expert_matrices(x) * expert_hidden(x) + 2.0 * hidden(x));
      return 2.0 * byte * (chosen + ffn_matrices(x) * (shared_hidden(x) + residual_hidden(x))) / layout::tensor(x);
    });

inline constexpr auto layer_working_set = formula<"model.layer_working_set", Bytes>(
    {.symbol = "A_w",
     .title = "Activations of one layer when none is recomputed",
     .why = "What the backward pass of a layer needs at hand; the mean over layers of every kind. A linear layer keeps "
            "five full-width "
            "vectors per token.",
     .source = activation_source},
    [](const auto& x) {
      const auto mixture = choose(less(0.0, moe_layers(x)), moe_layers(x) * expert_activations(x), 0.0 * byte);
      const auto mlp = ((layers(x) - moe_layers(x)) * mlp_activations(x) + mixture) / layers(x);
      const auto linear = linear_layers(x) * 10.0 * byte * heads(x) * head_dim(x) / layout::tensor(x);
      const auto attention =
          ((layers(x) - linear_layers(x) + cross_layers(x)) * attention_activations(x) + linear) / layers(x);
      return micro_batch_tokens(x) * (common_activations(x) + attention + score_activations(x) + mlp);
    });

inline constexpr auto layer_activations = formula<"model.layer_activations", Bytes>(
    {.symbol = "A",
     .title = "Stored activations of a layer",
     .why = "What one layer and micro-batch keep for the backward pass; a recomputed layer keeps its input only.",
     .source = activation_source},
    [](const auto& x) {
      const auto input_alone = 2.0 * byte * micro_batch_tokens(x) * hidden(x) / sequence_split(x);
      return (1.0 - layout::dropped_share(x)) * layer_working_set(x) + layout::dropped_share(x) * input_alone;
    });

inline constexpr auto activation_formulas = std::tie(
    micro_batch_tokens, sequence_split, common_activations, attention_activations, score_activations, mlp_activations,
    expert_activations, layer_working_set, layer_activations);

}  // namespace llmsize::model

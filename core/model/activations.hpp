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
     .title = "Tokens per micro-batch and GPU",
     .why = "Context parallelism shards every sequence.",
     .source = "derived: definition"},
    [](const auto& x) { return workload::sequence(x) * layout::micro_batch(x) / layout::context(x); });

/// GPUs that share what tensor parallelism alone does not split.
inline constexpr auto sequence_split = formula<"model.sequence_split", Count>(
    {.symbol = "t_sp",
     .title = "GPUs sharding norms and dropout",
     .why = "Sequence parallelism shards norms and dropout over the TP group. TP replicates them.",
     .source = "Korthikanti et al. 2022"},
    [](const auto& x) { return choose(layout::sequence_parallel(x), layout::tensor(x), 1.0); });

/// Bytes per value that a linear layer keeps of its input: in 16 bit, or as it was cast.
template <class Case>
auto cast_bytes(const Case& x) {
  return choose(
      workload::quantised(x) * software::keeps_cast(x), smaller(2.0 * byte, workload::linear_bytes(x)), 2.0 * byte);
}

inline constexpr auto linear_input_bytes = formula<"model.linear_input_bytes", Bytes>(
    {.symbol = "β_in",
     .title = "Stored bytes per linear-layer input",
     .why = "Weight gradients need the input, in 16 bits or quantized. Frozen weights under adapters need none.",
     .source = "Transformer Engine: linear layers keep their inputs as cast; Hu et al. 2021 (LoRA)"},
    [](const auto& x) { return choose(less(workload::adapter_share(x), 1.0), 0.0 * byte, cast_bytes(x)); });

/// What of an amount is kept: nothing where the module that makes it runs again.
template <class Amount, class Case>
auto unless_made_again(const Amount& amount, const Case& x) {
  return (1.0 - layout::recompute_modules(x)) * amount;
}

inline constexpr auto common_activations = formula<"model.common_activations", Bytes>(
    {.symbol = "A_c",
     .title = "Norm and dropout activations per token",
     .why = "Inputs of attention and MLP unless norms are recomputed, norm inputs in 16 bits, and two dropout byte "
            "masks. 10·h bytes in a GPT layer.",
     .source = activation_source,
     .unit = Unit::memory},
    [](const auto& x) {
      const auto entering = unless_made_again(linear_input_bytes(x) * blocks_per_layer(x), x);
      return hidden(x) * (entering + 2.0 * byte * (norms(x) + dropout(x))) / sequence_split(x);
    });

inline constexpr auto attention_activations = formula<"model.attention_activations", Bytes>(
    {.symbol = "A_att",
     .title = "Attention activations per token",
     .why = "Queries, keys, values and the output projection input in 16 bits. Latents are added, and MLA stores "
            "up-projected keys and values per head unless they are recomputed.",
     .source = activation_source,
     .unit = Unit::memory},
    [](const auto& x) {
      const auto made = choose(less(0.0, kv_rank(x)), heads(x), kv_heads(x));
      const auto latents = kv_rank(x) + rope_head_dim(x) * less(0.0, kv_rank(x)) + query_rank(x);
      const auto all = heads(x) * (head_dim(x) + value_head_dim(x)) +
                       made * (head_dim(x) + (1.0 - one_kv_entry(x)) * value_head_dim(x)) +
                       output_groups(x) * output_rank(x);
      const auto again = layout::recompute_modules(x) * less(0.0, kv_rank(x));
      const auto queries = choose(less(0.0, query_rank(x)), 0.0, heads(x) * head_dim(x));
      const auto left = queries + heads(x) * value_head_dim(x);
      return 2.0 * byte * (choose(again, left, all) / layout::tensor(x) + latents);
    });

inline constexpr auto windowed_activations = formula<"model.windowed_activations", Bytes>(
    {.symbol = "A_w-att",
     .title = "Sliding-window activations per token",
     .why = "Same as full attention, with the heads of sliding-window layers.",
     .source = activation_source,
     .unit = Unit::memory},
    [](const auto& x) {
      const auto asked = window_heads(x) * (window_head_dim(x) + window_value_head_dim(x));
      const auto made = window_kv_heads(x) * (window_head_dim(x) + (1.0 - one_kv_entry(x)) * window_value_head_dim(x));
      const auto latents = output_groups(x) * output_rank(x);
      const auto direct = 2.0 * byte * ((asked + made + latents) / layout::tensor(x) + query_rank(x));
      return choose(less(0.0, kv_rank(x)), attention_activations(x), direct);
    });

inline constexpr auto mixers_activations = formula<"model.mixers_activations", Bytes>(
    {.symbol = "A_mix",
     .title = "SSM and linear-attention activations",
     .why = "Projections, core inputs and outputs per token in 16 bits, over all SSM, linear-attention and convolution "
            "layers.",
     .source = "derived: sum over the kinds of layers",
     .unit = Unit::memory},
    [](const auto& x) {
      return sum_over_kinds(
          x, 0.0 * byte, [&](const auto& kind) { return 2.0 * byte * kind.kept(x) / layout::tensor(x); });
    });

inline constexpr auto score_activations = formula<"model.score_activations", Bytes>(
    {.symbol = "A_qk",
     .title = "Attention score activations per token",
     .why = "Softmax output in 16 bits, with dropout also its mask and output, per head and attended token. Mean over "
            "layers. Fused kernels and selective recomputation store none.",
     .source = activation_source,
     .unit = Unit::memory},
    [](const auto& x) {
      const auto windowed = where(
          less(0.0, windowed_layers(x)),
          [&] { return windowed_layers(x) * window_heads(x) * smaller(window(x), workload::sequence(x)); }, 0.0);
      const auto full = (attention_layers(x) - windowed_layers(x) + cross_layers(x)) * heads(x) * workload::sequence(x);
      return software::keeps_scores(x) * (1.0 - layout::recompute_core(x)) * (2.0 + 3.0 * dropout(x)) * byte *
             ((full + windowed) / layers(x)) / layout::tensor(x);
    });

/// Kept per inner value of an MLP of so many matrices: inputs of its activation function and of its last matrix.
template <class Matrices, class Case>
auto kept_of_function(const Matrices& matrices, const Case& x) {
  const auto inputs = choose(layout::recompute_modules(x), cast_bytes(x), software::function_bytes(x));
  return inputs * (matrices - 1.0) + unless_made_again(linear_input_bytes(x), x);
}

inline constexpr auto mlp_activations = formula<"model.mlp_activations", Bytes>(
    {.symbol = "A_mlp",
     .title = "Dense MLP activations per token",
     .why = "Inputs of the activation function, two for a gated MLP, and the input of the second matrix. With "
            "recomputation of the function, its inputs only.",
     .source = activation_source,
     .unit = Unit::memory},
    [](const auto& x) { return kept_of_function(ffn_matrices(x), x) * ffn_hidden(x) / layout::tensor(x); });

inline constexpr auto expert_activations = formula<"model.expert_activations", Bytes>(
    {.symbol = "A_e",
     .title = "Expert activations per token",
     .why = "A dense MLP per active expert plus the dispatched and returned token copies, on the most-loaded GPU. "
            "Recomputed activation functions need no returned copy.",
     .source = activation_source,
     .unit = Unit::memory},
    [](const auto& x) {
      const auto copies = unless_made_again(2.0 * byte, x) + linear_input_bytes(x);
      const auto chosen = software::expert_imbalance(x) * experts_per_token(x) *
                          (kept_of_function(expert_matrices(x), x) * expert_hidden(x) + copies * expert_input(x));
      const auto always = kept_of_function(ffn_matrices(x), x) * (shared_hidden(x) + residual_hidden(x));
      return (chosen + always) / layout::tensor(x);
    });

inline constexpr auto layer_working_set = formula<"model.layer_working_set", Bytes>(
    {.symbol = "A_w",
     .title = "Layer activations without recomputation",
     .why = "Activations that the backward pass of a layer needs. Mean over all layers.",
     .source = activation_source,
     .unit = Unit::memory},
    [](const auto& x) {
      const auto mixture = where(
          less(0.0, moe_layers(x)), [&] { return moe_layers(x) * expert_activations(x); }, 0.0 * byte);
      const auto mlp = (dense_layers(x) * mlp_activations(x) + mixture) / layers(x);
      const auto windowed = where(
          less(0.0, windowed_layers(x)), [&] { return windowed_layers(x) * windowed_activations(x); }, 0.0 * byte);
      const auto others = where(
          less(0.0, mixer_layers(x)), [&] { return mixers_activations(x); }, 0.0 * byte);
      const auto compressors = if_compressing([&] { return 2.0 * byte * compressor_columns(x); }, 0.0 * byte, x);
      const auto attention = ((attention_layers(x) - windowed_layers(x) + cross_layers(x)) * attention_activations(x) +
                              windowed + compressors + others) /
                             layers(x);
      return micro_batch_tokens(x) * (common_activations(x) + attention + score_activations(x) + mlp);
    });

inline constexpr auto layer_activations = formula<"model.layer_activations", Bytes>(
    {.symbol = "A",
     .title = "Stored activations per layer",
     .why = "Bytes per layer and micro-batch for the backward pass. A recomputed layer stores only its input.",
     .source = activation_source,
     .unit = Unit::memory},
    [](const auto& x) {
      const auto input_alone = 2.0 * byte * micro_batch_tokens(x) * hidden(x) / sequence_split(x);
      return (1.0 - layout::dropped_share(x)) * layer_working_set(x) + layout::dropped_share(x) * input_alone;
    });

inline constexpr auto activation_formulas = std::tie(
    micro_batch_tokens, sequence_split, linear_input_bytes, common_activations, attention_activations,
    windowed_activations, mixers_activations, score_activations, mlp_activations, expert_activations, layer_working_set,
    layer_activations);

}  // namespace llmsize::model

// SPDX-License-Identifier: Apache-2.0
// Compute time of all layers for one micro-batch on one GPU, as if it held every layer: GEMMs, attention, element-wise
// kernels. One forward pass each; the step counts the passes.
#pragma once

#include "core/memory/stages.hpp"
#include "core/model/activations.hpp"
#include "core/training/rates.hpp"

namespace llmsize::training {

inline constexpr std::string_view layers_source =
    "derived: FLOPs over throughput plus exposed operand traffic over memory bandwidth; fractions fitted to published "
    "step times";

/// Fraction of the forward FLOPs of one sequence that one GPU does for one micro-batch.
template <class Case>
auto share_of_sequence(const Case& x) {
  return layout::micro_batch(x) / (layout::tensor(x) * layout::context(x));
}

/// A width as matrix units work on it: in whole tiles.
template <class Width, class Case>
auto tiled(const Width& width, const Case& x) {
  return software::tile_width(x) * ceil(width / software::tile_width(x));
}

/// Time of a GEMM of an m by k and a k by n matrix: its FLOPs in whole tiles, and the exposed part of moving 16-bit
/// operands.
template <class M, class N, class K, class Rate, class Case>
auto product_time(const M& m, const N& n, const K& k, const Rate& rate, const Case& x) {
  return 2.0 * flop * m * tiled(n, x) * tiled(k, x) / rate +
         software::gemm_traffic(x) * 2.0 * byte * (m * k + k * n + m * n) / memory_rate(x);
}

/// An MLP with `matrices` weight matrices of inner width `width` on `tokens`: into the inner width, gate included, and
/// back.
template <class Tokens, class Width, class Matrices, class Rate, class Case>
auto mlp_time(const Tokens& tokens, const Width& width, const Matrices& matrices, const Rate& rate, const Case& x) {
  return product_time(tokens, (matrices - 1.0) * width, model::hidden(x), rate, x) +
         product_time(tokens, model::hidden(x), width, rate, x);
}

/// Values per token that are made from a latent of keys and values.
template <class Case>
auto made_of_latents(const Case& x) {
  return model::heads(x) * (model::head_dim(x) - model::rope_head_dim(x) + model::value_head_dim(x));
}

inline constexpr auto latent_projection_time = formula<"training.latent_projection_time", Seconds>(
    {.symbol = "t_mla",
     .title = "Attention projection time per MLA layer",
     .why = "Down-projections to the latents, replicated on every TP rank, and up-projections to the heads of the GPU.",
     .source = layers_source},
    [](const auto& x) {
      const auto t = layout::tensor(x), h = model::hidden(x), tokens = model::micro_batch_tokens(x);
      const auto rate = linear_rate(x);
      const auto down =
          product_time(tokens, model::query_rank(x) + model::kv_rank(x) + model::rope_head_dim(x), h, rate, x);
      const auto query = product_time(
          tokens, model::heads(x) * model::head_dim(x) / t,
          choose(less(0.0, model::query_rank(x)), model::query_rank(x), h), rate, x);
      const auto made = made_of_latents(x) / t;
      const auto put_out = model::heads(x) * model::value_head_dim(x) / t;
      const auto gate = choose(model::attention_gate(x), product_time(tokens, put_out, h, rate, x), 0.0 * second);
      return down + query + product_time(tokens, made, model::kv_rank(x), rate, x) + gate +
             product_time(tokens, h, put_out, rate, x);
    });

/// Queries of so many values that are made by way of a latent, which every TP rank makes; nothing where there is none.
template <class Queries, class Case>
auto latent_query_time(const Queries& values, const Case& x) {
  const auto tokens = model::micro_batch_tokens(x);
  return where(
      less(0.0, model::query_rank(x)),
      [&] {
        return product_time(tokens, model::query_rank(x), model::hidden(x), linear_rate(x), x) +
               product_time(tokens, values / layout::tensor(x), model::query_rank(x), linear_rate(x), x);
      },
      0.0 * second);
}
/// As many values as heads put out, back to the hidden size: by way of a latent per group of heads where there is one.
template <class Outputs, class Case>
auto output_time(const Outputs& values, const Case& x) {
  const auto t = layout::tensor(x), h = model::hidden(x), tokens = model::micro_batch_tokens(x);
  return where(
      less(0.0, model::output_rank(x)),
      [&] {
        const auto groups = model::output_groups(x), rank = model::output_rank(x);
        return groups / t * product_time(tokens, rank, values / groups, linear_rate(x), x) +
               product_time(tokens, h, groups * rank / t, linear_rate(x), x);
      },
      product_time(tokens, h, values / t, linear_rate(x), x));
}
/// Projections of a layer whose keys and values come straight from the hidden size: queries of `queries` values, unless
/// a latent makes them, in one GEMM with `others`.
template <class Queries, class Others, class Outputs, class Case>
auto direct_projection_time(const Queries& queries, const Others& others, const Outputs& put_out, const Case& x) {
  const auto straight = choose(less(0.0, model::query_rank(x)), 0.0, queries);
  const auto made = straight + others + model::attention_gate(x) * put_out;
  return product_time(model::micro_batch_tokens(x), made / layout::tensor(x), model::hidden(x), linear_rate(x), x) +
         latent_query_time(queries, x) + output_time(put_out, x);
}

inline constexpr auto projection_time = formula<"training.projection_time", Seconds>(
    {.symbol = "t_proj",
     .title = "Attention projection time per layer",
     .why = "One GEMM for query, key and value, one for the output, both sharded by TP. Latents of queries and output "
            "make two of one.",
     .source = layers_source},
    [](const auto& x) {
      const auto values = model::projects_values(x) * model::value_head_dim(x);
      const auto direct = direct_projection_time(
          model::heads(x) * model::head_dim(x), model::kv_heads(x) * (model::head_dim(x) + values),
          model::heads(x) * model::value_head_dim(x), x);
      return choose(less(0.0, model::kv_rank(x)), latent_projection_time(x), direct);
    });

inline constexpr auto windowed_projection_time = formula<"training.windowed_projection_time", Seconds>(
    {.symbol = "t_wproj",
     .title = "Attention projection time, sliding-window layer",
     .why = "As in a full-attention layer, with the head counts of sliding-window layers.",
     .source = layers_source},
    [](const auto& x) {
      const auto values = (1.0 - model::one_kv_entry(x)) * model::window_value_head_dim(x);
      const auto direct = direct_projection_time(
          model::window_heads(x) * model::window_head_dim(x),
          model::window_kv_heads(x) * (model::window_head_dim(x) + values),
          model::window_heads(x) * model::window_value_head_dim(x), x);
      return choose(less(0.0, model::kv_rank(x)), latent_projection_time(x), direct);
    });

inline constexpr auto mixers_projection_time = formula<"training.mixers_projection_time", Seconds>(
    {.symbol = "t_mproj",
     .title = "SSM and linear-attention projection time",
     .why = "GEMMs from the hidden size to the inner width of SSM and linear-attention layers and back, sharded by TP.",
     .source = layers_source},
    [](const auto& x) {
      const auto t = layout::tensor(x), h = model::hidden(x), tokens = model::micro_batch_tokens(x);
      return model::sum_over_kinds(x, 0.0 * second, [&](const auto& kind) {
        return product_time(tokens, kind.columns(x) / t, h, linear_rate(x), x) +
               2.0 * flop * tokens * kind.inner(x) / (t * linear_rate(x)) +
               product_time(tokens, h, kind.rows(x) / t, linear_rate(x), x);
      });
    });

inline constexpr auto indexer_time = formula<"training.indexer_time", Seconds>(
    {.symbol = "t_ix",
     .title = "Indexer projection time",
     .why = "Small GEMMs that every TP rank replicates.",
     .source = layers_source},
    [](const auto& x) {
      const auto tokens = model::micro_batch_tokens(x);
      const auto queries = model::index_heads(x) * model::index_dim(x);
      return product_time(tokens, queries, model::indexed_width(x), linear_rate(x), x) +
             product_time(
                 tokens, model::index_key_columns(x) + model::index_weighs(x) * model::index_heads(x), model::hidden(x),
                 linear_rate(x), x);
    });

inline constexpr auto compressor_time = formula<"training.compressor_time", Seconds>(
    {.symbol = "t_cmp",
     .title = "Compressor projection time, all layers",
     .why = "One small GEMM per layer with compressed entries, which every TP rank replicates.",
     .source = layers_source},
    [](const auto& x) {
      const auto layers = larger(1.0, model::compressing_layers(x));
      const auto each = model::compressor_columns(x) / layers;
      return layers * product_time(model::micro_batch_tokens(x), each, model::hidden(x), linear_rate(x), x);
    });

inline constexpr auto dense_mlp_time = formula<"training.dense_mlp_time", Seconds>(
    {.symbol = "t_mlp",
     .title = "MLP time per dense layer",
     .why = "Two GEMMs, or three with a gate, sharded by TP.",
     .source = layers_source},
    [](const auto& x) {
      return mlp_time(
          model::micro_batch_tokens(x), model::ffn_hidden(x) / layout::tensor(x), model::ffn_matrices(x),
          linear_rate(x), x);
    });

inline constexpr auto expert_rate = formula<"training.expert_rate", FlopRate>(
    {.symbol = "R_exp",
     .title = "Expert GEMM FLOP/s per GPU",
     .why = "Narrow experts give small GEMMs with low GPU efficiency. ETP makes them narrower.",
     .source = "saturation form, half width fitted to published step times of MoE models"},
    [](const auto& x) {
      const auto width = model::expert_hidden(x) / layout::expert_tensor(x);
      return linear_rate(x) * width / (width + software::expert_half_width(x));
    });

/// Tokens of a micro-batch per GPU that experts see, before the choice of experts: each GPU sends its part of the
/// sequence, and the GPUs that share an expert gather theirs.
template <class Case>
auto gathered_tokens(const Case& x) {
  return model::micro_batch_tokens(x) * layout::expert_tensor(x) / layout::tensor(x);
}

inline constexpr auto moe_mlp_time = formula<"training.moe_mlp_time", Seconds>(
    {.symbol = "t_moe",
     .title = "MLP time per MoE layer",
     .why = "Routed experts process the tokens sent to them, padded by half a tile each, and read their own weights. "
            "All ranks wait for the GPU with the most tokens. Shared experts process every token.",
     .source = layers_source},
    [](const auto& x) {
      const auto tokens = model::micro_batch_tokens(x), t = layout::tensor(x);
      const auto local = model::experts(x) / layout::expert(x);
      const auto sent = software::expert_imbalance(x) * gathered_tokens(x) * model::experts_per_token(x);
      const auto filled = sent / local + software::expert_padding(x);
      const auto routed = local * mlp_time(
                                      filled, model::expert_hidden(x) / layout::expert_tensor(x),
                                      model::expert_matrices(x), expert_rate(x), x);
      const auto shared = mlp_time(
          tokens, (model::shared_hidden(x) + model::residual_hidden(x)) / t, model::ffn_matrices(x), linear_rate(x), x);
      return choose(less(0.0, model::moe_layers(x)), software::expert_penalty(x) * routed + shared, 0.0 * second);
    });

inline constexpr auto linear_time = formula<"training.linear_time", Seconds>(
    {.symbol = "t_lin",
     .title = "Linear-layer GEMM time, all layers",
     .why = "Attention projections and MLPs, one forward pass.",
     .source = layers_source},
    [](const auto& x) {
      const auto attentions = model::attention_layers(x) - model::windowed_layers(x) + model::cross_layers(x);
      const auto windowed = where(
          less(0.0, model::windowed_layers(x)), [&] { return model::windowed_layers(x) * windowed_projection_time(x); },
          0.0 * second);
      const auto others = where(
          less(0.0, model::mixer_layers(x)), [&] { return mixers_projection_time(x); }, 0.0 * second);
      const auto indexed = where(
          less(0.0, model::indexers(x)), [&] { return model::indexers(x) * indexer_time(x); }, 0.0 * second);
      const auto compressors = model::if_compressing([&] { return compressor_time(x); }, 0.0 * second, x);
      const auto mixtures =
          choose(less(0.0, model::moe_layers(x)), model::moe_layers(x) * moe_mlp_time(x), 0.0 * second);
      return attentions * projection_time(x) + windowed + others + indexed + compressors +
             model::dense_layers(x) * dense_mlp_time(x) + mixtures;
    });

inline constexpr auto core_flop = formula<"training.core_flop", Flop>(
    {.symbol = "F_k",
     .title = "Attention FLOPs executed by the kernels",
     .why = "Scores and context of one sequence in all layers. A fused kernel skips what the causal mask hides. Packed "
            "documents attend only to themselves.",
     .source = "Dao et al. 2022 (FlashAttention)"},
    [](const auto& x) {
      const auto share = software::computed_share(x);
      const auto full = model::full_pairs_at(share, x), windowed = model::windowed_pairs_at(share, x);
      return model::packed_share(x) * (model::scores_of(full, windowed, x) + model::context_of(full, windowed, x)) +
             model::other_cores(x);
    });

inline constexpr auto core_rate = formula<"training.core_rate", FlopRate>(
    {.symbol = "R_core",
     .title = "Attention kernel FLOP/s per GPU",
     .why = "A fused kernel computes GEMMs and exponentials, which partly overlap. Narrower heads need more "
            "exponentials per FLOP. 8-bit GEMMs take half the time where the accelerator supports them, exponentials "
            "do not. An unfused kernel runs plain 16-bit GEMMs, slowly for misaligned heads.",
     .source = "derived: one exponential per score over 4·d FLOP; Dao 2023, Shah et al. 2024 (FlashAttention-2, -3); "
               "efficiency fitted"},
    [](const auto& x) {
      const auto peak = accelerator::half_peak(x) / accelerator::devices(x);
      const auto width = (model::head_dim(x) + model::value_head_dim(x)) / 2.0;
      // An exponential per score, over the four FLOP per score and unit of width.
      const auto exponentials = software::exponentials_exposed(x) * peak /
                                (4.0 * flop * accelerator::exponential_rate(x) / accelerator::devices(x)) / width;
      const auto narrow = larger(1.0, otherwise(accelerator::peak_fp8(x) / accelerator::half_peak(x), 1.0));
      const auto speed = smaller(software::core_speed(x), narrow);
      const auto fused = (1.0 + software::exponentials_stated(x)) * peak * software::attention_efficiency(x) /
                         (1.0 / speed + exponentials);
      const auto over = remainder(model::head_dim(x), software::head_alignment(x));
      const auto slower = choose(equal(over, 0.0), 1.0, software::misaligned_penalty(x));
      return choose(software::keeps_scores(x), half_rate(x) / slower, fused);
    });

inline constexpr auto score_traffic = formula<"training.score_traffic", Bytes>(
    {.symbol = "Q_qk",
     .title = "Attention score traffic, all layers",
     .why = "Softmax, mask and dropout read and write every score about five times in a forward pass. A fused kernel "
            "never writes scores to memory.",
     .source = "derived: mask, softmax, dropout and GEMMs in 16 bit; Narayanan et al. 2021"},
    [](const auto& x) {
      const auto scores = share_of_sequence(x) * (model::full_pairs_at(1.0, x) * model::heads(x) +
                                                  model::windowed_pairs_at(1.0, x) * model::window_heads(x));
      const auto operands = 16.0 * model::attention_layers(x) * model::micro_batch_tokens(x) * model::heads(x) *
                            model::head_dim(x) / layout::tensor(x);
      return software::keeps_scores(x) * (software::score_bytes(x) * software::vector_passes(x) * scores +
                                          software::gemm_traffic(x) * byte * operands);
    });

inline constexpr auto core_time = formula<"training.core_time", Seconds>(
    {.symbol = "t_core",
     .title = "Core attention time, forward (all layers)",
     .why = "Scores, softmax and context.",
     .source = layers_source},
    [](const auto& x) {
      return share_of_sequence(x) * core_flop(x) / core_rate(x) + score_traffic(x) / memory_rate(x);
    });

/// GEMMs of the backward pass of attention over those of its forward pass: a fused kernel recomputes the scores.
template <class Case>
auto core_backward_passes(const Case& x) {
  return choose(software::keeps_scores(x), 2.0, 2.5);
}

inline constexpr auto core_backward_time = formula<"training.core_backward_time", Seconds>(
    {.symbol = "t_core,b",
     .title = "Core attention time, backward (all layers)",
     .why = "Twice the GEMMs of the forward pass. A fused kernel also recomputes the scores, an unfused one moves more "
            "bytes per score.",
     .source = "Dao et al. 2022 (FlashAttention); Narayanan et al. 2021"},
    [](const auto& x) {
      return core_backward_passes(x) * share_of_sequence(x) * core_flop(x) / core_rate(x) +
             software::score_backward_bytes(x) / software::score_bytes(x) * score_traffic(x) / memory_rate(x);
    });

/// What the activation functions of a token read and write in an MoE layer, forward.
template <class Case>
auto expert_inner_bytes(const Case& x) {
  return 2.0 * byte *
         (model::expert_matrices(x) * model::experts_per_token(x) * model::expert_hidden(x) +
          model::ffn_matrices(x) * (model::shared_hidden(x) + model::residual_hidden(x))) /
         layout::tensor(x);
}

/// The same in a dense layer.
template <class Case>
auto dense_inner_bytes(const Case& x) {
  return byte * 2.0 * model::ffn_matrices(x) * model::ffn_hidden(x) / layout::tensor(x);
}

inline constexpr auto moe_vector_bytes = formula<"training.moe_vector_bytes", Bytes>(
    {.symbol = "Q_vx",
     .title = "Element-wise traffic per token, MoE MLP",
     .why = "Activation functions of routed and shared experts, token permutation to the experts and back, and router "
            "scores.",
     .source = "derived: reads and writes of 16-bit kernels; permutation fitted to published step times of MoE models"},
    [](const auto& x) {
      const auto inner = expert_inner_bytes(x);
      const auto traffic = choose(
          software::fused_experts(x), software::fused_permutation(x),
          choose(software::merged_dispatch(x), 1.0, software::plain_permutation(x)));
      const auto sorted = traffic * software::permutation_bytes(x) * model::experts_per_token(x) * model::hidden(x) *
                          layout::expert_tensor(x) / layout::tensor(x);
      const auto scores = software::router_bytes(x) * model::experts(x) / model::sequence_split(x);
      return software::expert_penalty(x) * (inner + scores + sorted);
    });

inline constexpr auto vector_bytes = formula<"training.vector_bytes", Bytes>(
    {.symbol = "Q_v",
     .title = "Element-wise traffic per token and layer",
     .why = "Norms and residuals read and write the hidden state, activation functions the inner MLP state, RoPE the "
            "queries and keys. Mean over dense and MoE layers.",
     .source = "derived: reads and writes of perfectly fused 16-bit kernels"},
    [](const auto& x) {
      const auto dense = dense_inner_bytes(x);
      const auto mixtures =
          choose(less(0.0, model::moe_layers(x)), model::moe_layers(x) * moe_vector_bytes(x), 0.0 * byte);
      const auto mlps = (model::dense_layers(x) * dense + mixtures) / model::layers(x);
      const auto attending = model::attention_layers(x) / model::layers(x);
      const auto rotated = choose(
          less(0.0, model::positions(x)), 0.0,
          4.0 * attending * (model::heads(x) + model::kv_heads(x)) * model::head_dim(x) / layout::tensor(x));
      // What other mixers keep is written and read.
      const auto mixed = where(
          less(0.0, model::mixer_layers(x)),
          [&] { return 2.0 * software::mixer_passes(x) * model::mixers_activations(x) / model::layers(x); },
          0.0 * byte);
      return software::hidden_bytes(x) * model::blocks_per_layer(x) / 2.0 * model::hidden(x) /
                 model::sequence_split(x) +
             byte * rotated + mixed + mlps;
    });

inline constexpr auto vector_time = formula<"training.vector_time", Seconds>(
    {.symbol = "t_vec",
     .title = "Element-wise kernel time, all layers",
     .why = "Memory-bound: traffic over GPU memory bandwidth.",
     .source = layers_source},
    [](const auto& x) {
      return model::layers(x) * model::micro_batch_tokens(x) * vector_bytes(x) * software::vector_passes(x) /
             memory_rate(x);
    });

inline constexpr auto modules_time = formula<"training.modules_time", Seconds>(
    {.symbol = "t_mod",
     .title = "Selective recomputation time, all layers",
     .why = "Norms and activation functions repeat their forward memory traffic. MLA queries, keys and values are "
            "rebuilt from their latents.",
     .source = "DeepSeek-AI 2024 (DeepSeek-V3): norms, up-projections and activation functions are recomputed"},
    [](const auto& x) {
      const auto t = layout::tensor(x), tokens = model::micro_batch_tokens(x);
      const auto mixtures = where(
          less(0.0, model::moe_layers(x)), [&] { return model::moe_layers(x) * expert_inner_bytes(x); }, 0.0 * byte);
      const auto norms =
          4.0 * byte * model::layers(x) * model::blocks_per_layer(x) * model::hidden(x) / model::sequence_split(x);
      const auto bytes = norms + model::dense_layers(x) * dense_inner_bytes(x) + mixtures;
      const auto latents = where(
          less(0.0, model::kv_rank(x)),
          [&] {
            const auto query =
                product_time(tokens, model::heads(x) * model::head_dim(x) / t, model::query_rank(x), linear_rate(x), x);
            const auto values = product_time(tokens, made_of_latents(x) / t, model::kv_rank(x), linear_rate(x), x);
            return model::attention_layers(x) * (choose(less(0.0, model::query_rank(x)), query, 0.0 * second) + values);
          },
          0.0 * second);
      return tokens * software::vector_passes(x) * bytes / memory_rate(x) + latents;
    });

inline constexpr auto cast_time = formula<"training.cast_time", Seconds>(
    {.symbol = "t_cast",
     .title = "Quantization cast time, all layers",
     .why = "Operands of linear layers, activations and gradients alike, are read in 16 bit and written in fewer bits. "
            "A quantized base model is read and written in 16 bit, once forward and once backward.",
     .source = layers_source},
    [](const auto& x) {
      const auto t = layout::tensor(x), h = model::hidden(x);
      const auto all_heads = model::heads(x) * model::head_dim(x) / t,
                 keys = model::kv_heads(x) * model::head_dim(x) / t;
      // With sequence parallelism a GPU casts its part of the sequence before it is gathered.
      const auto own = h / model::sequence_split(x);
      const auto attention = 4.0 * (own + all_heads) + 4.0 * (all_heads + 2.0 * keys + own);
      const auto dense = 4.0 * (own + model::ffn_hidden(x) / t) +
                         4.0 * (own + (model::ffn_matrices(x) - 1.0) * model::ffn_hidden(x) / t);
      const auto mixture = 4.0 * software::expert_casts(x) * model::experts_per_token(x) *
                           (model::expert_hidden(x) / t + h * layout::expert_tensor(x) / t);
      const auto mlps =
          model::dense_layers(x) * dense + choose(less(0.0, model::moe_layers(x)), model::moe_layers(x) * mixture, 0.0);
      const auto bytes = byte * model::micro_batch_tokens(x) * (model::layers(x) * attention + mlps);
      const auto blocks = choose(workload::block_scaled(x), software::block_casts(x), 1.0);
      const auto base = (model::layers_parameters(x) + model::routed_parameters(x)) / t;
      const auto unpacked = workload::packs_base(x) * 2.0 * base * (workload::base_bytes(x) + 2.0 * byte);
      return (workload::quantised(x) * blocks * software::cast_passes(x) * bytes + unpacked) / memory_rate(x);
    });

inline constexpr auto accumulation_time = formula<"training.accumulation_time", Seconds>(
    {.symbol = "t_acc",
     .title = "Gradient accumulation time, all layers",
     .why =
         "Every micro-batch adds its gradients to the accumulated ones: one read and one write per weight of the GPU.",
     .source = layers_source},
    [](const auto& x) {
      const auto own = model::layers_parameters(x) / layout::tensor(x) +
                       model::routed_parameters(x) / (layout::expert_tensor(x) * layout::expert(x));
      // Sharded gradients are written once in 16 bit and read once to be scattered.
      const auto gradient =
          choose(layout::shard_parameters(x), 2.0 * byte, smaller(memory::gradient_bytes(x), 4.0 * byte));
      return software::accumulation_exposed(x) * workload::trained_share(x) * 2.0 * gradient * own / memory_rate(x);
    });

inline constexpr auto layer_formulas = std::tie(
    latent_projection_time, projection_time, windowed_projection_time, mixers_projection_time, indexer_time,
    compressor_time, dense_mlp_time, expert_rate, moe_mlp_time, linear_time, core_flop, core_rate, score_traffic,
    core_time, core_backward_time, moe_vector_bytes, vector_bytes, vector_time, modules_time, cast_time,
    accumulation_time);

}  // namespace llmsize::training

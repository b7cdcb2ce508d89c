// SPDX-License-Identifier: Apache-2.0
// How a served model is spread over GPUs: replicas, copies of attention inside them, and what each holds.
#pragma once

#include "core/inputs/accelerator.hpp"
#include "core/inputs/cluster.hpp"
#include "core/inputs/engine.hpp"
#include "core/inputs/engine_judgement.hpp"
#include "core/inputs/serving_load.hpp"
#include "core/memory/weights.hpp"
#include "core/model/cache.hpp"

namespace llmsize::serving {

inline constexpr std::string_view bytes_source = "derived: weights as they are held, spread as in Megatron-LM";

inline constexpr auto engine_replicas = formula<"serving.engine_replicas", Count>(
    {.symbol = "n_rep",
     .title = "Replicas",
     .why = "Copies of the whole model. Copies of attention that share experts make one replica of these.",
     .source = "derived: definition"},
    [](const auto& x) { return layout::data(x) / layout::attention_data(x); });

/// Whether other replicas read the prompts.
template <class Case>
auto reads_apart(const Case& x) {
  return less(0.0, prefill_workers(x));
}

/// Whoever reads prompts: the case itself where the same replicas do both.
template <class Case>
decltype(auto) reader(const Case& x) {
  return x.prefilling();
}

inline constexpr auto decode_replicas = formula<"serving.decode_replicas", Count>(
    {.symbol = "n_d",
     .title = "Replicas that decode",
     .why = "Beside those that only read prompts.",
     .source = "derived: definition"},
    [](const auto& x) { return otherwise(decode_workers(x), larger(1.0, engine_replicas(x))); });

inline constexpr auto replica_batch = formula<"serving.replica_batch", Count>(
    {.symbol = "B_Q",
     .title = "Batch of a replica",
     .why = "The batch over the replicas that decode it.",
     .source = "derived: definition"},
    [](const auto& x) { return serving::batch(x) / decode_replicas(x); });

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

/// GPUs over which a replica's layers are spread, stage by stage, and over which its experts are.
template <class Case>
auto expert_gpus(const Case& x) {
  return layout::tensor(x) * layout::attention_data(x);
}

inline constexpr auto adapter_bytes = formula<"serving.adapter_bytes", Bytes>(
    {.symbol = "V_lora",
     .title = "An adapter",
     .why = "Two thin matrices beside every linear layer of attention and MLPs, in 16 bits.",
     .source = "Hu et al. 2021 (LoRA)",
     .assumes = "a rank for all layers, none beside routed experts"},
    [](const auto& x) {
      const auto h = model::hidden(x), heads = model::heads(x) * model::head_dim(x),
                 keys = model::kv_heads(x) * (model::head_dim(x) + model::value_head_dim(x));
      const auto mixing = 2.0 * (h + heads) + 2.0 * h + keys;
      const auto mlp = 3.0 * (h + model::ffn_hidden(x));
      return 2.0 * byte * adapter_rank(x) * model::layers(x) * (mixing + mlp);
    });

inline constexpr auto weights_per_gpu = formula<"serving.weights_per_gpu", Bytes>(
    {.symbol = "w_gpu",
     .title = "Weights on a GPU",
     .why =
         "Every copy of attention holds its own and those of shared experts; routed experts are spread over all GPUs "
         "of the replica.",
     .source = bytes_source},
    [](const auto& x) {
      const auto mixing = otherwise(attention_weights(x), 0.0) * memory::served_mixing(x);
      const auto others = common_weights(x) * memory::served_other(x);
      const auto ends = otherwise(
          (model::embedding_parameters(x) + model::head_parameters(x)) * memory::served_end_bytes(x), 0.0 * byte);
      const auto experts = choose(
          less(0.0, model::moe_layers(x)) * (1.0 - cpu_experts(x)),
          model::routed_parameters(x) * memory::served_expert(x) / expert_gpus(x), 0.0 * byte);
      const auto beside = choose(less(0.0, adapters(x)), adapters(x) * adapter_bytes(x), 0.0 * byte);
      const auto whole = ((mixing + others + ends + beside) / layout::tensor(x) + experts) / layout::pipeline(x);
      return whole * choose(is_on(memory::parameters_tier(x), Tier::gpu), 1.0, memory::pinned_share(x));
    });

/// Keys and values of so many sequences with so many tokens each, of one copy of attention, per GPU: KV heads split as
/// far as there are any, a latent never.
template <class Sequences, class Size, class Case>
auto spread_cache(const Sequences& sequences, const Size& each, const Case& x) {
  const auto split = choose(less(0.0, model::kv_rank(x)), 1.0, smaller(layout::tensor(x), model::kv_heads(x)));
  return sequences / layout::attention_data(x) * each / split;
}

inline constexpr auto reserve_per_gpu = formula<"serving.reserve_per_gpu", Bytes>(
    {.symbol = "M_res",
     .title = "Reserve of a GPU",
     .why = "Context, graphs and working space of the engine.",
     .source = "derived: the input"},
    [](const auto& x) { return serving::reserve(x); });

/// Memory of a GPU that the engine gives to keys and values.
template <class Case>
auto cache_room(const Case& x) {
  const auto room = accelerator::memory(x) / accelerator::devices(x) - weights_per_gpu(x) - reserve_per_gpu(x);
  return memory_fraction(x) * larger(0.0 * byte, room);
}

inline constexpr auto shared_cache = formula<"serving.shared_cache", Bytes>(
    {.symbol = "kv_sys",
     .title = "KV cache of a shared system prompt on a GPU",
     .why = "Every copy of attention holds it once, whatever the number of its sequences.",
     .source = "derived: tokens that all prompts share times what is kept of each"},
    [](const auto& x) {
      const auto tokens = smaller(shared_tokens(x), otherwise(input_tokens(x), workload::sequence(x)));
      const auto bytes = tokens * model::lasting_values(x) * kv_value_bytes(x);
      return where(
          less(0.0, shared_tokens(x)),
          [&] { return spread_cache(layout::attention_data(x), bytes, x) / layout::pipeline(x); }, 0.0 * byte);
    });

/// Keys and values of a sequence that takes so many bytes in all, on a GPU of its copy of attention, without what it
/// shares with the others.
template <class Size, class Case>
auto private_cache(const Size& whole, const Case& x) {
  return spread_cache(layout::attention_data(x), whole, x) / layout::pipeline(x) - shared_cache(x);
}

inline constexpr auto held_per_sequence = formula<"serving.held_per_sequence", Bytes>(
    {.symbol = "kv_held",
     .title = "Room for a sequence on a GPU",
     .why = "Keys and values that the scheduler counts on: of the whole sequence where it reserves to the end, of the "
            "prompt and half the output where it pages and preempts.",
     .source = "derived: engines reserve a sequence to its end, or page and preempt"},
    [](const auto& x) {
      const auto tokens = input_tokens(x) + output_tokens(x) * (1.0 - engine::pages_cache(x) / 2.0);
      return private_cache(otherwise(model::cache_of(tokens, x), model::kv_bytes_per_sequence(x)), x);
    });

inline constexpr auto memory_batch = formula<"serving.memory_batch", Count>(
    {.symbol = "B_mem",
     .title = "Sequences that fit",
     .why = "What weights, reserve and a shared system prompt leave of a GPU's memory, over the keys and values of a "
            "whole sequence there.",
     .source = "derived: engines reserve a sequence to its end, or page and preempt",
     .whole = true},
    [](const auto& x) {
      const auto here = choose(is_on(memory::activations_tier(x), Tier::gpu), 1.0, 0.0);
      const auto room = larger(0.0 * byte, cache_room(x) - here * shared_cache(x));
      return layout::attention_data(x) * floor(room / larger(here * held_per_sequence(x), 1.0 * byte));
    });

inline constexpr auto longest_context = formula<"serving.longest_context", Count>(
    {.symbol = "s_max",
     .title = "Longest context",
     .why = "Tokens of prompt and output of a sequence that has a replica for itself, whatever the model was trained "
            "for: beyond windows the cache grows by the same with every token.",
     .source = "derived: the room for caches over what another token takes"},
    [](const auto& x) {
      constexpr double beyond_windows = 1 << 20;
      const auto spread = [&](const auto& size) {
        return spread_cache(layout::attention_data(x), size, x) / layout::pipeline(x);
      };
      const auto held = spread(model::cache_of(beyond_windows, x)),
                 twice = spread(model::cache_of(2 * beyond_windows, x));
      const auto more = (cache_room(x) - held) / larger((twice - held) / beyond_windows, 1e-3 * byte);
      return floor(larger(0.0, beyond_windows + more));
    });

inline constexpr auto max_batch = formula<"serving.max_batch", Count>(
    {.symbol = "B_max",
     .title = "Most sequences of a replica",
     .why = "As many as fit, and as the scheduler takes.",
     .source = "derived: the smaller of both",
     .whole = true},
    [](const auto& x) { return smaller(memory_batch(x), max_sequences(x) * layout::attention_data(x)); });

/// 1 where a replica, or one that reads its prompts, holds not one sequence.
template <class Case>
auto holds_none(const Case& x) {
  return larger(less(max_batch(x), 1.0), reads_apart(x) * less(max_batch(reader(x)), 1.0));
}

inline constexpr auto max_concurrency = formula<"serving.max_concurrency", Count>(
    {.symbol = "C_max",
     .title = "Most requests at once",
     .why = "Requests in flight that still start at once, on all replicas.",
     .source = "derived: sequences of a replica times replicas",
     .whole = true},
    [](const auto& x) { return max_batch(x) * decode_replicas(x); });

inline constexpr auto byte_formulas = std::tie(
    engine_replicas, decode_replicas, replica_batch, attention_weights, common_weights, head_weights, chosen_weights,
    adapter_bytes, weights_per_gpu, reserve_per_gpu, shared_cache, held_per_sequence, memory_batch, longest_context,
    max_batch, max_concurrency);

}  // namespace llmsize::serving

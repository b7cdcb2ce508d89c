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
#include "core/serving/classes.hpp"

namespace llmsize::serving {

inline constexpr std::string_view bytes_source = "derived: weights in their storage formats, sharded as in Megatron-LM";

inline constexpr auto engine_replicas = formula<"serving.engine_replicas", Count>(
    {.symbol = "n_rep",
     .title = "Replicas",
     .why = "Full copies of the model. Attention-DP ranks that share experts form one replica.",
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
     .title = "Decode replicas",
     .why = "Replicas that decode. Prefill workers are not counted.",
     .source = "derived: definition"},
    [](const auto& x) { return otherwise(decode_workers(x), larger(1.0, engine_replicas(x))); });

inline constexpr auto replica_batch = formula<"serving.replica_batch", Count>(
    {.symbol = "B_Q",
     .title = "Batch size per replica",
     .why = "The batch is divided evenly over the decode replicas.",
     .source = "derived: definition"},
    [](const auto& x) { return serving::batch(x) / decode_replicas(x); });

inline constexpr auto attention_weights = formula<"serving.attention_weights", Count>(
    {.symbol = "P_at",
     .title = "Attention parameters",
     .why = "Attention, indexers and linear-attention layers. Every attention-DP rank holds all of them.",
     .source = bytes_source},
    [](const auto& x) { return model::attentions_parameters(x) + model::cross_parameters(x); });

inline constexpr auto common_weights = formula<"serving.common_weights", Count>(
    {.symbol = "P_sh",
     .title = "Dense MLP and shared-expert parameters",
     .why =
         "All layer parameters except attention and routed experts. If only the model size is known, all parameters.",
     .source = bytes_source},
    [](const auto& x) {
      return otherwise(model::parameters_given(x), model::layers_parameters(x) - attention_weights(x));
    });

inline constexpr auto head_weights = formula<"serving.head_weights", Count>(
    {.symbol = "P_hd",
     .title = "LM head parameters",
     .why =
         "Vocabulary size × hidden size, tied or untied. Each generated token reads them once. Embedding models have "
         "none.",
     .source = bytes_source},
    [](const auto& x) {
      return choose(
          equal(otherwise(model::parameters_given(x), 0.0), 0.0),
          model::output_head(x) * model::vocabulary(x) * model::embedding_width(x), 0.0);
    });

inline constexpr auto chosen_weights = formula<"serving.chosen_weights", Count>(
    {.symbol = "P_xa",
     .title = "Active routed-expert parameters per token",
     .why = "Parameters of the top-k routed experts, over all MoE layers.",
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
     .title = "LoRA adapter size",
     .why = "Two low-rank matrices per linear layer of attention and MLPs, in 16 bits.",
     .source = "Hu et al. 2021 (LoRA)",
     .assumes = "one rank for all layers, no adapters on routed experts",
     .unit = Unit::memory},
    [](const auto& x) {
      const auto h = model::hidden(x), heads = model::heads(x) * model::head_dim(x),
                 keys = model::kv_heads(x) * (model::head_dim(x) + model::value_head_dim(x));
      const auto mixing = 2.0 * (h + heads) + 2.0 * h + keys;
      const auto mlp = 3.0 * (h + model::ffn_hidden(x));
      return 2.0 * byte * adapter_rank(x) * model::layers(x) * (mixing + mlp);
    });

inline constexpr auto draft_weights = formula<"serving.draft_weights", Bytes>(
    {.symbol = "w_d",
     .title = "Draft weights per GPU",
     .why = "MTP modules are one more layer with all experts, EAGLE heads one dense layer, each behind a projection of "
            "its two or three inputs. 0 without draft tokens.",
     .source = "DeepSeek-V3 2024: 11.5B parameters of its MTP module; Li et al. 2025 (EAGLE-3)",
     .assumes = "embedding, LM head and formats of the model; on the last pipeline stage",
     .unit = Unit::memory},
    [](const auto& x) {
      return where(
          less(0.0, draft_tokens(x)),
          [&] {
            const auto mixture = draft_experts(x) * less(0.0, model::moe_layers(x));
            const auto mlp = where(
                mixture, [&] { return model::router_parameters(x) + model::shared_expert_parameters(x); },
                model::mlp_parameters(x));
            const auto routed = where(
                mixture * (1.0 - cpu_experts(x)), [&] { return model::experts(x) * model::expert_parameters(x); }, 0.0);
            const auto joining = (3.0 - draft_experts(x)) * squared(model::hidden(x));
            const auto dense = otherwise(model::attention_parameters(x), 0.0) * memory::served_mixing(x) +
                               (mlp + model::norm_parameters(x) + joining) * memory::served_other(x);
            const auto layer = dense / layout::tensor(x) + routed * memory::served_expert(x) / expert_gpus(x);
            // Of a model whose shape is not known, nothing is counted.
            return otherwise(
                draft_parameters(x) * memory::served_other(x) / layout::tensor(x), otherwise(layer, 0.0 * byte));
          },
          0.0 * byte);
    });

inline constexpr auto weights_per_gpu = formula<"serving.weights_per_gpu", Bytes>(
    {.symbol = "w_gpu",
     .title = "Weights per GPU",
     .why = "Each attention-DP rank holds attention and shared-expert weights, sharded by TP and PP. Routed experts "
            "are sharded over all GPUs of the replica. Draft weights are included.",
     .source = bytes_source,
     .unit = Unit::memory},
    [](const auto& x) {
      const auto mixing = otherwise(attention_weights(x), 0.0) * memory::served_mixing(x);
      const auto others = common_weights(x) * memory::served_other(x);
      const auto ends = otherwise(
          (model::embedding_parameters(x) + model::head_parameters(x)) * memory::served_end_bytes(x), 0.0 * byte);
      const auto experts = choose(
          less(0.0, model::moe_layers(x)) * (1.0 - cpu_experts(x)),
          model::routed_parameters(x) * memory::served_expert(x) / expert_gpus(x), 0.0 * byte);
      const auto beside = choose(less(0.0, adapters(x)), adapters(x) * adapter_bytes(x), 0.0 * byte);
      const auto whole =
          ((mixing + others + ends + beside) / layout::tensor(x) + experts) / layout::pipeline(x) + draft_weights(x);
      return whole * choose(is_on(memory::parameters_tier(x), Tier::gpu), 1.0, memory::resident_share(x));
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
     .title = "GPU memory for runtime overhead",
     .why = "CUDA context, CUDA graphs and workspace of the serving engine.",
     .source = "derived: the input",
     .unit = Unit::memory},
    [](const auto& x) { return serving::reserve(x); });

/// Memory of a GPU that the engine gives to keys and values.
template <class Case>
auto cache_room(const Case& x) {
  const auto room = accelerator::memory(x) / accelerator::devices(x) - weights_per_gpu(x) - reserve_per_gpu(x);
  return memory_fraction(x) * larger(0.0 * byte, room);
}

/// Keys and values of the system prompt of requests, per GPU.
template <class Requests, class Case>
auto cache_of_system_prompt(const Requests& requests, const Case& x) {
  const auto tokens = smaller(shared_tokens(requests), otherwise(input_tokens(requests), workload::sequence(x)));
  const auto bytes = tokens * model::lasting_values(x) * kv_value_bytes(x);
  return where(
      less(0.0, shared_tokens(requests)),
      [&] { return spread_cache(layout::attention_data(x), bytes, x) / layout::pipeline(x); }, 0.0 * byte);
}

inline constexpr auto shared_cache = formula<"serving.shared_cache", Bytes>(
    {.symbol = "kv_sys",
     .title = "Shared-prefix KV cache per GPU",
     .why = "Each attention-DP rank holds the KV cache of the shared system prompt once, for all of its sequences.",
     .source = "derived: shared tokens × KV bytes per token",
     .unit = Unit::memory},
    [](const auto& x) { return sum_of_classes(x, [&](const auto& each) { return cache_of_system_prompt(each, x); }); });

/// Keys and values of a sequence that takes so many bytes in all, on a GPU of its copy of attention, without what it
/// shares with the others.
template <class Size, class Case>
auto private_cache(const Size& whole, const Case& x) {
  const auto shared = over_running(x, [&](const auto& each) {
    if constexpr (is_class<std::decay_t<decltype(each)>>)
      return cache_of_system_prompt(each, x);
    else
      return shared_cache(x);
  });
  return spread_cache(layout::attention_data(x), whole, x) / layout::pipeline(x) - shared;
}
/// Keys and values of a running sequence at its full length.
template <class Case>
auto cache_of_running(const Case& x) {
  return over_running(x, [&](const auto& each) {
    if constexpr (is_class<std::decay_t<decltype(each)>>)
      return model::cache_of(input_tokens(each) + output_tokens(each), x);
    else
      return model::kv_bytes_per_sequence(x);
  });
}

inline constexpr auto held_per_sequence = formula<"serving.held_per_sequence", Bytes>(
    {.symbol = "kv_held",
     .title = "Allocated KV cache per sequence and GPU",
     .why = "KV cache that the scheduler budgets per sequence: the full sequence with reservation, the prompt and half "
            "of the output with paging and preemption.",
     .source = "derived: full reservation or paged allocation",
     .unit = Unit::memory},
    [](const auto& x) {
      const auto held = over_running(x, [&](const auto& each) {
        const auto tokens = input_tokens(each) + output_tokens(each) * (1.0 - engine::paged_kv_preemption(x) / 2.0);
        return otherwise(model::cache_of(tokens, x), model::kv_bytes_per_sequence(x));
      });
      return private_cache(held, x);
    });

inline constexpr auto memory_batch = formula<"serving.memory_batch", Count>(
    {.symbol = "B_mem",
     .title = "Max batch size by KV-cache memory",
     .why = "Memory left after weights, runtime overhead and the shared prefix, divided by the KV cache per sequence.",
     .source = "derived: full reservation or paged allocation",
     .whole = true},
    [](const auto& x) {
      const auto here = choose(is_on(memory::activations_tier(x), Tier::gpu), 1.0, 0.0);
      const auto room = larger(0.0 * byte, cache_room(x) - here * shared_cache(x));
      return layout::attention_data(x) * floor(room / larger(here * held_per_sequence(x), 1.0 * byte));
    });

inline constexpr auto longest_context = formula<"serving.longest_context", Count>(
    {.symbol = "s_max",
     .title = "Longest context that fits",
     .why = "Prompt and output tokens of one sequence that fills the KV cache of a replica, regardless of the trained "
            "context length. Beyond sliding windows, the cache grows linearly with tokens.",
     .source = "derived: KV-cache memory over KV bytes per token"},
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
     .title = "Max batch size per replica",
     .why = "The smaller of the KV-cache limit and the scheduler limit (vLLM max_num_seqs).",
     .source = "derived: minimum of both limits",
     .whole = true},
    [](const auto& x) { return smaller(memory_batch(x), max_sequences(x) * layout::attention_data(x)); });

/// 1 where a replica, or one that reads its prompts, holds not one sequence.
template <class Case>
auto holds_none(const Case& x) {
  return larger(less(max_batch(x), 1.0), reads_apart(x) * less(max_batch(reader(x)), 1.0));
}

inline constexpr auto max_concurrency = formula<"serving.max_concurrency", Count>(
    {.symbol = "C_max",
     .title = "Max concurrency",
     .why = "Concurrent requests that all replicas can run without queueing.",
     .source = "derived: max batch size × replicas",
     .whole = true},
    [](const auto& x) { return max_batch(x) * decode_replicas(x); });

inline constexpr auto byte_formulas = std::tie(
    engine_replicas, decode_replicas, replica_batch, attention_weights, common_weights, head_weights, chosen_weights,
    adapter_bytes, draft_weights, weights_per_gpu, reserve_per_gpu, shared_cache, held_per_sequence, memory_batch,
    longest_context, max_batch, max_concurrency);

}  // namespace llmsize::serving

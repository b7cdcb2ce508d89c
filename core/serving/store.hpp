// SPDX-License-Identifier: Apache-2.0
// Keys and values that are kept between requests: what is read and written, how much room they take, and when reading
// them beats computing them anew.
#pragma once

#include "core/serving/limits.hpp"
#include "core/tiers/capacity.hpp"

namespace llmsize::serving {

inline constexpr std::string_view store_source =
    "derived: tokens per second × KV bytes per token; Qin et al. 2024 (Mooncake), DeepSeek's inference service of 2025";

inline constexpr auto kv_read_rate = formula<"serving.kv_read_rate", Bandwidth>(
    {.symbol = "R_kv",
     .title = "KV offload read bandwidth",
     .why =
         "Bytes per second that all replicas read from the KV offload tier on prefix-cache hits that GPU memory does "
         "not hold.",
     .source = store_source},
    [](const auto& x) { return requests_per_second(x) * loaded_tokens(x) * model::kv_bytes_per_token(x); });

inline constexpr auto kv_write_rate = formula<"serving.kv_write_rate", Bandwidth>(
    {.symbol = "Q_kv",
     .title = "KV offload write bandwidth",
     .why = "Bytes per second of new KV cache, from uncached prompt tokens and output tokens.",
     .source = store_source},
    [](const auto& x) {
      return requests_per_second(x) * (fresh_tokens(x) + output_tokens(x)) * model::kv_bytes_per_token(x);
    });

inline constexpr auto kv_store_capacity = formula<"serving.kv_store_capacity", Bytes>(
    {.symbol = "M_kv",
     .title = "KV offload capacity required",
     .why = "New KV cache per second times its retention time.",
     .source = "Little 1961: rate × residence time"},
    [](const auto& x) { return kv_write_rate(x) * kv_residence(x); });

/// Memory of a GPU for keys and values that the running sequences leave.
template <class Case>
auto free_cache(const Case& x) {
  const auto running =
      running_batch(x) / layout::attention_data(x) * private_cache(cache_of_running(x), x) + shared_cache(x);
  return larger(0.0 * byte, cache_room(x) - running);
}

inline constexpr auto kv_store_room = formula<"serving.kv_store_room", Bytes>(
    {.symbol = "C_kv",
     .title = "KV offload capacity available",
     .why = "CPU memory or NVMe of all nodes, shared storage, or free GPU KV-cache memory.",
     .source = "derived: definition"},
    [](const auto& x) {
      const auto tier = store_tier(x);
      const auto near = choose(is_on(tier, Tier::cpu), llmsize::capacity::host_bytes(x), node::nvme_capacity(x));
      const auto far = choose(is_on(tier, Tier::shared), llmsize::capacity::shared_bytes(x), cluster::nodes(x) * near);
      const auto gpus = decode_replicas(x) * expert_gpus(x) * layout::pipeline(x);
      return choose(is_on(tier, Tier::gpu), gpus * free_cache(x), far);
    });

inline constexpr auto kv_breakeven_rate = formula<"serving.kv_breakeven_rate", Bandwidth>(
    {.symbol = "R*",
     .title = "Break-even KV load bandwidth",
     .why = "Bandwidth per replica above which loading KV blocks is faster than recomputing the prefill.",
     .source = "derived: KV bytes of the uncached tokens over their prefill time"},
    [](const auto& x) {
      const auto coming = from_crowd(x);
      const auto computing = reading_work_at(x, 0.0, coming.copies) / (coming.copies * layout::pipeline(x));
      return fresh_tokens(x) * model::kv_bytes_per_token(x) / computing;
    });

inline constexpr auto kv_needed_rate = formula<"serving.kv_needed_rate", Bandwidth>(
    {.symbol = "R_L",
     .title = "KV read bandwidth to meet the TTFT SLO",
     .why = "Bandwidth per replica that loads the cached KV blocks within the TTFT SLO, after request overhead, KV "
            "transfer and one decode step. No bandwidth is sufficient if no time is left.",
     .source = "derived: bytes of cached tokens over the remaining time"},
    [](const auto& x) {
      const auto outside = engine::request_time(x) + transfer_time(x) + decode_time(x);
      const auto left = ttft_limit(x) / engine::prompt_error(x) - outside;
      const auto bytes = layout::attention_data(x) * loaded_tokens(x) * model::kv_bytes_per_token(x);
      return choose(less(0.0 * second, left), bytes / left, of<Bandwidth>(absent));
    });

/// Rate at which a replica loads the prompts that the offload tier holds, at the load as it is.
template <class Case>
auto replica_load_rate(const Case& x) {
  return layout::attention_data(x) * loaded_tokens(x) * model::kv_bytes_per_token(x) / kv_read_time(x);
}

inline constexpr auto offload_time = formula<"serving.offload_time", Seconds>(
    {.symbol = "T_x",
     .title = "Weight streaming time per step",
     .why = "Time to stream weights from their tier. Zero if the weights are in GPU memory.",
     .source = offload::pass_source},
    [](const auto& x) {
      return choose(
          is_on(memory::parameters_tier(x), Tier::gpu), 0.0 * second,
          offload::weights_stream(offload::pass_read(x), x));
    });

inline constexpr auto link_rate = formula<"serving.link_rate", Bandwidth>(
    {.symbol = "R_x",
     .title = "Weight streaming bandwidth per GPU",
     .why = "Read bandwidth of the tier that holds the weights.",
     .source = tier::path_source},
    [](const auto& x) { return tier::reading_rate(memory::parameters_tier(x), x); });

inline constexpr auto pinned_fraction = formula<"serving.pinned_fraction", Count>(
    {.symbol = "f_pin",
     .title = "Weights in GPU memory",
     .why = "All weights, or the fraction pinned in GPU memory.",
     .source = "derived: the input",
     .unit = Unit::ratio},
    [](const auto& x) { return choose(is_on(memory::parameters_tier(x), Tier::gpu), 1.0, memory::resident_share(x)); });

inline constexpr auto store_formulas = std::tie(
    kv_read_rate, kv_write_rate, kv_store_capacity, kv_store_room, kv_breakeven_rate, kv_needed_rate, offload_time,
    link_rate, pinned_fraction);

}  // namespace llmsize::serving

// SPDX-License-Identifier: Apache-2.0
// Checkpoint time: each stage, the stall of training, time to durable. A direct checkpoint waits for shared storage; a
// staged one for CPU memory or local NVMe, which drain in the background.
#pragma once

#include "core/storage/checkpoint.hpp"
#include "core/tiers/capacity.hpp"
#include "core/tiers/rates.hpp"

namespace llmsize::checkpoint {

inline constexpr std::string_view stage_time_source =
    "derived: bytes over bandwidth of the stage; the slowest rank or node decides";

/// Bytes of the node that has most to write: its writers may hold more than their share.
template <class Case>
auto node_bytes(const Case& x) {
  const auto uneven = largest_rank_bytes(x) * writers(x) / size(x);
  return larger(1.0, uneven) * size(x) / writer_nodes(x);
}

inline constexpr auto copy_time = formula<"checkpoint.copy_time", Seconds>(
    {.symbol = "D_1",
     .title = "Checkpoint copy time, GPU to CPU memory",
     .why = "The largest shard over the GPU's link to the CPU, or over the serialization rate of one writer.",
     .source = stage_time_source},
    [](const auto& x) {
      const auto serialising = otherwise(largest_rank_bytes(x) / writer_rate(x), 0.0 * second);
      return larger(largest_rank_bytes(x) / tier::link_rate(x), serialising);
    });

/// Whether checkpoints go to local NVMe: first, or behind CPU memory.
template <class Case>
auto uses_nvme(const Case& x) {
  return larger(is_on(first_tier(x), Tier::nvme), above(first_tier(x), Tier::nvme) * less(0.0, nvme_every(x)));
}

inline constexpr auto local_time = formula<"checkpoint.local_time", Seconds>(
    {.symbol = "D_2",
     .title = "Checkpoint write time, local NVMe",
     .why = "The node with the most data over its drive bandwidth. 0 if checkpoints skip local NVMe.",
     .source = stage_time_source},
    [](const auto& x) { return choose(uses_nvme(x), node_bytes(x) / tier::local_write_rate(x), 0.0 * second); });

inline constexpr auto send_time = formula<"checkpoint.send_time", Seconds>(
    {.symbol = "D_nic",
     .title = "Checkpoint send time, storage NICs",
     .why = "The node with the most data over its bandwidth to shared storage. 0 if that is not known.",
     .source = stage_time_source},
    [](const auto& x) {
      return otherwise(node_bytes(x) / (storage::checkpoint_share(x) * tier::client_write_rate(x)), 0.0 * second);
    });

inline constexpr auto store_time = formula<"checkpoint.store_time", Seconds>(
    {.symbol = "D_sto",
     .title = "Checkpoint write time, appliances",
     .why = "The whole checkpoint over the write bandwidth of the appliances. Every file takes at least one small "
            "write, limited by write IOPS.",
     .source = stage_time_source},
    [](const auto& x) {
      const auto creating = files(x) / (storage::checkpoint_share(x) * storage::count(x) * storage::iops_write(x));
      const auto writing = size(x) / (storage::checkpoint_share(x) * tier::store_writing(writer_nodes(x), x));
      return larger(writing, otherwise(creating, 0.0 * second));
    });

/// Stages that overlap, or one after the other.
template <class First, class Second, class Case>
auto after(const First& first, const Second& next, const Case& x) {
  return choose(checkpoint::sequential(x), first + next, larger(first, next));
}

inline constexpr auto write_time = formula<"checkpoint.write_time", Seconds>(
    {.symbol = "D_w",
     .title = "Checkpoint write time, shared storage",
     .why = "From GPU memory to shared storage. Stages overlap and the slowest decides, or they run one after the "
            "other. A write time you set overrides this.",
     .source = talk},
    [](const auto& x) {
      return otherwise(write_time_given(x), after(copy_time(x), larger(send_time(x), store_time(x)), x));
    });

inline constexpr auto stall = formula<"checkpoint.stall", Seconds>(
    {.symbol = "C",
     .title = "Checkpoint stall",
     .why = "Training waits until the first tier holds the checkpoint: shared storage (direct), CPU memory (async) or "
            "local NVMe (hierarchical).",
     .source = talk},
    [](const auto& x) {
      const auto first = first_tier(x);
      const auto nvme = after(copy_time(x), local_time(x), x);
      const auto copy = otherwise(smaller(copy_time(x), write_time_given(x)), copy_time(x));
      return choose(above(first, Tier::nvme), copy, choose(above(first, Tier::shared), nvme, write_time(x)));
    });

inline constexpr auto drain_time = formula<"checkpoint.drain_time", Seconds>(
    {.symbol = "D_dr",
     .title = "Checkpoint drain time",
     .why = "In the background: from the first tier, or through NVMe behind CPU memory, over the NICs into shared "
            "storage.",
     .source = talk},
    [](const auto& x) {
      const auto out = otherwise(write_time_given(x), larger(send_time(x), store_time(x)));
      const auto reading = size(x) / (writer_nodes(x) * tier::local_read_rate(x));
      const auto through = choose(less(0.0, nvme_every(x)), local_time(x) + larger(reading, out), out);
      const auto first = first_tier(x);
      return choose(
          above(first, Tier::nvme), through, choose(above(first, Tier::shared), larger(reading, out), 0.0 * second));
    });

inline constexpr auto durable_time = formula<"checkpoint.durable_time", Seconds>(
    {.symbol = "D",
     .title = "Time to durable checkpoint",
     .why = "From the start of a checkpoint until shared storage holds it.",
     .source = talk},
    [](const auto& x) { return stall(x) + drain_time(x); });

inline constexpr auto host_memory = formula<"checkpoint.host_memory", Bytes>(
    {.symbol = "M_ck",
     .title = "CPU memory for checkpoints per node",
     .why = "A node's part of every checkpoint held in CPU memory, for every copy. 0 for direct checkpoints and those "
            "to NVMe.",
     .source = "PyTorch, asynchronous distributed checkpoint: memory of a node grows by the checkpoint of its ranks; "
               "Wang et al. 2023 "
               "(GEMINI): copies on other nodes"},
    [](const auto& x) {
      return choose(
          above(first_tier(x), Tier::nvme), host_buffers(x) * host_copies(x) * size(x) / writer_nodes(x), 0.0 * byte);
    });

inline constexpr auto local_bytes = formula<"checkpoint.local_bytes", Bytes>(
    {.symbol = "M_ck,nvme",
     .title = "Local NVMe for checkpoints per node",
     .why = "A node's part of every retained checkpoint: the last complete one and the one being written.",
     .source = talk},
    [](const auto& x) { return choose(uses_nvme(x), local_saves(x) * size(x) / writer_nodes(x), 0.0 * byte); });

inline constexpr auto saving_formulas = std::tie(
    write_time, stall, durable_time, copy_time, local_time, send_time, store_time, drain_time, host_memory,
    local_bytes);

}  // namespace llmsize::checkpoint

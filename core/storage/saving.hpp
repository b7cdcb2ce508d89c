// SPDX-License-Identifier: Apache-2.0
// Time of a save: through every stage, how long training waits, when it is durable. A direct save waits for shared
// storage; a staged one for CPU memory or local NVMe, which drain behind training.
#pragma once

#include "core/storage/checkpoint.hpp"
#include "core/tiers/capacity.hpp"
#include "core/tiers/rates.hpp"

namespace llmsize::checkpoint {

inline constexpr std::string_view stage_time_source =
    "derived: bytes over the rate of the stage; the slowest rank or node decides";

/// Bytes of the node that has most to write: its writers may hold more than their share.
template <class Case>
auto node_bytes(const Case& x) {
  const auto uneven = largest_rank_bytes(x) * writers(x) / size(x);
  return larger(1.0, uneven) * size(x) / writer_nodes(x);
}

inline constexpr auto copy_time = formula<"checkpoint.copy_time", Seconds>(
    {.symbol = "D_1",
     .title = "GPU to CPU memory",
     .why = "The largest rank over its link to the CPU, or over what one writer serialises.",
     .source = stage_time_source},
    [](const auto& x) {
      const auto serialising = otherwise(largest_rank_bytes(x) / writer_rate(x), 0.0 * second);
      return larger(largest_rank_bytes(x) / tier::link_rate(x), serialising);
    });

/// Whether saves go to local NVMe: first, or behind CPU memory.
template <class Case>
auto uses_nvme(const Case& x) {
  return larger(is_on(first_tier(x), Tier::nvme), above(first_tier(x), Tier::nvme) * less(0.0, nvme_every(x)));
}

inline constexpr auto local_time = formula<"checkpoint.local_time", Seconds>(
    {.symbol = "D_2",
     .title = "To local NVMe",
     .why = "The node with most to write over its drives; nothing where saves do not go there.",
     .source = stage_time_source},
    [](const auto& x) { return choose(uses_nvme(x), node_bytes(x) / tier::local_write_rate(x), 0.0 * second); });

inline constexpr auto send_time = formula<"checkpoint.send_time", Seconds>(
    {.symbol = "D_nic",
     .title = "Through the storage NICs",
     .why = "The node with most to write over what a node moves to shared storage; nothing where that is not known.",
     .source = stage_time_source},
    [](const auto& x) {
      return otherwise(node_bytes(x) / (storage::checkpoint_share(x) * tier::client_write_rate(x)), 0.0 * second);
    });

inline constexpr auto store_time = formula<"checkpoint.store_time", Seconds>(
    {.symbol = "D_sto",
     .title = "Into shared storage",
     .why = "The whole checkpoint over what the appliances take in; every file takes a small write at least, of which "
            "appliances do so many per second.",
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
     .title = "Time to write to shared storage",
     .why = "From GPU memory to shared storage: all stages at once, so that the slowest decides, or one after the "
            "other; a given time "
            "where it is known.",
     .source = talk},
    [](const auto& x) {
      return otherwise(write_time_given(x), after(copy_time(x), larger(send_time(x), store_time(x)), x));
    });

inline constexpr auto stall = formula<"checkpoint.stall", Seconds>(
    {.symbol = "C",
     .title = "Stall",
     .why = "Training waits until the first tier has the save: shared storage when direct, CPU memory when "
            "asynchronous, local NVMe when "
            "hierarchical.",
     .source = talk},
    [](const auto& x) {
      const auto first = first_tier(x);
      const auto nvme = after(copy_time(x), local_time(x), x);
      const auto copy = otherwise(smaller(copy_time(x), write_time_given(x)), copy_time(x));
      return choose(above(first, Tier::nvme), copy, choose(above(first, Tier::shared), nvme, write_time(x)));
    });

inline constexpr auto drain_time = formula<"checkpoint.drain_time", Seconds>(
    {.symbol = "D_dr",
     .title = "Drain to shared storage",
     .why = "Behind training: from the first tier, and NVMe where CPU memory drains through it, through the NICs into "
            "shared storage.",
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
     .title = "Durable after",
     .why = "From the beginning of a save until shared storage has it.",
     .source = talk},
    [](const auto& x) { return stall(x) + drain_time(x); });

inline constexpr auto host_memory = formula<"checkpoint.host_memory", Bytes>(
    {.symbol = "M_ck",
     .title = "CPU memory for saves per node",
     .why = "A node's part of every save that CPU memory holds at once, for every copy; none for a direct save or one "
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
     .title = "Local NVMe for saves per node",
     .why = "A node's part of every save that it keeps: the last whole one and the one that is written.",
     .source = talk},
    [](const auto& x) { return choose(uses_nvme(x), local_saves(x) * size(x) / writer_nodes(x), 0.0 * byte); });

inline constexpr auto saving_formulas = std::tie(
    write_time, stall, durable_time, copy_time, local_time, send_time, store_time, drain_time, host_memory,
    local_bytes);

}  // namespace llmsize::checkpoint

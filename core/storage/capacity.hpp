// SPDX-License-Identifier: Apache-2.0
// Checkpoint capacity and drive writes on shared storage and local NVMe, and what exceeds them.
#pragma once

#include "core/memory/offload.hpp"
#include "core/storage/goodput.hpp"

namespace llmsize::checkpoint {

inline constexpr std::string_view kept_source =
    "BLOOM retained 12 full and 40 weights-only checkpoints; Lockwood and Kartik";

inline constexpr auto bytes_per_day = formula<"checkpoint.bytes_per_day", Bytes>(
    {.symbol = "S_day",
     .title = "Checkpoint writes to shared storage per day",
     .why = "One checkpoint per interval plus stall. An upper bound if the stall is not known.",
     .source = kept_source},
    [](const auto& x) {
      const auto every = choose(above(first_tier(x), Tier::shared), shared_every(x), 1.0);
      return size(x) * (86400.0 * second) / (every * (interval(x) + known(stall(x))));
    });

inline constexpr auto capacity = formula<"checkpoint.capacity", Bytes>(
    {.symbol = "M_kept",
     .title = "Checkpoint retention capacity",
     .why = "Recent checkpoints and milestones in full, exports as 16-bit weights.",
     .source = kept_source},
    [](const auto& x) {
      const auto exports =
          choose(less(0.0, kept_exports(x)), 2.0 * byte * model::parameters(x) * kept_exports(x), 0.0 * byte);
      return size(x) * (kept_recent(x) + kept_milestones(x)) + exports;
    });

inline constexpr auto purchased_capacity = formula<"checkpoint.purchased_capacity", Bytes>(
    {.symbol = "M_buy",
     .title = "Provisioned capacity",
     .why = "Retention capacity over the usable fraction. Shared storage slows down when nearly full.",
     .source = "Bekman, Machine Learning Engineering, storage: 80% is usable"},
    [](const auto& x) { return capacity(x) / storage::usable_share(x); });

inline constexpr auto appliances_by_capacity = formula<"checkpoint.appliances_by_capacity", Count>(
    {.symbol = "n_app,M",
     .title = "Appliances by checkpoint capacity",
     .why = "Provisioned checkpoint capacity over the capacity of one appliance.",
     .source = "derived: demand over supply of one",
     .whole = true},
    [](const auto& x) { return ceil(purchased_capacity(x) / storage::capacity(x)); });

inline constexpr auto drive_writes = formula<"checkpoint.drive_writes", Count>(
    {.symbol = "DWPD",
     .title = "Checkpoint drive writes per day, shared storage",
     .why = "Bytes written per day over capacity (DWPD): the endurance rating of drives.",
     .source = "derived: definition"},
    [](const auto& x) { return bytes_per_day(x) / capacity::shared_bytes(x); });

inline constexpr auto local_drive_writes = formula<"checkpoint.local_drive_writes", Count>(
    {.symbol = "DWPD_nvme",
     .title = "Checkpoint drive writes per day, local NVMe",
     .why = "A node's part of every checkpoint to NVMe, over the capacity of its drives.",
     .source = "derived: definition"},
    [](const auto& x) {
      const auto every = choose(is_on(first_tier(x), Tier::nvme), 1.0, nvme_every(x));
      const auto per_day = size(x) / writer_nodes(x) * (86400.0 * second) / (every * (interval(x) + stall(x)));
      return choose(less(0.0 * byte, local_bytes(x)), per_day / node::nvme_capacity(x), 0.0);
    });

inline constexpr auto capacity_formulas = std::tie(
    bytes_per_day, checkpoint::capacity, purchased_capacity, appliances_by_capacity, drive_writes, local_drive_writes);

inline constexpr Try saving_tries[] = {
    {"Use asynchronous checkpoints", "checkpoint.mode", Try::How::said, "async"},
    {"Checkpoint to local NVMe first", "checkpoint.mode", Try::How::said, "hierarchical"},
    {"Set the checkpoint interval to {}",
     "checkpoint.interval_given",
     Try::How::doubled,
     {},
     NumberId("checkpoint.interval")},
    {"Use {} appliances", "storage.count", Try::How::doubled}};
inline constexpr auto drain_too_slow = finding<"checkpoint.drain_too_slow">(
    {.severity = Severity::error,
     .sentence = "A checkpoint is durable after {checkpoint.durable_time}, but the next one starts after "
                 "{checkpoint.interval} of training and has to wait.",
     .remedy =
         "Lengthen the interval (--interval), write fewer checkpoints to shared storage or use faster shared storage.",
     .brief = "checkpoint drain too slow",
     .check = "Checkpoint drain",
     .tries = saving_tries,
     .effect = ResultKey("checkpoint.stall"),
     .effect_words = "stall {}"},
    [](const auto& x) {
      const auto next = shared_every(x) * (interval(x) + stall(x));
      // Equal but for rounding is in time.
      const auto drains = workload::trains(x) * above(first_tier(x), Tier::shared);
      return choose(drains, next * (1.0 + 1e-9) - durable_time(x), 0.0 * second);
    });
inline constexpr auto host_memory_full = finding<"checkpoint.host_memory_full">(
    {.severity = Severity::error,
     .sentence = "Checkpoint buffers need {checkpoint.host_memory} of CPU memory per node, on top of "
                 "{memory.cpu_total} of offloaded states. A node has {capacity.host_bytes}.",
     .remedy =
         "Use more writers (--checkpoint-write), fewer copies or buffers, or write to local NVMe first (--checkpoint "
         "hierarchical).",
     .brief = "CPU memory exceeded by checkpoints",
     .check = "CPU memory for checkpoints",
     .tries = std::span(saving_tries).subspan(1, 1)},
    [](const auto& x) {
      const auto used = host_memory(x) + known(memory::cpu_total(x));
      return choose(workload::trains(x) * less(0.0 * byte, host_memory(x)), capacity::host_bytes(x) - used, 0.0 * byte);
    });
inline constexpr auto nvme_full = finding<"checkpoint.nvme_full">(
    {.severity = Severity::error,
     .sentence = "{checkpoint.local_saves} checkpoints need {checkpoint.local_bytes} of local NVMe per node, on top of "
                 "{memory.nvme_total} of offloaded states. A node has {node.nvme_capacity}.",
     .remedy = "Use more writers (--checkpoint-write), or checkpoint to CPU memory first (--checkpoint async).",
     .brief = "local NVMe exceeded by checkpoints",
     .check = "Local NVMe for checkpoints",
     .tries = std::span(saving_tries).first(1)},
    [](const auto& x) {
      const auto used = local_bytes(x) + known(memory::nvme_total(x));
      return choose(workload::trains(x) * less(0.0 * byte, local_bytes(x)), node::nvme_capacity(x) - used, 0.0 * byte);
    });
inline constexpr auto shared_full = finding<"checkpoint.shared_full">(
    {.severity = Severity::error,
     .sentence = "Retained checkpoints need {checkpoint.purchased_capacity} of shared storage, {capacity.shared_bytes} "
                 "is available.",
     .remedy = "Retain fewer checkpoints or add appliances.",
     .brief = "shared storage exceeded by checkpoints",
     .check = "Shared storage for checkpoints",
     .tries = std::span(saving_tries).last(1)},
    [](const auto& x) {
      const auto kept = choose(workload::trains(x), purchased_capacity(x), 0.0 * byte);
      return capacity::shared_bytes(x) - known(memory::shared_total(x)) - kept;
    });
inline constexpr auto too_slow = finding<"checkpoint.storage_too_slow">(
    {.severity = Severity::warning,
     .sentence = "Checkpoints need {checkpoint.required_bandwidth} of write bandwidth, shared storage accepts "
                 "{tier.store_write_rate}.",
     .remedy =
         "Add appliances, lengthen the interval (--interval) or use asynchronous checkpoints (--checkpoint async).",
     .brief = "checkpoint bandwidth too low",
     .check = "Checkpoint bandwidth",
     .tries = saving_tries,
     .effect = ResultKey("checkpoint.stall"),
     .effect_words = "stall {}"},
    [](const auto& x) { return supply_ratio(x) - 1.0; });
inline constexpr auto never_ready = finding<"reliability.no_progress">(
    {.severity = Severity::warning,
     .sentence = "Goodput is only {reliability.goodput}. Job MTBF {reliability.job_mtbf}, checkpoint stall "
                 "{checkpoint.stall}, recovery time {restart.time}.",
     .remedy = "Speed up checkpoints and restarts, or use fewer GPUs per job.",
     .brief = "goodput too low",
     .check = "Goodput"},
    [](const auto& x) { return reliability::goodput(x) - reliability::least_goodput(x); });

inline constexpr auto checkpoint_findings =
    std::tie(drain_too_slow, host_memory_full, nvme_full, shared_full, too_slow, never_ready);

}  // namespace llmsize::checkpoint

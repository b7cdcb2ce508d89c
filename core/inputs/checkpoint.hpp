// SPDX-License-Identifier: Apache-2.0
// Inputs of checkpoints.
#pragma once

#include "core/inputs/choice.hpp"
#include "core/inputs/layout.hpp"
#include "core/inputs/tier.hpp"

namespace llmsize::checkpoint {

inline constexpr auto weight_bytes = input<"checkpoint.weight_bytes", Bytes>(
    {.symbol = "κ_w",
     .label = "Checkpoint bytes per weight",
     .help = "Checkpoint bytes per parameter for weights",
     .most = 16});
inline constexpr auto optimizer_bytes = input<"checkpoint.optimizer_bytes", Bytes>(
    {.symbol = "κ_o",
     .label = "Checkpoint optimizer bytes per parameter",
     .help = "Checkpoint bytes per parameter for master weights and moments",
     .most = 32});
inline constexpr auto size_given = input<"checkpoint.size_given", Bytes>(
    {.symbol = "S_given",
     .label = "Checkpoint size (set by user)",
     .help = "Checkpoint size, e.g. 2.3TB",
     .most = 1e20});

inline constexpr auto weights_by_all = input<"checkpoint.weights_by_all", Count>(
    {.symbol = "all_w",
     .label = "Parallel weight writes",
     .help = "Enable weight writes by all DP replicas instead of the first. Default: follows weight sharding.",
     .most = 1,
     .unit = Unit::flag,
     .whole = true},
    [](const auto& x) { return layout::shard_parameters(x); });
inline constexpr auto optimizer_by_all = input<"checkpoint.optimizer_by_all", Count>(
    {.symbol = "all_o",
     .label = "Parallel optimizer-state writes",
     .help =
         "Enable optimizer-state writes by all DP replicas instead of the first. Default: follows optimizer sharding.",
     .most = 1,
     .unit = Unit::flag,
     .whole = true},
    [](const auto& x) { return layout::shard_optimizer(x); });
inline constexpr auto files_per_writer = input<"checkpoint.files_per_writer", Count>(
    {.symbol = "f_w",
     .label = "Checkpoint files per rank",
     .help = "Checkpoint files per rank with parallel weight writes. Default: one for weights and one for optimizer "
             "states.",
     .least = 1,
     .most = 1e6,
     .whole = true},
    [](const auto&) { return 2.0; });
inline constexpr auto writer_rate = input<"checkpoint.writer_rate", Bandwidth>(
    {.symbol = "b_ser",
     .label = "Write bandwidth per rank",
     .help = "Serialization and write bandwidth of one rank, e.g. 2GB/s. Default: no limit.",
     .most = 1e15});
inline constexpr auto write_time_given = input<"checkpoint.write_time_given", Seconds>(
    {.symbol = "D_given",
     .label = "Checkpoint write time (set by user)",
     .help = "Measured or required write time of a checkpoint to shared storage, e.g. 40s",
     .flags = "--save-time",
     .most = 1e9});
inline constexpr auto sequential = input<"checkpoint.sequential", Count>(
    {.symbol = "seq",
     .label = "Sequential checkpoint stages",
     .help = "Enable the full copy to CPU memory before the write to storage instead of pipelining both",
     .flags = "--checkpoint-sequential",
     .most = 1,
     .initial = 0,
     .source = "stages overlap",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto first_tier = input<"checkpoint.first_tier", Count>(
    {.symbol = "τ_1",
     .label = "First checkpoint tier",
     .help = "Tier that training waits for: 1 CPU memory, 2 local NVMe, 3 shared storage. Slower tiers drain in the "
             "background.",
     .least = 1,
     .most = 3,
     .words = tier_words,
     .whole = true});
inline constexpr auto nvme_every = input<"checkpoint.nvme_every", Count>(
    {.symbol = "k_nvme",
     .label = "NVMe checkpoint period",
     .help = "Checkpoints to CPU memory per checkpoint to local NVMe. 0 for none.",
     .most = 1e6,
     .initial = 0,
     .source = "CPU memory drains to shared storage directly",
     .whole = true});
inline constexpr auto shared_every = input<"checkpoint.shared_every", Count>(
    {.symbol = "k_sto",
     .label = "Shared-storage checkpoint period",
     .help = "Checkpoints to the first tier per checkpoint to shared storage",
     .least = 1,
     .most = 1e6,
     .initial = 1,
     .source = "every checkpoint is durable",
     .whole = true});
inline constexpr auto host_copies = input<"checkpoint.host_copies", Count>(
    {.symbol = "r_cpu",
     .label = "CPU memory checkpoint replicas",
     .help = "Checkpoint replicas in the CPU memory of different nodes. 2 survive the loss of a node.",
     .least = 1,
     .most = 64,
     .initial = 1,
     .source = "no replica on another node",
     .whole = true});
inline constexpr auto host_buffers = input<"checkpoint.host_buffers", Count>(
    {.symbol = "k_buf",
     .label = "CPU memory checkpoint buffers",
     .help = "Checkpoints in CPU memory at once. 2 let a checkpoint start before the last one has drained.",
     .least = 1,
     .most = 64,
     .initial = 1,
     .source = "PyTorch async distributed checkpoint: one copy of each rank's shard",
     .whole = true});
inline constexpr auto local_saves = input<"checkpoint.local_saves", Count>(
    {.symbol = "k_loc",
     .label = "Checkpoints on local NVMe",
     .help = "Checkpoints on local NVMe at once: 2, because the last complete one stays until the next is complete",
     .least = 1,
     .most = 64,
     .initial = 2,
     .source = "expert judgment: a checkpoint in progress may be lost with the node",
     .whole = true});
inline constexpr auto interval_given = input<"checkpoint.interval_given", Seconds>(
    {.symbol = "τ_given",
     .label = "Checkpoint interval (set by user)",
     .help = "Checkpoint interval, e.g. 1h. Default: Young/Daly optimum.",
     .flags = "--interval",
     .least = 1e-3,
     .most = 1e9});
inline constexpr auto optimizer_to_all = input<"checkpoint.optimizer_to_all", Count>(
    {.symbol = "rd_o",
     .label = "Optimizer-state reads by all replicas",
     .help = "Enable reads of all optimizer states by every DP replica on restart",
     .most = 1,
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto broadcasts = input<"checkpoint.broadcasts", Count>(
    {.symbol = "bc",
     .label = "Broadcast at restart",
     .help = "Enable broadcast of the states by the replica that reads them",
     .most = 1,
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto weights_to_all = input<"checkpoint.weights_to_all", Count>(
    {.symbol = "rd_w",
     .label = "Weight reads by all replicas",
     .help = "Enable weight reads by every DP replica on restart. Default: without weight sharding and broadcast.",
     .most = 1,
     .unit = Unit::flag,
     .whole = true},
    [](const auto& x) { return choose(optimizer_to_all(x), 1.0, (1.0 - broadcasts(x)) * (1.0 - weights_by_all(x))); });
inline constexpr auto kept_recent = input<"checkpoint.kept_recent", Count>(
    {.symbol = "k_rec",
     .label = "Recent checkpoints retained",
     .help = "Most recent full checkpoints retained: at least two, because the last may be incomplete",
     .most = 1e6,
     .initial = 2,
     .source = "Lockwood and Kartik, The guts of large language model checkpointing",
     .whole = true});
inline constexpr auto kept_milestones = input<"checkpoint.kept_milestones", Count>(
    {.symbol = "k_mil",
     .label = "Milestone checkpoints retained",
     .help = "Older full checkpoints retained",
     .most = 1e6,
     .initial = 0,
     .source = "none",
     .whole = true});
inline constexpr auto kept_exports = input<"checkpoint.kept_exports", Count>(
    {.symbol = "k_exp",
     .label = "Weight exports retained",
     .help = "Weights-only copies retained, in 16 bits",
     .most = 1e6,
     .initial = 0,
     .source = "none",
     .whole = true});

inline constexpr auto inputs = std::tie(
    weight_bytes, optimizer_bytes, size_given, weights_by_all, optimizer_by_all, files_per_writer, writer_rate,
    write_time_given, sequential, first_tier, nvme_every, shared_every, host_copies, host_buffers, local_saves,
    interval_given, optimizer_to_all, broadcasts, weights_to_all, kept_recent, kept_milestones, kept_exports);

inline constexpr Option mode_options[] = {
    {"direct", "training waits for the write to shared storage", {{{"checkpoint.first_tier", code(Tier::shared)}}}},
    {"async",
     "training waits for the copy to CPU memory, which drains in the background",
     {{{"checkpoint.first_tier", code(Tier::cpu)}}}},
    {"hierarchical",
     "training waits for the write to local NVMe, which drains in the background",
     {{{"checkpoint.first_tier", code(Tier::nvme)}}}},
};
/// Settings of who writes: whether all copies share weights and optimizer states, and files of a writer.
constexpr Settings writing(double weights, double optimizer, double files) {
  return {
      {{"checkpoint.weights_by_all", weights},
       {"checkpoint.optimizer_by_all", optimizer},
       {"checkpoint.files_per_writer", files}}};
}
inline constexpr Option writers_options[] = {
    {"replica", "one DP replica writes", writing(0, 0, 1)},
    {"optimizer", "one replica writes weights, all write their optimizer shards (ZeRO-1)", writing(0, 1, 1)},
    {"sharded", "every rank writes its shards, two files each (ZeRO-3)", writing(1, 1, 2)},
    {"parallel",
     "DP replicas share the write of replicated states, one file per rank (PyTorch and Megatron-Core distributed "
     "checkpoints)",
     writing(1, 1, 1)},
};
inline constexpr Option restart_options[] = {
    {"all", "every DP replica reads everything", {{{"checkpoint.optimizer_to_all", 1}, {"checkpoint.broadcasts", 0}}}},
    {"broadcast",
     "one replica reads and broadcasts over the network",
     {{{"checkpoint.optimizer_to_all", 0}, {"checkpoint.broadcasts", 1}}}},
    {"sharded",
     "every rank reads its shards; every DP replica reads unsharded weights",
     {{{"checkpoint.optimizer_to_all", 0}, {"checkpoint.broadcasts", 0}}}},
};
inline constexpr Choice choices[] = {
    {"checkpoint.mode", "Checkpoint mode", "Checkpoint mode: direct, async, hierarchical", "--checkpoint", "direct",
     "Lockwood and Kartik, The guts of large language model checkpointing", mode_options},
    {"checkpoint.writing", "Checkpoint writers", "Ranks that write the checkpoint. Default: follows the sharding.",
     "--checkpoint-write", "", "", writers_options},
    {"checkpoint.restart", "Checkpoint readers", "Ranks that read the checkpoint on restart", "--checkpoint-read",
     "all", "Lockwood and Kartik, The guts of large language model checkpointing", restart_options},
};

}  // namespace llmsize::checkpoint

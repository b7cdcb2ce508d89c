// SPDX-License-Identifier: Apache-2.0
// Inputs of checkpoints.
#pragma once

#include "core/inputs/choice.hpp"
#include "core/inputs/layout.hpp"
#include "core/inputs/tier.hpp"

namespace llmsize::checkpoint {

inline constexpr auto weight_bytes = input<"checkpoint.weight_bytes", Bytes>(
    {.symbol = "κ_w",
     .label = "Saved bytes per weight",
     .help = "Bytes of weights per parameter in a checkpoint.",
     .most = 16});
inline constexpr auto optimizer_bytes = input<"checkpoint.optimizer_bytes", Bytes>(
    {.symbol = "κ_o",
     .label = "Saved optimizer bytes",
     .help = "Bytes of master weight and moments per parameter in a checkpoint.",
     .most = 32});
inline constexpr auto size_given = input<"checkpoint.size_given", Bytes>(
    {.symbol = "S_given",
     .label = "Checkpoint size, given",
     .help = "Size of a checkpoint when it is known, e.g. 2.3TB.",
     .most = 1e20});

inline constexpr auto weights_by_all = input<"checkpoint.weights_by_all", Count>(
    {.symbol = "all_w",
     .label = "All copies write weights",
     .help = "Whether the copies of the model share the writing of weights instead of leaving it to the first: as "
             "weights are sharded.",
     .most = 1,
     .unit = Unit::flag,
     .whole = true},
    [](const auto& x) { return layout::shard_parameters(x); });
inline constexpr auto optimizer_by_all = input<"checkpoint.optimizer_by_all", Count>(
    {.symbol = "all_o",
     .label = "All copies write optimizer states",
     .help = "Whether the copies of the model share the writing of optimizer states: as those are sharded.",
     .most = 1,
     .unit = Unit::flag,
     .whole = true},
    [](const auto& x) { return layout::shard_optimizer(x); });
inline constexpr auto files_per_writer = input<"checkpoint.files_per_writer", Count>(
    {.symbol = "f_w",
     .label = "Files of a writer",
     .help = "Files that a rank writes where all share the writing of weights: one of weights and one of optimizer "
             "states unless given.",
     .least = 1,
     .most = 1e6,
     .whole = true},
    [](const auto&) { return 2.0; });
inline constexpr auto writer_rate = input<"checkpoint.writer_rate", Bandwidth>(
    {.symbol = "b_ser",
     .label = "Rate of one writer",
     .help = "What one rank serialises and writes per second, such as 2GB/s; no limit unless given.",
     .most = 1e15});
inline constexpr auto write_time_given = input<"checkpoint.write_time_given", Seconds>(
    {.symbol = "D_given",
     .label = "Time of a save, given",
     .help = "Time that a save to shared storage takes when it is measured, or may take when it is wanted, e.g. 40s.",
     .flags = "--save-time",
     .most = 1e9});
inline constexpr auto sequential = input<"checkpoint.sequential", Count>(
    {.symbol = "seq",
     .label = "Sequential stages",
     .help = "Whether a save is copied to the CPU as a whole before it is written, instead of piece by piece.",
     .flags = "--checkpoint-sequential",
     .most = 1,
     .initial = 0,
     .source = "stages overlap",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto first_tier = input<"checkpoint.first_tier", Count>(
    {.symbol = "τ_1",
     .label = "First tier of a save",
     .help = "Tier that training waits for: 1 CPU memory, 2 local NVMe, 3 shared storage. Slower tiers are filled "
             "behind training.",
     .least = 1,
     .most = 3,
     .words = tier_words,
     .whole = true});
inline constexpr auto nvme_every = input<"checkpoint.nvme_every", Count>(
    {.symbol = "k_nvme",
     .label = "Saves per save on NVMe",
     .help = "Every how many saves to CPU memory one goes on to local NVMe; 0 for never.",
     .most = 1e6,
     .initial = 0,
     .source = "CPU memory drains to shared storage directly",
     .whole = true});
inline constexpr auto shared_every = input<"checkpoint.shared_every", Count>(
    {.symbol = "k_sto",
     .label = "Saves per save on shared storage",
     .help = "Every how many saves to the first tier one goes on to shared storage.",
     .least = 1,
     .most = 1e6,
     .initial = 1,
     .source = "every save becomes durable",
     .whole = true});
inline constexpr auto host_copies = input<"checkpoint.host_copies", Count>(
    {.symbol = "r_cpu",
     .label = "Copies in CPU memory",
     .help = "Copies of a save in the CPU memory of different nodes: with 2 a lost node costs no more than a crashed "
             "process.",
     .least = 1,
     .most = 64,
     .initial = 1,
     .source = "no neighbor keeps a copy",
     .whole = true});
inline constexpr auto host_buffers = input<"checkpoint.host_buffers", Count>(
    {.symbol = "k_buf",
     .label = "Saves in CPU memory",
     .help = "Saves that CPU memory holds at once: 2 where the next may begin before the last has drained.",
     .least = 1,
     .most = 64,
     .initial = 1,
     .source = "PyTorch, asynchronous distributed checkpoint: one copy of each rank's part",
     .whole = true});
inline constexpr auto local_saves = input<"checkpoint.local_saves", Count>(
    {.symbol = "k_loc",
     .label = "Saves on local NVMe",
     .help = "Saves that local NVMe holds at once: 2, for the last whole one stays until the next is.",
     .least = 1,
     .most = 64,
     .initial = 2,
     .source = "expert judgment: a save that is being written may be lost with the node",
     .whole = true});
inline constexpr auto interval_given = input<"checkpoint.interval_given", Seconds>(
    {.symbol = "τ_given",
     .label = "Interval, given",
     .help = "Checkpoint interval. Default: Young/Daly optimum, e.g. 1h: the best one unless given.",
     .flags = "--interval",
     .least = 1e-3,
     .most = 1e9});
inline constexpr auto optimizer_to_all = input<"checkpoint.optimizer_to_all", Count>(
    {.symbol = "rd_o",
     .label = "Every copy reads optimizer states",
     .help = "Whether every copy of the model reads all optimizer states from storage at a restart.",
     .most = 1,
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto broadcasts = input<"checkpoint.broadcasts", Count>(
    {.symbol = "bc",
     .label = "Broadcast at restart",
     .help = "Whether the copy that has read hands the states on to the others.",
     .most = 1,
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto weights_to_all = input<"checkpoint.weights_to_all", Count>(
    {.symbol = "rd_w",
     .label = "Every copy reads weights",
     .help = "Whether every copy of the model reads its weights from storage at a restart: unless they are sharded, or "
             "one copy hands on.",
     .most = 1,
     .unit = Unit::flag,
     .whole = true},
    [](const auto& x) { return choose(optimizer_to_all(x), 1.0, (1.0 - broadcasts(x)) * (1.0 - weights_by_all(x))); });
inline constexpr auto kept_recent = input<"checkpoint.kept_recent", Count>(
    {.symbol = "k_rec",
     .label = "Recent checkpoints kept",
     .help = "Newest full checkpoints that are kept: two at least, for the last may be torn.",
     .most = 1e6,
     .initial = 2,
     .source = "Lockwood and Kartik, The guts of large language model checkpointing",
     .whole = true});
inline constexpr auto kept_milestones = input<"checkpoint.kept_milestones", Count>(
    {.symbol = "k_mil",
     .label = "Milestones kept",
     .help = "Older full checkpoints that are kept.",
     .most = 1e6,
     .initial = 0,
     .source = "none",
     .whole = true});
inline constexpr auto kept_exports = input<"checkpoint.kept_exports", Count>(
    {.symbol = "k_exp",
     .label = "Exports kept",
     .help = "Copies of the weights alone that are kept, in 16 bit.",
     .most = 1e6,
     .initial = 0,
     .source = "none",
     .whole = true});

inline constexpr auto inputs = std::tie(
    weight_bytes, optimizer_bytes, size_given, weights_by_all, optimizer_by_all, files_per_writer, writer_rate,
    write_time_given, sequential, first_tier, nvme_every, shared_every, host_copies, host_buffers, local_saves,
    interval_given, optimizer_to_all, broadcasts, weights_to_all, kept_recent, kept_milestones, kept_exports);

inline constexpr Option mode_options[] = {
    {"direct", "training waits until shared storage has everything", {{{"checkpoint.first_tier", code(Tier::shared)}}}},
    {"async",
     "training waits for the copy to CPU memory, which drains behind training",
     {{{"checkpoint.first_tier", code(Tier::cpu)}}}},
    {"hierarchical",
     "training waits for local NVMe, which drains behind training",
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
    {"replica", "one copy of the model writes", writing(0, 0, 1)},
    {"optimizer", "one copy writes weights, all write their shards of the optimizer (ZeRO 1)", writing(0, 1, 1)},
    {"sharded", "every rank writes its shards, two files each (ZeRO 3)", writing(1, 1, 2)},
    {"parallel",
     "the copies split what is the same among them, one file each (PyTorch and Megatron-Core distributed checkpoints)",
     writing(1, 1, 1)},
};
inline constexpr Option restart_options[] = {
    {"all",
     "every copy of the model reads everything",
     {{{"checkpoint.optimizer_to_all", 1}, {"checkpoint.broadcasts", 0}}}},
    {"broadcast",
     "one copy reads and hands on by the network",
     {{{"checkpoint.optimizer_to_all", 0}, {"checkpoint.broadcasts", 1}}}},
    {"sharded",
     "every rank reads its shards; weights are read by every copy unless they are sharded",
     {{{"checkpoint.optimizer_to_all", 0}, {"checkpoint.broadcasts", 0}}}},
};
inline constexpr Choice choices[] = {
    {"checkpoint.mode", "Mode of saving", "Checkpoint mode: direct, async, hierarchical.", "--checkpoint", "direct",
     "Lockwood and Kartik, The guts of large language model checkpointing", mode_options},
    {"checkpoint.writing", "Checkpoint writers", "Ranks that write the checkpoint. Default: follows the sharding.",
     "--checkpoint-write", "", "", writers_options},
    {"checkpoint.restart", "Who reads", "Ranks that read the checkpoint on restart.", "--checkpoint-read", "all",
     "Lockwood and Kartik, The guts of large language model checkpointing", restart_options},
};

}  // namespace llmsize::checkpoint

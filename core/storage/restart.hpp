// SPDX-License-Identifier: Apache-2.0
// Restart: all GPUs read their states at once.
#pragma once

#include "core/inputs/reliability.hpp"
#include "core/storage/saving.hpp"
#include "core/training/rates.hpp"

namespace llmsize::restart {

inline constexpr auto read_volume = formula<"restart.read_volume", Bytes>(
    {.symbol = "V_re",
     .title = "Restart read volume",
     .why = "Every replica needs all states. Each reads them from storage, or one reads and broadcasts. Sharded states "
            "are read once.",
     .source = checkpoint::talk},
    [](const auto& x) {
      const auto copies = checkpoint::copies(x), weights = checkpoint::weights_share(x);
      const auto times_weights = choose(checkpoint::weights_to_all(x), copies, 1.0);
      const auto times_optimizer = choose(checkpoint::optimizer_to_all(x), copies, 1.0);
      return checkpoint::size(x) * (times_weights * weights + times_optimizer * (1.0 - weights));
    });

inline constexpr auto broadcast_time = formula<"restart.broadcast_time", Seconds>(
    {.symbol = "R_bc",
     .title = "Restart broadcast time",
     .why = "The replica that reads sends the states of each rank once around its peers, over the compute network.",
     .source = "Jiang et al. 2024 (MegaScale): one GPU of a data-parallel group reads and broadcasts"},
    [](const auto& x) {
      const auto needed = checkpoint::broadcasts(x) * less(1.0, checkpoint::copies(x));
      return choose(
          needed, checkpoint::size(x) / checkpoint::replica_gpus(x) / training::network_rate(x), 0.0 * second);
    });

inline constexpr auto read_time = formula<"restart.read_time", Seconds>(
    {.symbol = "R_read",
     .title = "Checkpoint load time",
     .why = "Restart read volume over the bandwidth of shared storage to the reading nodes, plus the broadcast.",
     .source = checkpoint::talk},
    [](const auto& x) {
      const auto readers = choose(checkpoint::broadcasts(x), checkpoint::writer_nodes(x), cluster::nodes(x));
      return read_volume(x) / (storage::checkpoint_share(x) * tier::store_reading(readers, x)) + broadcast_time(x);
    });

inline constexpr auto time = formula<"restart.time", Seconds>(
    {.symbol = "R",
     .title = "Recovery time (MTTR)",
     .why = "From an interruption until training resumes: detection, startup and checkpoint load. Lost work is counted "
            "separately.",
     .source = "derived: sum of the parts"},
    [](const auto& x) {
      return otherwise(
          reliability::restart_time_given(x), reliability::detection(x) + reliability::startup(x) + read_time(x));
    });

inline constexpr auto formulas = std::tie(read_volume, read_time, time, broadcast_time);

inline constexpr Try shard_tries[] = {{"Read each shard once", "checkpoint.restart", Try::How::said, "sharded"}};
inline constexpr auto reads_shards_often = finding<"restart.shards_read_often">(
    {.severity = Severity::info,
     .sentence = "Every DP replica reads the full checkpoint ({restart.read_volume}), although its states are sharded.",
     .remedy = "Read optimizer states once (--checkpoint-read sharded).",
     .brief = "redundant checkpoint reads",
     .tries = shard_tries,
     .effect = ResultKey("restart.read_time"),
     .effect_words = "load in {}"},
    [](const auto& x) {
      const auto sharded = layout::shard_optimizer(x) * checkpoint::optimizer_to_all(x);
      return 0.0 - sharded * less(1.0, checkpoint::copies(x));
    });
inline constexpr auto findings = std::tie(reads_shards_often);

}  // namespace llmsize::restart

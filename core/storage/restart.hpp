// SPDX-License-Identifier: Apache-2.0
// A restart: all GPUs ask for their states at once.
#pragma once

#include "core/inputs/reliability.hpp"
#include "core/storage/saving.hpp"
#include "core/training/rates.hpp"

namespace llmsize::restart {

inline constexpr auto read_volume = formula<"restart.read_volume", Bytes>(
    {.symbol = "V_re",
     .title = "Read at a restart",
     .why = "Every copy of the model needs all states: from storage each for itself, or one reads and hands on; "
            "sharded states are read "
            "once.",
     .source = checkpoint::talk},
    [](const auto& x) {
      const auto copies = checkpoint::copies(x), weights = checkpoint::weights_share(x);
      const auto times_weights = choose(checkpoint::weights_to_all(x), copies, 1.0);
      const auto times_optimizer = choose(checkpoint::optimizer_to_all(x), copies, 1.0);
      return checkpoint::size(x) * (times_weights * weights + times_optimizer * (1.0 - weights));
    });

inline constexpr auto broadcast_time = formula<"restart.broadcast_time", Seconds>(
    {.symbol = "R_bc",
     .title = "Handing on",
     .why = "The copy that has read sends each rank's states once around its peers, by the compute network.",
     .source = "Jiang et al. 2024 (MegaScale): one GPU of a data-parallel group reads and broadcasts"},
    [](const auto& x) {
      const auto needed = checkpoint::broadcasts(x) * less(1.0, checkpoint::copies(x));
      return choose(
          needed, checkpoint::size(x) / checkpoint::replica_gpus(x) / training::network_rate(x), 0.0 * second);
    });

inline constexpr auto read_time = formula<"restart.read_time", Seconds>(
    {.symbol = "R_read",
     .title = "Reading at a restart",
     .why = "Everything that is read, over what shared storage delivers to the nodes that read; handing on comes after "
            "it.",
     .source = checkpoint::talk},
    [](const auto& x) {
      const auto readers = choose(checkpoint::broadcasts(x), checkpoint::writer_nodes(x), cluster::nodes(x));
      return read_volume(x) / (storage::checkpoint_share(x) * tier::store_reading(readers, x)) + broadcast_time(x);
    });

inline constexpr auto time = formula<"restart.time", Seconds>(
    {.symbol = "R",
     .title = "Time of a restart",
     .why = "From an interruption until training goes on: notice, start, read; lost steps are counted apart.",
     .source = "derived: sum of the parts"},
    [](const auto& x) {
      return otherwise(
          reliability::restart_time_given(x), reliability::detection(x) + reliability::startup(x) + read_time(x));
    });

inline constexpr auto formulas = std::tie(read_volume, read_time, time, broadcast_time);

inline constexpr Try shard_tries[] = {{"Read shards once", "checkpoint.restart", Try::How::said, "sharded"}};
inline constexpr auto reads_shards_often = finding<"restart.shards_read_often">(
    {.severity = Severity::info,
     .sentence = "Every copy of the model reads everything ({restart.read_volume}) although its states are sharded.",
     .remedy = "Optimizer states need to be read only once.",
     .brief = "shards read often",
     .tries = shard_tries,
     .effect = ResultKey("restart.read_time"),
     .effect_words = "read in {}"},
    [](const auto& x) {
      const auto sharded = layout::shard_optimizer(x) * checkpoint::optimizer_to_all(x);
      return 0.0 - sharded * less(1.0, checkpoint::copies(x));
    });
inline constexpr auto findings = std::tie(reads_shards_often);

}  // namespace llmsize::restart

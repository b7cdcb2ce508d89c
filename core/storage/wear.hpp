// SPDX-License-Identifier: Apache-2.0
// How fast drives wear out: bytes that offload and checkpoints write per day over what drives are rated for.
#pragma once

#include "core/offload/efficiency.hpp"
#include "core/storage/capacity.hpp"

namespace llmsize::wear {

inline constexpr std::string_view wear_source = "derived: definition of drive writes per day";

/// Steps or passes of a day.
template <class Case>
auto per_day(const Case& x) {
  return 86400.0 * second / offload::step_time(x);
}

inline constexpr auto nvme_per_day = formula<"wear.nvme_per_day", Bytes>(
    {.symbol = "Y_day",
     .title = "Local NVMe writes per node and day",
     .why = "Offload writes of every step, plus a node's part of checkpoints to NVMe.",
     .source = wear_source},
    [](const auto& x) {
      const auto saved = checkpoint::local_drive_writes(x) * node::nvme_capacity(x);
      return known(offload::nvme_written(x) * per_day(x)) + known(saved);
    });

inline constexpr auto drive_writes = formula<"wear.drive_writes", Count>(
    {.symbol = "DWPD",
     .title = "Drive writes per day (DWPD), local NVMe",
     .why = "Bytes written per day over the drive capacity of a node.",
     .source = wear_source},
    [](const auto& x) {
      return choose(less(0.0 * byte, node::nvme_capacity(x)), nvme_per_day(x) / node::nvme_capacity(x), 0.0);
    });

inline constexpr auto worn_after = formula<"wear.worn_after", Seconds>(
    {.symbol = "t_worn",
     .title = "NVMe endurance lifetime",
     .why = "Rated writes within the warranty over writes per day. At most a century.",
     .source = wear_source},
    [](const auto& x) {
      constexpr double century = 100.0 * 365 * 86400;
      return smaller(century * second, node::nvme_endurance(x) * node::nvme_warranty(x) / drive_writes(x));
    });

inline constexpr auto shared_drive_writes = formula<"wear.shared_drive_writes", Count>(
    {.symbol = "DWPD_sto",
     .title = "Drive writes per day (DWPD), shared storage",
     .why = "Offload of all nodes plus checkpoints, over the capacity of the appliances.",
     .source = wear_source},
    [](const auto& x) {
      const auto offloaded = cluster::nodes(x) * offload::shared_written(x) * per_day(x) / capacity::shared_bytes(x);
      return known(offloaded) + known(checkpoint::drive_writes(x));
    });

inline constexpr auto bearable_batch = formula<"wear.bearable_batch", Count>(
    {.symbol = "B_dwpd",
     .title = "Min batch size within NVMe endurance",
     .why = "Batch size at which a step takes long enough to keep drive writes at their rating. In training it grows "
            "by the micro-batch, as states are written once per step.",
     .source = wear_source,
     .assumes = "compute time proportional to the batch size",
     .whole = true},
    [](const auto& x) {
      const auto allowed = node::nvme_endurance(x) * node::nvme_capacity(x);
      const auto lasting = offload::nvme_written(x) * (86400.0 * second) / allowed;
      const auto batch = choose(workload::trains(x), workload::global_batch(x), serving::batch(x));
      const auto computing =
          choose(workload::trains(x), training::compute_time(x) + training::recompute_time(x), offload::own_time(x));
      return ceil(choose(less(0.0 * byte, allowed), batch * lasting / computing, 0.0));
    });

inline constexpr auto formulas = std::tie(nvme_per_day, drive_writes, worn_after, shared_drive_writes, bearable_batch);

inline constexpr Try wear_tries[] = {
    {"Use batch size {}", "workload.global_batch", Try::How::reached, {}, NumberId("wear.bearable_batch")},
    {"Keep optimizer states in CPU memory", "memory.offload_optimizer", Try::How::said, "cpu"}};
inline constexpr auto worn_out = finding<"wear.worn_out">(
    {.severity = Severity::warning,
     .sentence = "Each node writes {wear.nvme_per_day} per day to {node.nvme_capacity} of NVMe: {wear.drive_writes} "
                 "DWPD, rated for {node.nvme_endurance}. The drives wear out after {wear.worn_after}.",
     .remedy = "Raise the batch size to {wear.bearable_batch}, use drives with higher endurance, or keep states in CPU "
               "memory.",
     .brief = "NVMe endurance exceeded",
     .check = "NVMe endurance",
     .tries = wear_tries,
     .effect = ResultKey("wear.drive_writes"),
     .effect_words = "{} DWPD"},
    [](const auto& x) { return node::nvme_endurance(x) - drive_writes(x); });
inline constexpr auto findings = std::tie(worn_out);

}  // namespace llmsize::wear

// SPDX-License-Identifier: Apache-2.0
// Inputs of reliability: how often something fails, and how long training takes to come back.
#pragma once

#include "core/inputs/checkpoint.hpp"
#include "core/inputs/node.hpp"

namespace llmsize::reliability {

inline constexpr auto gpu_mtbf = input<"reliability.gpu_mtbf", Seconds>(
    {.symbol = "M_gpu",
     .label = "GPU MTBF",
     .help = "Mean GPU time between job interruptions of any cause, e.g. 50000h",
     .least = 1,
     .most = 1e13,
     .initial = 50700.0 * 3600,
     .source = "Grattafiori et al. 2024 (Llama 3), section 3.3.4: 419 unexpected interruptions in 54 days of 16,384 "
               "GPUs; MLCommons 2025 uses 50,000 hours",
     .spread = 0.5});
inline constexpr auto node_failures = input<"reliability.node_failures", Count>(
    {.symbol = "r_f",
     .label = "Failures per 1,000 node-days",
     .help = "Node failures per 1,000 node-days, e.g. 6.5",
     .least = 1e-6,
     .most = 1e6});
inline constexpr auto node_mtbf = input<"reliability.node_mtbf", Seconds>(
    {.symbol = "M_node",
     .label = "Node MTBF",
     .help = "Mean time between interruptions per node. Default: from its failure rate, else from its GPUs.",
     .least = 1,
     .most = 1e12},
    [](const auto& x) { return otherwise(1000.0 * 86400.0 * second / node_failures(x), gpu_mtbf(x) / node::gpus(x)); });
inline constexpr auto node_repair = input<"reliability.node_repair", Seconds>(
    {.symbol = "R_rep",
     .label = "Node repair time (MTTR)",
     .help = "Mean time until a failed node of a service works again, e.g. 8h",
     .most = 1e9,
     .initial = 8 * 3600.0,
     .source = "expert judgment: a reboot takes minutes, a part on the next working day a day",
     .spread = 0.5});
inline constexpr auto job_mtbf_given = input<"reliability.job_mtbf_given", Seconds>(
    {.symbol = "M_given",
     .label = "Job MTBF (set by user)",
     .help = "Job MTBF, e.g. 3.1h. Overrides GPU and node MTBF.",
     .flags = "--mtbf",
     .least = 1e-3,
     .most = 1e12});
inline constexpr auto detection = input<"reliability.detection", Seconds>(
    {.symbol = "R_det",
     .label = "Failure detection time",
     .help = "Time to detect a failure",
     .most = 1e7,
     .initial = 120,
     .source = "expert judgment: heartbeats and collective timeouts, seconds to 30 min",
     .spread = 0.5});
inline constexpr auto startup = input<"reliability.startup", Seconds>(
    {.symbol = "R_start",
     .label = "Job startup time",
     .help = "Time to replace nodes, start processes, create communicators and warm up, without the checkpoint load",
     .most = 1e7,
     .initial = 300,
     .source = "expert judgment: published restarts of large jobs take 3 to 15 minutes",
     .spread = 0.5});
inline constexpr auto restart_time_given = input<"reliability.restart_time_given", Seconds>(
    {.symbol = "R_given",
     .label = "Restart time (set by user)",
     .help = "Time from interruption to resumed training, without recomputed steps, e.g. 10min",
     .most = 1e9});
inline constexpr std::string_view survival_source =
    "Grattafiori et al. 2024 (Llama 3), Table 5: 78% of the interruptions were hardware failures, which lose the node";
inline constexpr auto software_share = input<"reliability.software_share", Count>(
    {.symbol = "σ_soft",
     .label = "Interruptions without hardware loss",
     .help = "Fraction of interruptions without node loss. The checkpoint in CPU memory survives.",
     .most = 1,
     .initial = 0.22,
     .source = survival_source,
     .unit = Unit::ratio});
inline constexpr auto cpu_survival = input<"reliability.cpu_survival", Count>(
    {.symbol = "σ_cpu",
     .label = "Interruptions survived by CPU memory",
     .help = "Fraction of interruptions survived by the checkpoint in CPU memory: 22% (no hardware lost), all with "
             "replicas on other nodes",
     .most = 1,
     .unit = Unit::ratio},
    [](const auto& x) { return choose(less(1.0, checkpoint::host_copies(x)), 1.0, software_share(x)); });
inline constexpr auto nvme_survival = input<"reliability.nvme_survival", Count>(
    {.symbol = "σ_nvme",
     .label = "Interruptions survived by local NVMe",
     .help = "Fraction of interruptions survived by the checkpoint on local NVMe. It is lost with a replaced node.",
     .most = 1,
     .initial = 0.22,
     .source = survival_source,
     .unit = Unit::ratio});
inline constexpr auto usual_interval = input<"reliability.usual_interval", Seconds>(
    {.symbol = "τ_us",
     .label = "Default checkpoint interval",
     .help = "Checkpoint interval in training time without a set interval or storage",
     .least = 1,
     .most = 1e7,
     .initial = 1800,
     .source = "expert judgment: published runs checkpoint every 10 minutes to 3 hours",
     .spread = 0.7});
inline constexpr auto least_goodput = input<"reliability.least_goodput", Count>(
    {.symbol = "G_min",
     .label = "Min goodput",
     .help = "Goodput below which a job makes no progress",
     .most = 1,
     .initial = 0.5,
     .source = "expert judgment: more time is lost than used",
     .unit = Unit::ratio});

inline constexpr auto inputs = std::tie(
    gpu_mtbf, node_failures, node_mtbf, node_repair, job_mtbf_given, detection, startup, restart_time_given,
    software_share, cpu_survival, nvme_survival, usual_interval, least_goodput);

}  // namespace llmsize::reliability

// SPDX-License-Identifier: Apache-2.0
// Inputs of reliability: how often something fails, and how long training takes to come back.
#pragma once

#include "core/inputs/checkpoint.hpp"
#include "core/inputs/node.hpp"

namespace llmsize::reliability {

inline constexpr auto gpu_mtbf = input<"reliability.gpu_mtbf", Seconds>(
    {.symbol = "M_gpu",
     .label = "GPU MTBF",
     .help = "Mean GPU time between interruptions of the job, whatever their cause, e.g. 50000h.",
     .least = 1,
     .most = 1e13,
     .initial = 50700.0 * 3600,
     .source = "Grattafiori et al. 2024 (Llama 3), section 3.3.4: 419 unexpected interruptions in 54 days of 16,384 "
               "GPUs; MLCommons 2025 "
               "takes 50,000 hours",
     .spread = 0.5});
inline constexpr auto node_failures = input<"reliability.node_failures", Count>(
    {.symbol = "r_f",
     .label = "Failures per 1,000 node-days",
     .help = "Failures of nodes in a thousand days of one node, e.g. 6.5.",
     .least = 1e-6,
     .most = 1e6});
inline constexpr auto node_mtbf = input<"reliability.node_mtbf", Seconds>(
    {.symbol = "M_node",
     .label = "Node MTBF",
     .help = "Mean time between interruptions that one node causes: from its failure rate, or from its GPUs.",
     .least = 1,
     .most = 1e12},
    [](const auto& x) { return otherwise(1000.0 * 86400.0 * second / node_failures(x), gpu_mtbf(x) / node::gpus(x)); });
inline constexpr auto job_mtbf_given = input<"reliability.job_mtbf_given", Seconds>(
    {.symbol = "M_given",
     .label = "Job MTBF (set by user)",
     .help = "Job MTBF (overrides the component model), e.g. 3.1h.",
     .flags = "--mtbf",
     .least = 1e-3,
     .most = 1e12});
inline constexpr auto detection = input<"reliability.detection", Seconds>(
    {.symbol = "R_det",
     .label = "Failure detection time",
     .help = "Time until a failure is noticed.",
     .most = 1e7,
     .initial = 120,
     .source = "expert judgment: heartbeats and timeouts of collectives, seconds to half an hour",
     .spread = 0.5});
inline constexpr auto startup = input<"reliability.startup", Seconds>(
    {.symbol = "R_start",
     .label = "Job startup time",
     .help =
         "Time to replace nodes, start processes, set up communicators and warm up, without reading the checkpoint.",
     .most = 1e7,
     .initial = 300,
     .source = "expert judgment: published restarts of large jobs take 3 to 15 minutes",
     .spread = 0.5});
inline constexpr auto restart_time_given = input<"reliability.restart_time_given", Seconds>(
    {.symbol = "R_given",
     .label = "Time of a restart, given",
     .help = "Time from an interruption until training goes on, without recomputing lost steps, when it is known, e.g. "
             "10min.",
     .most = 1e9});
inline constexpr std::string_view survival_source =
    "Grattafiori et al. 2024 (Llama 3), Table 5: 78 % of the interruptions were hardware, which takes the node along";
inline constexpr auto software_share = input<"reliability.software_share", Count>(
    {.symbol = "σ_soft",
     .label = "Interruptions without lost hardware",
     .help = "Share of interruptions after which every node goes on: its CPU memory still holds what was saved there.",
     .most = 1,
     .initial = 0.22,
     .source = survival_source,
     .unit = Unit::ratio});
inline constexpr auto cpu_survival = input<"reliability.cpu_survival", Count>(
    {.symbol = "σ_cpu",
     .label = "Interruptions that CPU memory survives",
     .help = "Share of interruptions after which the save in CPU memory is still there: 22 % (no hardware lost), all "
             "with copies on other "
             "nodes.",
     .most = 1,
     .unit = Unit::ratio},
    [](const auto& x) { return choose(less(1.0, checkpoint::host_copies(x)), 1.0, software_share(x)); });
inline constexpr auto nvme_survival = input<"reliability.nvme_survival", Count>(
    {.symbol = "σ_nvme",
     .label = "Interruptions that local NVMe survives",
     .help = "Share of interruptions after which the save on local NVMe can be read: not when a node is replaced.",
     .most = 1,
     .initial = 0.22,
     .source = survival_source,
     .unit = Unit::ratio});
inline constexpr auto usual_interval = input<"reliability.usual_interval", Seconds>(
    {.symbol = "τ_us",
     .label = "Default checkpoint interval",
     .help = "Training time between two saves where neither an interval nor storage is said.",
     .least = 1,
     .most = 1e7,
     .initial = 1800,
     .source = "expert judgment: published trainings save every 10 minutes to 3 hours",
     .spread = 0.7});
inline constexpr auto least_goodput = input<"reliability.least_goodput", Count>(
    {.symbol = "G_min",
     .label = "Min goodput",
     .help = "Goodput below which a job is said to make no progress.",
     .most = 1,
     .initial = 0.5,
     .source = "expert judgment: more time is lost than used",
     .unit = Unit::ratio});

inline constexpr auto inputs = std::tie(
    gpu_mtbf, node_failures, node_mtbf, job_mtbf_given, detection, startup, restart_time_given, software_share,
    cpu_survival, nvme_survival, usual_interval, least_goodput);

}  // namespace llmsize::reliability

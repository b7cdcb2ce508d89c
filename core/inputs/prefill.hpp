// SPDX-License-Identifier: Apache-2.0
// Inputs of disaggregated serving: workers that only prefill, and how each of them is split.
#pragma once

#include "core/inputs/degrees.hpp"

namespace llmsize::serving {

inline constexpr auto prefill_workers = input<"serving.prefill_workers", Count>(
    {.symbol = "n_p",
     .label = "Prefill workers",
     .help = "Prefill workers in addition to the decode workers (disaggregated). 0 for aggregated replicas.",
     .most = 1e6,
     .initial = 0,
     .source = "aggregated prefill and decode by default",
     .whole = true});
inline constexpr auto decode_workers = input<"serving.decode_workers", Count>(
    {.symbol = "n_dw",
     .label = "Decode workers",
     .help = "Decode workers in addition to the prefill workers. Default: all other replicas.",
     .least = 1,
     .most = 1e6,
     .whole = true});
inline constexpr auto prefill_tensor = input<"serving.prefill_tensor", Count>(
    {.symbol = "t_p",
     .label = "Prefill TP",
     .help = "Tensor-parallel size of a prefill worker. Default: planned by serve, else the decode worker's.",
     .flags = "--prefill-tp",
     .least = 1,
     .most = 1e6,
     .whole = true},
    [](const auto& x) { return layout::tensor(x); });
inline constexpr auto prefill_pipeline = input<"serving.prefill_pipeline", Count>(
    {.symbol = "p_p",
     .label = "Prefill PP",
     .help = "Pipeline-parallel size of a prefill worker. Default: planned by serve, else the decode worker's.",
     .flags = "--prefill-pp",
     .least = 1,
     .most = 1e6,
     .whole = true},
    [](const auto& x) { return layout::pipeline(x); });
inline constexpr auto prefill_attention_data = input<"serving.prefill_attention_data", Count>(
    {.symbol = "e_at,p",
     .label = "Prefill DP-attention ranks",
     .help = "DP-attention ranks per prefill worker. Default: planned by serve, else the decode worker's.",
     .flags = "--prefill-attention-dp",
     .least = 1,
     .most = 1e6,
     .whole = true},
    [](const auto& x) { return layout::attention_data(x); });
inline constexpr auto prefill_expert = input<"serving.prefill_expert", Count>(
    {.symbol = "e_p",
     .label = "Prefill EP",
     .help =
         "Expert-parallel size of a prefill worker. Default: the decode worker's if both are split alike, else TP × "
         "DP-attention ranks if there are several, else 1.",
     .flags = "--prefill-ep",
     .least = 1,
     .most = 1e6,
     .whole = true},
    [](const auto& x) {
      const auto ranks = prefill_attention_data(x), each = prefill_tensor(x);
      const auto alike = equal(ranks, layout::attention_data(x)) * equal(each, layout::tensor(x));
      return choose(alike, layout::expert(x), choose(less(1.0, ranks), each * ranks, 1.0));
    });

inline constexpr auto prefill_gpus = input<"serving.prefill_gpus", Count>(
    {.symbol = "g_pre",
     .label = "Prefill GPUs",
     .help = "GPUs of all prefill workers. Default: the product of their parallel sizes.",
     .most = 1e7,
     .whole = true},
    [](const auto& x) {
      const auto each = prefill_tensor(x) * prefill_pipeline(x) * prefill_attention_data(x) * layout::context(x);
      return choose(less(0.0, prefill_workers(x)), prefill_workers(x) * each, 0.0);
    });

inline constexpr auto prefill_inputs = std::tie(
    prefill_workers, decode_workers, prefill_tensor, prefill_pipeline, prefill_attention_data, prefill_expert,
    prefill_gpus);

}  // namespace llmsize::serving

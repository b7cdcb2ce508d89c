// SPDX-License-Identifier: Apache-2.0
// Inputs of disaggregated serving: workers that only prefill, and how each of them is split.
#pragma once

#include "core/inputs/degrees.hpp"

namespace llmsize::serving {

inline constexpr auto prefill_workers = input<"serving.prefill_workers", Count>(
    {.symbol = "n_p",
     .label = "Prefill workers",
     .help = "Replicas that only read prompts, beside those that decode: 0 where every replica does both.",
     .most = 1e6,
     .initial = 0,
     .source = "together unless asked for apart",
     .whole = true});
inline constexpr auto decode_workers = input<"serving.decode_workers", Count>(
    {.symbol = "n_dw",
     .label = "Decode workers",
     .help = "Replicas that decode, beside those that only read prompts: all others unless said.",
     .least = 1,
     .most = 1e6,
     .whole = true});
inline constexpr auto prefill_tensor = input<"serving.prefill_tensor", Count>(
    {.symbol = "t_p",
     .label = "Prefill tensor parallel",
     .help = "Tensor-parallel size of a prefill worker. Default: planned by serve, else the decode worker's.",
     .flags = "--prefill-tp",
     .least = 1,
     .most = 1e6,
     .whole = true},
    [](const auto& x) { return layout::tensor(x); });
inline constexpr auto prefill_pipeline = input<"serving.prefill_pipeline", Count>(
    {.symbol = "p_p",
     .label = "Prefill pipeline parallel",
     .help = "Pipeline-parallel size of a prefill worker. Default: planned by serve, else the decode worker's.",
     .flags = "--prefill-pp",
     .least = 1,
     .most = 1e6,
     .whole = true},
    [](const auto& x) { return layout::pipeline(x); });
inline constexpr auto prefill_attention_data = input<"serving.prefill_attention_data", Count>(
    {.symbol = "e_at,p",
     .label = "Prefill attention data parallel",
     .help = "Copies of attention inside a prefill worker, that share its routed experts: planned by serve, else as in "
             "a decode worker.",
     .flags = "--prefill-attention-dp",
     .least = 1,
     .most = 1e6,
     .whole = true},
    [](const auto& x) { return layout::attention_data(x); });
inline constexpr auto prefill_expert = input<"serving.prefill_expert", Count>(
    {.symbol = "e_p",
     .label = "Prefill expert parallel",
     .help = "Accelerators that share the routed experts of a prefill worker: as many as it has copies of attention "
             "where those are given, else as in a decode worker.",
     .flags = "--prefill-ep",
     .least = 1,
     .most = 1e6,
     .whole = true},
    [](const auto& x) {
      return choose(
          equal(prefill_attention_data(x), layout::attention_data(x)), layout::expert(x), prefill_attention_data(x));
    });

inline constexpr auto prefill_gpus = input<"serving.prefill_gpus", Count>(
    {.symbol = "g_pre",
     .label = "Prefill GPUs",
     .help = "GPUs of all prefill workers together: what their degrees come to unless given.",
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
